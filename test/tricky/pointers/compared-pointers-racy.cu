// The pointers differ and overlap all the same: thread 0 writes b[0], which is a[32], and thread 31 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(const int *a, int *b) {
  if (a != b) b[threadIdx.x] = a[63 - threadIdx.x];
}
int main() {
  int *all;
  cudaMalloc(&all, 128 * sizeof(int));
  reverse<<<1, 64>>>(all, all);
  reverse<<<1, 64>>>(all, all + 32);
  return cudaDeviceSynchronize();
}
