// The stated fact is never true, and proves nothing: with n = 32 threads 0 and 32 both write a[0].
// expect: racy line 6 with line 6
// assume: 1 == 2
// launch: grid 1 block 64
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
