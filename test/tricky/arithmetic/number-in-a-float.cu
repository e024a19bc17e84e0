// A double has 53 bits.
// expect: race-free
// launch: grid 131072 block 256
__global__ void mark(char *a) {
  double i = blockIdx.x * blockDim.x + threadIdx.x;
  a[static_cast<unsigned>(i)] = 1;
}
