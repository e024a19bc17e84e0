// Who is handed the address of a variable may store in it, also where nobody looks into that function.
// expect: conditional: disjoint(in, out)
// expect: possible inter-block-race line 16 with line 16
#include <cstdlib>
#include <cuda_runtime.h>

float *samples, *smooth;

void set(float **to, float *from, int n) {
  for (int i = 0; i < n; i++)
    if (i == n / 2) *to = from;
}

__global__ void smoothed(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  cudaMalloc((void **)&samples, n * sizeof(float));
  cudaMalloc((void **)&smooth, n * sizeof(float));
  set(&smooth, samples, n);
  smoothed<<<(n + 255) / 256, 256>>>(samples, smooth, n);
  return 0;
}
