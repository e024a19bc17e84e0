// The thread that counts last adds up what all have written.
// expect: race-free
// launch: grid 8 block 64
__global__ void sum(unsigned *done, int *parts, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = gridDim.x * blockDim.x;
  parts[i] = i;
  __threadfence();
  if (atomicAdd(done, 1u) == n - 1) {
    __threadfence();
    int s = 0;
    for (int j = 0; j < n; j++) s += parts[j];
    out[0] = s;
  }
}
