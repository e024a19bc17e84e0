// Fences keep the data before the volatile flag, on both sides.
// expect: race-free
// launch: grid 2 block 64
__global__ void hand(volatile int *data, volatile int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    ready[0] = 1;
  } else {
    while (ready[0] == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
