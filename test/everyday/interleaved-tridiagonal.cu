// Many systems side by side: a thread has one, at a distance of all of them.
// expect: race-free
#include <cuda_runtime.h>

__global__ void thomas(const float *a, const float *b, float *c, float *d, int n, int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  c[s] /= b[s];
  d[s] /= b[s];
  for (int i = 1; i < n; i++) {
    int at = i * systems + s, before = at - systems; // twin: int at = i * systems + s, before = at - 1;
    float m = 1.0f / (b[at] - a[at] * c[before]);
    c[at] *= m;
    d[at] = (d[at] - a[at] * d[before]) * m;
  }
  for (int i = n - 2; i >= 0; i--) d[i * systems + s] -= c[i * systems + s] * d[(i + 1) * systems + s];
}

void solve(const float *a, const float *b, float *c, float *d, int n, int systems) {
  thomas<<<(systems + 127) / 128, 128>>>(a, b, c, d, n, systems);
}
