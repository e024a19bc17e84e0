// Each block takes the locks of two neighbours, the lower one first.
// expect: race-free
// launch: grid 8 block 64
__global__ void exchange(int *locks, int *cells) {
  if (threadIdx.x != 0) return;
  int i = blockIdx.x % 4, j = (blockIdx.x + 1) % 4;
  int low = min(i, j), high = max(i, j);
  while (atomicCAS(&locks[low], 0, 1) != 0) {
  }
  while (atomicCAS(&locks[high], 0, 1) != 0) {
  }
  __threadfence();
  cells[low] += 1;
  cells[high] -= 1;
  __threadfence();
  atomicExch(&locks[high], 0);
  atomicExch(&locks[low], 0);
}
