// Small and large requests both get memory of their own: two allocations on every path.
// expect: race-free
__global__ void reverse(int *out, const int *in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[n - 1 - threadIdx.x];
}
static int *scratchFor(int *given, int n) {
  int *own = nullptr;
  if (n <= 64) cudaMalloc(&own, 64 * sizeof(int));
  else cudaMalloc(&own, n * sizeof(int));
  return own;
}
int main(int argc, char **argv) {
  int n = 64 * argc;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  reverse<<<1, 64>>>(scratchFor(a, n), a, n);
  return cudaDeviceSynchronize();
}
