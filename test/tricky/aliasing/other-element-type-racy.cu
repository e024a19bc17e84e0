// One buffer, as numbers of two types: thread 0 writes its first word while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(float *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  void *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  reverse<<<1, 64>>>((float *)b, (int *)b);
  return cudaDeviceSynchronize();
}
