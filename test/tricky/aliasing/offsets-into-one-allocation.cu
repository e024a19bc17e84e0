// The two parts lie side by side.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *all;
  cudaMalloc(&all, 128 * sizeof(int));
  reverse<<<1, 64>>>(all + 64, all);
  return cudaDeviceSynchronize();
}
