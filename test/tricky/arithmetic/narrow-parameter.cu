// The parameter has 16 bits, and there are 512 threads.
// expect: race-free
// launch: grid 8 block 64
__device__ void put(int *a, unsigned short i, int value) {
  a[i] = value;
}
__global__ void number(int *a) { put(a, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.x); }
