// Without the flag `p` is `a`: thread 63 writes a[0], and so does thread 0.
// expect: racy line 8 with line 9
// launch: grid 1 block 64
__global__ void mark(int *a, bool flag) {
  __shared__ int s[64];
  __shared__ int r[64];
  int *p = flag ? s : a;
  p[threadIdx.x] = 1;
  a[63 - threadIdx.x] = 2;
  if (a == nullptr) a[0] = r[0];
}
