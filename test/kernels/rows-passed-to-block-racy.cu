// The same rows, and no barrier between neighbours of one row.
// expect: intra-block-race line 10 with line 11
// expect: possible intra-block-race line 10 with line 10
// expect: possible inter-block-race line 11 with line 11
__global__ void scaleHeads(float4 *out, const float4 *in, int heads, int width) {
  __shared__ float4 tile[1024];
  int headWidth = width / heads;
  int at = threadIdx.z * width + threadIdx.y * headWidth + threadIdx.x;
  float4 one = in[blockIdx.x * width * blockDim.z + at];
  tile[at] = make_float4(one.x * 2, one.y * 2, one.z * 2, one.w * 2);
  out[blockIdx.x * width * blockDim.z + at] = tile[at ^ 1];
}
