// The kernel promises `__restrict__`, and the launch breaks it: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *__restrict__ out, const int *__restrict__ in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  reverse<<<1, 64>>>(a, a);
  return cudaDeviceSynchronize();
}
