// A tile is filled and read in turn, with a barrier after each half.
// expect: race-free
// launch: grid 2 block 64
__global__ void sums(const int *in, int *out, int tiles) {
  __shared__ int tile[64];
  int sum = 0;
  for (int t = 0; t < tiles; t++) {
    tile[threadIdx.x] = in[t * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; k++) sum += tile[k];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
