// A barrier does not bring what is read through the read-only cache up to date.
// expect: intra-block-race line 6 with line 8
// launch: grid 1 block 128
__global__ void smoothed(float *data, const float *table, float *out) {
  int t = threadIdx.x;
  data[t] = table[t];
  __syncthreads();
  out[t] = __ldg(&data[127 - t]);
}
