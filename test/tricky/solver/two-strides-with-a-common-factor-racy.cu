// 6 times 5 is 10 times 3: threads (5, 0) and (0, 3) both write a[30].
// expect: racy line 5 with line 5
// launch: grid 1 block 6,4
__global__ void number(int *a) {
  a[6 * threadIdx.x + 10 * threadIdx.y] = threadIdx.x;
}
