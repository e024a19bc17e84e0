// The counter begins again after four blocks: every fourth block finds itself third.
// expect: possible inter-block-race line 9 with line 9
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/ticket-goes-round.cu:9)
// launch: grid 8 block 64
__global__ void finish(int *out, unsigned int *count) {
  __shared__ bool third;
  if (threadIdx.x == 0) third = atomicInc(count, 3) == 2;
  __syncthreads();
  if (third) out[threadIdx.x] = blockIdx.x;
}
