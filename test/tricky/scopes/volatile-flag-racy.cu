// Nothing keeps the data before the volatile flag: block 1 may see the flag and read the data of before.
// expect: racy line 7 with line 12
// launch: grid 2 block 64
__global__ void hand(volatile int *data, volatile int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    ready[0] = 1;
  } else {
    while (ready[0] == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}
