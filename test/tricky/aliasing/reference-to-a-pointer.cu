// A reference gives `next` memory of its own before the launch.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static void prepare(int *&target, int *source) {
  cudaMalloc(&target, 64 * sizeof(int));
}
int main() {
  int *now, *next;
  cudaMalloc(&now, 64 * sizeof(int));
  prepare(next, now);
  reverse<<<1, 64>>>(next, now);
  return cudaDeviceSynchronize();
}
