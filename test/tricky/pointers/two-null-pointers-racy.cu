// Two null pointers are equal, and then threads 0 and 1 both write out[0].
// expect: racy line 4 with line 4
__global__ void mark(int *out, const int *a, const int *b) {
  if (a == b) out[threadIdx.x / 2] = threadIdx.x;
  else out[threadIdx.x] = 1;
}
int main() {
  int *out, *a;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMalloc(&a, 64 * sizeof(int));
  mark<<<1, 64>>>(out, nullptr, nullptr);
  return cudaDeviceSynchronize();
}
