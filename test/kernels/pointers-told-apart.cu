// What is chosen is `out` only where `n` is large.
// launch: grid 1 block 64
// expect: race-free
__global__ void mark(int *out, int *in, int n) {
  int *chosen = n > 5 ? out : in;
  if (chosen == out && n < 5) out[0] = threadIdx.x;
}
