// What is chosen is `out` only where `n` is large.
// expect: race-free
__global__ void mark(int *out, int *in, int n) {
  int *chosen = n > 5 ? out : in;
  if (chosen == out && n < 5) out[0] = threadIdx.x;
}
void run(int n) {
  int *out, *in;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&in, sizeof(int));
  mark<<<1, 64>>>(out, in, n);
}
