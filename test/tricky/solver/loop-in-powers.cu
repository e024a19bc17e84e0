// Odd numbers times powers of two: those of two threads never meet.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a, int n) {
  for (int i = 2 * threadIdx.x + 1; i < n; i *= 2) a[i] = threadIdx.x;
}
