// The barrier stands between reading the neighbours and writing the own word.
// expect: race-free
// launch: grid 1 block 64
__global__ void relax(float *a, int rounds) {
  __shared__ float s[66];
  s[threadIdx.x + 1] = a[threadIdx.x];
  if (threadIdx.x < 2) s[65 * threadIdx.x] = 0;
  __syncthreads();
  for (int round = 0; round < rounds; round++) {
    float mean = (s[threadIdx.x] + s[threadIdx.x + 2]) / 2;
    __syncthreads();
    s[threadIdx.x + 1] = mean;
    __syncthreads();
  }
  a[threadIdx.x] = s[threadIdx.x + 1];
}
