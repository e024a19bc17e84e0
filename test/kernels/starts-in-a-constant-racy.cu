// A part ends where the one after the next begins: two share what lies between, sorted or not.
// assume: monotone(starts)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/starts-in-a-constant-racy.cu:10)
// expect: possible inter-block-race line 10 with line 10
__constant__ int starts[17];

__global__ void pack(const float *in, float *out) {
  int part = blockIdx.x;
  int place = starts[part] + threadIdx.x;
  if (place < starts[part + 2]) out[place] = in[part * 256 + threadIdx.x];
}

void launch(const float *in, float *out, const int *found) {
  cudaMemcpyToSymbol(starts, found, sizeof(starts));
  pack<<<15, 256>>>(in, out);
}
