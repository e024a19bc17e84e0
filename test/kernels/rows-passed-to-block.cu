// An index of three digits, whose rows are lengths that are passed: no launch is known, and a block that is no longer than they are is right.
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/rows-passed-to-block.cu:10); a possible inter-block-race was neither proved nor ruled out (test/kernels/rows-passed-to-block.cu:12)
// expect: possible intra-block-race line 10 with line 10
// expect: possible inter-block-race line 12 with line 12
__global__ void scaleHeads(float4 *out, const float4 *in, int heads, int width) {
  __shared__ float4 tile[1024];
  int headWidth = width / heads;
  int at = threadIdx.z * width + threadIdx.y * headWidth + threadIdx.x;
  float4 one = in[blockIdx.x * width * blockDim.z + at];
  tile[at] = make_float4(one.x * 2, one.y * 2, one.z * 2, one.w * 2);
  __syncthreads();
  out[blockIdx.x * width * blockDim.z + at] = tile[at];
}
