// Two threads share a distance from the end: 0 and 1 both write the last word.
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number(int *a) {
  int *end = a + 64;
  end[-1 - static_cast<int>(threadIdx.x) / 2] = threadIdx.x;
}
