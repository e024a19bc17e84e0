// Odd and even blocks take different locks for the same place.
// expect: inter-block-race line 12 with line 12
// expect: inter-block-race line 11 with line 12
// launch: grid 8 block 64
__global__ void add(int *locks, int *total) {
  if (threadIdx.x != 0) return;
  int *lock = &locks[blockIdx.x % 2];
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  int old = total[0];
  total[0] = old + 1;
  __threadfence();
  atomicExch(lock, 0);
}
