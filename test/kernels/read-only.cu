// Everybody reads everything, nobody writes it.
// expect: race-free
// launch: grid 4 block 64
__global__ void sums(const float *__restrict__ in, float *out, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; i++) sum += __ldg(in + i);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
