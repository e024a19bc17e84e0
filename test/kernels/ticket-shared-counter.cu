// A counter of the block, set to zero before a barrier: places in the block's own buffer differ.
// expect: race-free
// launch: grid 4 block 64
__global__ void compact(const int *in, int *out) {
  __shared__ int count;
  __shared__ int buffer[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[i] > 0) buffer[atomicAdd(&count, 1)] = in[i];
  __syncthreads();
  if (threadIdx.x < count) out[i] = buffer[threadIdx.x];
}
