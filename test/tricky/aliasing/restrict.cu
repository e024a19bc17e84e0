// The kernel promises `__restrict__`, and the launch keeps it.
// expect: race-free
__global__ void reverse(int *__restrict__ out, const int *__restrict__ in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  reverse<<<1, 64>>>(a, b);
  return cudaDeviceSynchronize();
}
