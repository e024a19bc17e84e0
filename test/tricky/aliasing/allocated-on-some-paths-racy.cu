// A small request is served from the caller's own buffer: then thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[n - 1 - threadIdx.x];
}
static int *scratchFor(int *given, int n) {
  int *own = nullptr;
  if (n <= 64) return given;
  cudaMalloc(&own, n * sizeof(int));
  return own;
}
int main(int argc, char **argv) {
  int n = 64 * argc;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  reverse<<<1, 64>>>(scratchFor(a, n), a, n);
  return cudaDeviceSynchronize();
}
