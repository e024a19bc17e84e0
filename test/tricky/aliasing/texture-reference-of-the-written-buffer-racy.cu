// The reference is bound to the buffer that is written: thread 0 writes word 0 while thread 63 fetches it.
// expect: racy line 5 with line 5
texture<int> in;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaBindTexture(nullptr, in, a, 64 * sizeof(int));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
