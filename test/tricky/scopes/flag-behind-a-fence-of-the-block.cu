// The fences reach the device.
// expect: race-free
// launch: grid 4 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
