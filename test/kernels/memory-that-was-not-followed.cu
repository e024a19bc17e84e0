// expect: conditional: disjoint(out, words); disjoint(out, table)
// expect: possible inter-block-race line 14 with line 14
// The host keeps its memory in tables of pointers, and which of them these three are was not followed. Where `out` and one of
// the others are the same, a row is read that another block writes.
#include <cstdlib>

float **tables[8];

namespace {
const int kWidth = 64;

__global__ void encode(float *out, const int *words, const float *table, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * width) out[i] = table[words[i / width] * width + i % width];
}
} // namespace

int main(int argc, char **argv) {
  float **all = tables[argc & 7];
  int n = atoi(argv[1]);
  encode<<<(n * kWidth + 255) / 256, 256>>>(all[0], (int *)all[1], all[2], n, kWidth);
}
