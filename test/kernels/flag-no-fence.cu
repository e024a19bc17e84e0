// Nothing orders the data and the flag on either side.
// expect: scoped-fence-race line 7 with line 13
// launch: grid 8 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    
    out[blockIdx.x] = data[0];
  }
}
