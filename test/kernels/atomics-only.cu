// All accesses to the counter are atomic.
// expect: race-free
// launch: grid 4 block 64
__global__ void count(const int *in, int *counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) atomicAdd(counter, 1);
}
