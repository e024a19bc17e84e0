// A loop that tests at its end.
// expect: race-free
// launch: grid 4 block 64
__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  do {
    a[i] = n - i;
    i += gridDim.x * blockDim.x;
  } while (i < n);
}
