// Both threads of a pair swap it: thread (0, 1) and thread (1, 0) both write a[1].
// expect: racy
// launch: grid 1 block 16,16
__global__ void transpose(int *a) {
  int x = threadIdx.x, y = threadIdx.y;
  int upper = a[16 * y + x];
  a[16 * y + x] = a[16 * x + y];
  a[16 * x + y] = upper;
}
