// The lambda has captured another buffer than it is called with.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  auto run = [&](int *out) { reverse<<<1, 64>>>(out, a); };
  run(b);
  return cudaDeviceSynchronize();
}
