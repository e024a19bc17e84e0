// t without the bits of t / 2 is no code: threads 2 and 3 both write a[2].
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void number(int *a) {
  a[threadIdx.x & ~(threadIdx.x >> 1)] = threadIdx.x;
}
