// All have read before anybody writes, whichever flags the host passes.
// expect: race-free
extern __shared__ float scratch[];
__global__ void apply(const float *gain, unsigned kinds, const unsigned *order, bool skip, bool tally, float *sums) {
  if (!skip) {
    for (unsigned first = 0; first < kinds; first += blockDim.x)
      if (first + threadIdx.x < kinds) scratch[first + threadIdx.x] = gain[first + threadIdx.x];
    __syncthreads();
  }
  float x = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!skip)
    x = scratch[order[i]];
  __syncthreads();
  if (tally) {
    scratch[threadIdx.x] = x;
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = scratch[blockDim.x - 1];
  }
}
struct Options {
  float *gain;
  unsigned kinds;
  bool skip;
  unsigned block, blocks;
  bool tally;
  float *sums;
};
void run(const Options &o, const unsigned *order) {
  apply<<<o.blocks, o.block, o.kinds * 4>>>(o.gain, o.kinds, order, o.skip, o.tally, o.sums);
}
