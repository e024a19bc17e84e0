// A table is written over, by a copy of unknown length, with one memory for all.
// expect: conditional: disjoint(out, in)
// expect: possible inter-block-race line 7 with line 7
#include <cstring>
__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}
int main(int argc, char **argv) {
  int n = 1 << 20;
  float *buffer[2], *other[2], *all;
  cudaMalloc(&all, n * sizeof(float));
  cudaMalloc(&buffer[0], n * sizeof(float));
  cudaMalloc(&buffer[1], n * sizeof(float));
  other[0] = other[1] = all;
  memcpy(buffer, other, argc * sizeof(float *));
  shift<<<n / 256, 256>>>(buffer[0], all, n);
}
