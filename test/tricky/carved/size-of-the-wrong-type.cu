// 64 doubles take 512 bytes, and the counts begin after them.
// expect: race-free
// launch: grid 1 block 64
extern __shared__ char raw[];
__global__ void tally(double *out) {
  double *sums = reinterpret_cast<double *>(raw);
  int *counts = reinterpret_cast<int *>(raw + blockDim.x * sizeof(double));
  sums[threadIdx.x] = 0;
  counts[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = sums[63 - threadIdx.x] + counts[63 - threadIdx.x];
}
