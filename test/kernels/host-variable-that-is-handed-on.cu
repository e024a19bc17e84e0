// Another file may have kept the address of the variable, and stored in it what it likes.
// expect: conditional: disjoint(in, out)
// expect: possible inter-block-race line 15 with line 15
#include <cstdlib>
#include <cuda_runtime.h>

float *samples, *smooth;
float **kept;

void keep(float **of) { kept = of; }
void elsewhere(float **kept);

__global__ void smoothed(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  cudaMalloc((void **)&samples, n * sizeof(float));
  cudaMalloc((void **)&smooth, n * sizeof(float));
  keep(&samples);
  elsewhere(kept);
  smoothed<<<(n + 255) / 256, 256>>>(samples, smooth, n);
  return 0;
}
