// The zeros of the first warp may come after the sums of others. In the first block these are zeros as well: nothing lies before it.
// expect: intra-block-race line 7 with line 11
// launch: grid 512 block 256
__global__ void before(float *out, const float *in) {
  __shared__ float part[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x < 8) part[threadIdx.x] = 0;
  float own = 0;
  for (int i = threadIdx.x; i < blockIdx.x; i += blockDim.x) own += in[i];
  for (int offset = 16; offset > 0; offset /= 2) own += __shfl_down_sync(~0u, own, offset);
  if (lane == 0) part[warp] = own;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7];
}
