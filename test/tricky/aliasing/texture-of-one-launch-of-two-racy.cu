// One place launches twice: the texture lies over the buffer that the second launch writes.
// expect: racy line 5 with line 5
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
  cudaBindTexture(nullptr, in, a, 64 * sizeof(int));
  launch(a);
  launch(b);
  return cudaDeviceSynchronize();
}
