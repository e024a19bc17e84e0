// A lock in a class, with its fences in its functions.
// expect: race-free
// launch: grid 8 block 64
struct Lock {
  int *state;
  __device__ void take() {
    while (atomicCAS(state, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void give() {
    __threadfence();
    atomicExch(state, 0);
  }
};
__global__ void add(Lock lock, int *total) {
  if (threadIdx.x != 0) return;
  lock.take();
  total[0] += 1;
  lock.give();
}
