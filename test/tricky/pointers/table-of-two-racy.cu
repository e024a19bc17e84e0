// The second row begins in the middle of the first one: threads 1 and 32 both write a[16].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number(int *a) {
  int *rows[2] = {a, a + 16};
  rows[threadIdx.x % 2][threadIdx.x / 2] = threadIdx.x;
}
