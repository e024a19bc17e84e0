// The step is one short of a block: thread 63 comes to n - 64 first, and thread 0 to n - 64 second.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void number(int *a, int n) {
  for (int i = n - 1 - static_cast<int>(threadIdx.x); i >= 0; i -= 63) a[i] = threadIdx.x;
}
