// A thread does not even see its own write through the read-only cache.
// expect: intra-warp-race line 6 with line 7
// launch: grid 4 block 64
__global__ void own(float *data, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  data[i] = 1;
  out[i] = __ldg(&data[i]);
}
