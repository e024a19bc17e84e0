// A table of the block's: each thread reads what another one wrote at its index.
// expect: race-free
// launch: grid 4 block 64
__global__ void mirror(int *out) {
  __shared__ int place[64];
  place[threadIdx.x] = blockIdx.x * 64 + threadIdx.x;
  __syncthreads();
  out[place[63 - threadIdx.x]] = threadIdx.x;
}
