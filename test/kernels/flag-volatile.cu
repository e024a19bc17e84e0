// The flag is a volatile variable.
// expect: race-free
// launch: grid 8 block 64
__global__ void hand(int *data, volatile int *ready, int *out) {
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
