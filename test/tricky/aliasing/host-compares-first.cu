// The host launches only when the two are not one buffer.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static void run(int *out, const int *in) {
  if (out == in) return;
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
