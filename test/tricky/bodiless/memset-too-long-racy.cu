// Each thread clears four words, which begin three apart: threads 0 and 1 both clear word 3.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void clear(int *a) {
  memset(a + 3 * threadIdx.x, 0, 4 * sizeof(int));
}
