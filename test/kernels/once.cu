// Only who finds the guard open goes on, and nobody opens it again.
// expect: race-free
// launch: grid 8 block 64
__global__ void first(int *guard, int *out) {
  if (atomicCAS(guard, 0, 1) == 0) out[0] = threadIdx.x;
}
