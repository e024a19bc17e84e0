// Those with a remainder step back by one: thread 1 writes a[0], and so does thread 0.
// expect: racy line 8 with line 9
// expect: racy line 9 with line 9
// launch: grid 4 block 64
__global__ void split(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 3 == 0) a[i] = 0;
  else a[i - i % 3] = 1;
}
