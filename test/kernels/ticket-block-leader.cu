// One thread of each block takes room for all of its threads and tells them where it begins.
// expect: race-free
__global__ void compact(const int *in, int *out, int *count) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(count, blockDim.x);
  __syncthreads();
  out[base + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
