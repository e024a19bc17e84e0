// A step of an optimiser: parameter and both moments of each element belong to one thread.
// expect: race-free
#include <cuda_runtime.h>

__global__ void adam(float *p, const float *g, float *m, float *v, float lr, float b1, float b2, float eps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float grad = g[i];
  m[i] = b1 * m[i] + (1 - b1) * grad;
  v[i] = b2 * v[i] + (1 - b2) * grad * grad;
  p[i] -= lr * m[i] / (sqrtf(v[i]) + eps); // twin: p[i] -= lr * m[i ^ 1] / (sqrtf(v[i]) + eps);
}

void run(float *p, const float *g, float *m, float *v, int n) {
  adam<<<(n + 511) / 512, 512>>>(p, g, m, v, 1e-3f, 0.9f, 0.999f, 1e-8f, n);
}
