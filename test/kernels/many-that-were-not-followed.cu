// expect: conditional: disjoint(a, most); disjoint(b, most); disjoint(c, most); disjoint(d, most); disjoint(mean, a); disjoint(mean, b); disjoint(mean, c); disjoint(mean, d); disjoint(mean, most)
// expect: possible inter-block-race line 14 with line 17
// expect: possible inter-block-race line 14 with line 16
// expect: possible inter-block-race line 16 with line 17
// Nine pairs of pointers may each lead to one memory.
#include <cstdlib>

float **tables[8];

namespace {
__global__ void together(float *mean, const float *a, const float *b, const float *c, const float *d, float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? a[i - 1] + b[i - 1] + c[i - 1] + d[i - 1] : 0;
  const float right = i + 1 < n ? a[i + 1] + b[i + 1] + c[i + 1] + d[i + 1] : 0;
  mean[i] = (left + right) / 8;
  most[i] = left < right ? right : left;
}
} // namespace

int main(int argc, char **argv) {
  float **all = tables[argc & 7];
  int n = atoi(argv[1]);
  together<<<(n + 255) / 256, 256>>>(all[0], all[1], all[2], all[3], all[4], all[5], n);
}
