// Where each part begins stands in a variable of the program: a part ends where the next one begins.
// expect: conditional: monotone(starts)
// expect: possible inter-block-race line 9 with line 9
__constant__ int starts[17];

__global__ void pack(const float *in, float *out) {
  int part = blockIdx.x;
  int place = starts[part] + threadIdx.x;
  if (place < starts[part + 1]) out[place] = in[part * 256 + threadIdx.x];
}

void launch(const float *in, float *out, const int *found) {
  cudaMemcpyToSymbol(starts, found, sizeof(starts));
  pack<<<16, 256>>>(in, out);
}
