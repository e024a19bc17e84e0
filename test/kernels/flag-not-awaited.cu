// The others read the flag and go on whatever it says.
// expect: inter-block-race line 7 with line 13
// launch: grid 8 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    atomicExch(ready, 1);
  } else {
    int seen = atomicAdd(ready, 0);
    __threadfence();
    out[blockIdx.x] = data[0] + seen;
  }
}
