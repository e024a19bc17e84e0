// Two buffers, of two types.
// expect: race-free
__global__ void reverse(float *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  void *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  reverse<<<1, 64>>>((float *)b, (int *)a);
  return cudaDeviceSynchronize();
}
