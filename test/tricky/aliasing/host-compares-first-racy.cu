// The host only looks for null pointers: with one buffer for both, thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static void run(int *out, const int *in) {
  if (out == nullptr || in == nullptr) return;
  reverse<<<1, 64>>>(out, in);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  run(b, a);
  run(a, a);
  return cudaDeviceSynchronize();
}
