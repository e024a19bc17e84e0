// The step is a whole block, and below zero the number is larger than n.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a, unsigned n) {
  for (unsigned i = n - 1 - threadIdx.x; i < n; i -= blockDim.x) a[i] = threadIdx.x;
}
