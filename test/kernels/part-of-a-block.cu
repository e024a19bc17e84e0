// A block has its own part of the result, if the part is no smaller than the block.
// expect: conditional: part >= blockDim.x
// expect: possible inter-block-race line 5 with line 5
__global__ void parts(int *out, int part) {
  out[blockIdx.x * part + threadIdx.x] = threadIdx.x + blockIdx.x;
}
