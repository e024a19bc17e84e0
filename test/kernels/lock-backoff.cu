// The wait ends when the lock is not taken, and sleeps in between.
// expect: race-free
// launch: grid 8 block 64
__device__ int lock = 0;
__global__ void add(int *total) {
  if (threadIdx.x != 0) return;
  unsigned pause = 8;
  while (atomicCAS(&lock, 0, 1) == 1) {
    __nanosleep(pause);
    if (pause < 256) pause *= 2;
  }
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(&lock, 0);
}
