// Before each launch the reference is bound to the buffer that is only read.
// expect: race-free
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
  cudaBindTexture(nullptr, in, b, 64 * sizeof(int));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
