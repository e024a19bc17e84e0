// Whatever the places are, each thread writes to its own part of the output.
// expect: race-free
// launch: grid 2 block 64
__global__ void scatter(const unsigned *order, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[16 * i + order[i] % 16] = i;
}
