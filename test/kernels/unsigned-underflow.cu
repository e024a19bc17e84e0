// Below zero an unsigned index wraps around, and the guard catches it.
// expect: race-free
// launch: grid 1 block 64
__global__ void shift(int *s) {
  unsigned t = threadIdx.x;
  if (t - 1u < 62u) s[t - 1u] = t;
}
