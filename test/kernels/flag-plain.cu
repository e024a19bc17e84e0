// The flag is a plain variable: waiting for it is a race, and so is what it was to protect.
// expect: inter-block-race line 10 with line 12
// expect: inter-block-race line 8 with line 15
// launch: grid 8 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
