// Threads 16 to 31 have places 32 to 47, and so have threads 48 to 63: 16 and 48 both write a[32].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number(int *a) {
  int t = threadIdx.x;
  a[t < 16 ? t : t < 32 ? t + 16 : t - 16] = t;
}
