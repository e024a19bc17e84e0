// The fence has the scope `gpu`.
// expect: race-free
// launch: grid 4 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
