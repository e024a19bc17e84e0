// A barrier stands between reading scratch[order[i]] and writing scratch[t].
// expect: race-free
extern __shared__ float scratch[];
__global__ void weigh(
    const float *weight, unsigned count, const unsigned *order, bool plain, bool counted, float *sums) {
  if (!plain) {
    for (int base = 0; base < count; base += blockDim.x) {
      if (base + threadIdx.x < count) scratch[base + threadIdx.x] = weight[base + threadIdx.x];
    }
    __syncthreads();
  }
  float mine = 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!plain) mine = scratch[order[i]];
  if (counted) {
    __syncthreads();
    scratch[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = scratch[0];
  }
}
struct Options {
  float *weight;
  unsigned count;
  bool plain, counted;
  unsigned threads, blocks;
  float *sums;
};
void run(const Options &o, const unsigned *order) {
  unsigned bytes = (o.count > o.threads ? o.count : o.threads) * sizeof(float);
  weigh<<<o.blocks, o.threads, bytes>>>(o.weight, o.count, order, o.plain, o.counted, o.sums);
}
