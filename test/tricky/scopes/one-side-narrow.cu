// All blocks add with the scope of the device.
// expect: race-free
// launch: grid 4 block 64
__global__ void count(int *total) {
  if (blockIdx.x == 0) atomicAdd(total, 2);
  else atomicAdd(total, 1);
}
