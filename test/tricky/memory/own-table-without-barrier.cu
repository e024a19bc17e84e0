// A barrier stands between writing the table and reading it.
// expect: race-free
// launch: grid 1 block 64
__global__ void gather(const int *in, int *out) {
  __shared__ int order[64];
  order[threadIdx.x] = 63 - threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = in[order[63 - threadIdx.x]];
}
