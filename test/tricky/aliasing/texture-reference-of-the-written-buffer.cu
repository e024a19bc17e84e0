// The reference is bound to another buffer than the one that is written.
// expect: race-free
texture<int> in;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaBindTexture(nullptr, in, b, 64 * sizeof(int));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
