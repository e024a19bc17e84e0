// Without the flag `p` is another shared array, and `a` is written by its name alone.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *a, bool flag) {
  __shared__ int s[64];
  __shared__ int r[64];
  int *p = flag ? s : r;
  p[threadIdx.x] = 1;
  a[63 - threadIdx.x] = 2;
  if (a == nullptr) a[0] = r[0];
}
