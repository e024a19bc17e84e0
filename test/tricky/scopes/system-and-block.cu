// A maximum with the scope of the device, where another block adds with that of the system.
// expect: race-free
// launch: grid 2 block 64
__global__ void raise(int *peak) {
  if (blockIdx.x == 0) atomicMax(peak, threadIdx.x);
  else atomicAdd_system(peak, 1);
}
