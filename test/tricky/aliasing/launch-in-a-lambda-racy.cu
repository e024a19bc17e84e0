// The lambda has captured the buffer that it is called with: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  auto run = [&](int *out) { reverse<<<1, 64>>>(out, a); };
  run(a);
  return cudaDeviceSynchronize();
}
