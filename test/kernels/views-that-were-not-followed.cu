// expect: conditional: disjoint(out.data, words); disjoint(out.data, table.data)
// expect: possible inter-block-race line 18 with line 18
// The pointers stand in structs that are passed by value, behind a number in one of them; which memory they lead to was not followed.
#include <cstdlib>

float **tables[8];

namespace {
const int kWidth = 64;

struct View {
  int columns;
  float *data;
};

__global__ void encode(View out, const int *words, View table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * kWidth) out.data[i] = table.data[words[i / kWidth] * kWidth + i % kWidth];
}
} // namespace

int main(int argc, char **argv) {
  float **all = tables[argc & 7];
  int n = atoi(argv[1]);
  encode<<<(n * kWidth + 255) / 256, 256>>>(View{kWidth, all[0]}, (int *)all[1], View{kWidth, all[2]}, n);
}
