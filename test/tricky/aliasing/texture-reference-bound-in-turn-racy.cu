// In the second round the reference is still bound to the buffer that was read first, and that is written now.
// expect: racy line 5 with line 5
static texture<int, 1> in;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaBindTexture(nullptr, in, a, 64 * sizeof(int));
  reverse<<<1, 64>>>(b);
  cudaUnbindTexture(in);
  cudaBindTexture(nullptr, in, a, 64 * sizeof(int));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
