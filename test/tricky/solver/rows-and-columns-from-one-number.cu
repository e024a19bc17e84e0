// Row and column change places, and so do their numbers.
// expect: race-free
// launch: grid 16 block 64
__global__ void transpose(const int *in, int *out, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h) out[(i % w) * h + i / w] = in[i];
}
