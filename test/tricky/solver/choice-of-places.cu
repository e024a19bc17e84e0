// There are 48 threads, and none has the places of threads 16 to 31.
// expect: race-free
// launch: grid 1 block 48
__global__ void number(int *a) {
  int t = threadIdx.x;
  a[t < 16 ? t : t < 32 ? t + 16 : t - 16] = t;
}
