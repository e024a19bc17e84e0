// 131072 threads number themselves in 32 bits.
// expect: race-free
// launch: grid 512 block 256
__global__ void number(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = blockIdx.x;
}
