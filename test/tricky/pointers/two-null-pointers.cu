// Of the two pointers one is null, so they are not equal.
// expect: race-free
__global__ void mark(int *out, const int *a, const int *b) {
  if (a == b) out[threadIdx.x / 2] = threadIdx.x;
  else out[threadIdx.x] = 1;
}
int main() {
  int *out, *a;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMalloc(&a, 64 * sizeof(int));
  mark<<<1, 64>>>(out, a, nullptr);
  return cudaDeviceSynchronize();
}
