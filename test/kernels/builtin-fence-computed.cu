// Which scope the fences have is said by a parameter: it may be the block's.
// expect: inconclusive: a possible scoped-fence-race was neither proved nor ruled out (test/kernels/builtin-fence-computed.cu:15)
// expect: possible scoped-fence-race line 8 with line 15
// launch: grid 8 block 64
__global__ void hand(int *data, int *ready, int *out, int scope) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, scope);
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, scope);
    out[blockIdx.x] = data[0];
  }
}
