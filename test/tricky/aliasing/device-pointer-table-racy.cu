// The host writes one address twice into the array that it passes by value: thread 0 writes what thread 63 reads.
// expect: racy line 8 with line 8
#include <cstring>
struct Table {
  int *entry[2];
};
__global__ void reverse(Table table) {
  table.entry[0][threadIdx.x] = table.entry[1][63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  int *all[2] = {a, a};
  Table table;
  memcpy(table.entry, all, sizeof(all));
  reverse<<<1, 64>>>(table);
  return cudaDeviceSynchronize();
}
