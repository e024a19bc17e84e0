// Atomics with block scope do not order the blocks among each other.
// expect: scoped-atomic-race line 5 with line 5
// launch: grid 4 block 64
__global__ void count(int *counter) {
  atomicAdd_block(counter, 1);
}
