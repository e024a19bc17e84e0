// The step is half a block: thread 32 comes to n - 1 - 32 first, and thread 0 second.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void number(int *a, unsigned n) {
  for (unsigned i = n - 1 - threadIdx.x; i < n; i -= blockDim.x / 2) a[i] = threadIdx.x;
}
