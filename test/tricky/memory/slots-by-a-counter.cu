// Each thread has the slot that it drew.
// expect: race-free
// launch: grid 2 block 64
__global__ void compact(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) {
    int slot = atomicAdd(count, 1);
    out[slot] = in[i];
  }
}
