// The local array holds pointers, and the neighbour's is taken: threads 0 and 1 both write a[1].
// expect: racy line 6 with line 7
// launch: grid 1 block 64
__global__ void mark(int *a) {
  int *mine[2] = {a + threadIdx.x, a + threadIdx.x + 1};
  *mine[0] = 1;
  *mine[1] = 2;
}
