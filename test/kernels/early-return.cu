// Threads behind the end leave; nobody waits for them.
// expect: race-free
// launch: grid 4 block 64
__global__ void scale(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  a[i] = 2.0f * a[i];
}
