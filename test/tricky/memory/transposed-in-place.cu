// One thread of each pair swaps it.
// expect: race-free
// launch: grid 1 block 16,16
__global__ void transpose(int *a) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x >= y) return;
  int upper = a[16 * y + x];
  a[16 * y + x] = a[16 * x + y];
  a[16 * x + y] = upper;
}
