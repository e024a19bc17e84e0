// The pointers are one, and nothing is done, or they lie 64 words apart.
// expect: race-free
__global__ void reverse(const int *a, int *b) {
  if (a != b) b[threadIdx.x] = a[63 - threadIdx.x];
}
int main() {
  int *all;
  cudaMalloc(&all, 128 * sizeof(int));
  reverse<<<1, 64>>>(all, all);
  reverse<<<1, 64>>>(all, all + 64);
  return cudaDeviceSynchronize();
}
