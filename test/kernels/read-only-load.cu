// What is read through the read-only cache is written by nobody.
// expect: race-free
// launch: grid 1 block 128
__global__ void smoothed(float *data, const float *table, float *out) {
  int t = threadIdx.x;
  data[t] = table[t];
  __syncthreads();
  out[t] = __ldg(&table[127 - t]);
}
