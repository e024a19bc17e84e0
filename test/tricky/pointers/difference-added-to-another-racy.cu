// `b + (a - b)` is `a`: thread 63 writes a[0] as same[0] while thread 0 writes it by its name.
// expect: racy line 5 with line 6
__global__ void mark(int *a, int *b) {
  int *same = b + (a - b);
  a[threadIdx.x] = 1;
  same[63 - threadIdx.x] = 2;
}
int main() {
  int *all;
  cudaMalloc(&all, 128 * sizeof(int));
  mark<<<1, 64>>>(all, all + 64);
  return cudaDeviceSynchronize();
}
