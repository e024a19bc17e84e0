// Between the write and the read the thread synchronises, and others may have changed the place.
// expect: possible inter-block-race line 9 with line 9
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/reads-own-write-atomic.cu:9)
// launch: grid 4 block 64
__global__ void scatter(int *out, int *place, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  place[i] = i;
  atomicExch(count, 1);
  out[place[i]] = threadIdx.x;
}
