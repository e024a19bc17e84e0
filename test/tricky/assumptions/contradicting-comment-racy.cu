// The comment's two facts exclude each other: with n = 32 threads 0 and 32 both write a[0].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
// gpurace: assume n == 3 && n == 4
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
