// The neighbours are read before the barrier and the own word is written before it, too: thread 1 writes what 0 reads.
// expect: racy line 10 with line 11
// launch: grid 1 block 64
__global__ void relax(float *a, int rounds) {
  __shared__ float s[66];
  s[threadIdx.x + 1] = a[threadIdx.x];
  if (threadIdx.x < 2) s[65 * threadIdx.x] = 0;
  __syncthreads();
  for (int round = 0; round < rounds; round++) {
    float mean = (s[threadIdx.x] + s[threadIdx.x + 2]) / 2;
    s[threadIdx.x + 1] = mean;
    __syncthreads();
  }
  a[threadIdx.x] = s[threadIdx.x + 1];
}
