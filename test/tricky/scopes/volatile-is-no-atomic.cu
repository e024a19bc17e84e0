// The counter is added to atomically.
// expect: race-free
// launch: grid 4 block 64
__global__ void count(int *total) {
  if (threadIdx.x == 0) atomicAdd(&total[0], 1);
}
