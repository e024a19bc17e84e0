// 64 doubles take 512 bytes, and the counts begin after 256: thread 0 writes counts[0], thread 32 writes sums[32].
// expect: racy line 8 with line 9
// launch: grid 1 block 64
extern __shared__ char raw[];
__global__ void tally(double *out) {
  double *sums = reinterpret_cast<double *>(raw);
  int *counts = reinterpret_cast<int *>(raw + blockDim.x * sizeof(int));
  sums[threadIdx.x] = 0;
  counts[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = sums[63 - threadIdx.x] + counts[63 - threadIdx.x];
}
