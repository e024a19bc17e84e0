// The host writes two addresses into the array that it passes by value, with memcpy.
// expect: race-free
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
  int *all[2] = {a, b};
  Table table;
  memcpy(table.entry, all, sizeof(all));
  reverse<<<1, 64>>>(table);
  return cudaDeviceSynchronize();
}
