// Nothing says that the places differ: with order[0] = order[1], threads 0 and 1 write the same word.
// expect: racy
// launch: grid 2 block 64
__global__ void scatter(const unsigned *order, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[order[i]] = i;
}
