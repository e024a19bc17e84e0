// What is read through the read-only cache is overwritten behind a barrier: the read is over by then.
// expect: race-free
// launch: grid 1 block 64
__global__ void reversed(float *data) {
  int t = threadIdx.x;
  float mine = __ldg(&data[63 - t]);
  __syncthreads();
  data[t] = mine;
}
