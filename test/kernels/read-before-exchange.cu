// Two sums over a block in one buffer. The first lane begins the second when all lanes have handed it a value behind their read.
// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/read-before-exchange.cu:19)
// expect: possible intra-warp-race line 13 with line 19
__device__ float sumOfWarp(float v) {
  for (int i = 1; i < 32; i *= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  return v;
}

__device__ float sumOfBlock(float v) {
  __shared__ float part[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = sumOfWarp(v);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) v = sumOfWarp(lane < 8 ? part[lane] : 0.f);
  __syncthreads();
  if (warp == 0 && lane < 8) part[lane] = v;
  __syncthreads();
  return part[warp];
}

__global__ void scaleRows(float *out, const float *in) {
  float x = in[blockIdx.x * 256 + threadIdx.x];
  float d = x - sumOfBlock(x) / 256;
  out[blockIdx.x * 256 + threadIdx.x] = d * rsqrtf(sumOfBlock(d * d));
}

void run(float *out, const float *in, int rows) { scaleRows<<<rows, 256>>>(out, in); }
