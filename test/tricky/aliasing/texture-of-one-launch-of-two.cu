// One place launches twice, and neither launch writes the buffer that the texture lies over.
// expect: race-free
texture<int> in;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
static void launch(int *out) { reverse<<<1, 64>>>(out); }
int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  cudaBindTexture(nullptr, in, c, 64 * sizeof(int));
  launch(a);
  launch(b);
  return cudaDeviceSynchronize();
}
