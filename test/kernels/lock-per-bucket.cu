// Every thread takes the lock of its bucket, in the loop that keeps a warp from waiting for itself.
// expect: race-free
// launch: grid 8 block 64
__global__ void add(int *locks, int *sums, const int *bucket) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int b = bucket[i];
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      sums[b] += i;
      __threadfence();
      atomicExch(&locks[b], 0);
      done = true;
    }
  }
}
