// Launched from five places; where the sums of the blocks go stands in a table that nobody has filled. One launch stands for all, also
// where a race is looked for with sums that lie among the data: in one size, in which products of sizes are none.
// expect: conditional: disjoint(in, sums); disjoint(out, sums)
// expect: possible inter-block-race line 11 with line 12
// expect: possible inter-block-race line 9 with line 11
__global__ void total(float *out, const float *in, float *sums, int from) {
  __shared__ float part[1024];
  int at = from + __mul24(blockIdx.x, blockDim.x << 1) + threadIdx.x;
  part[threadIdx.x] = in[at] + in[at + blockDim.x];
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0] + part[blockDim.x - 1];
  out[at] = part[threadIdx.x];
}

static float *sumsOf[8];
int blocksFor(float share);

void totals(int n, int from, float share, int level) {
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  total<<<blocksFor(share), 256>>>(out, in, sumsOf[level], 0);
  total<<<blocksFor(share / 2), n / 2>>>(out, in, sumsOf[level], from);
  total<<<n / 512, 128>>>(out, in, sumsOf[level + 1], 2 * from);
  total<<<1, n % 1024>>>(out, in, sumsOf[level], n);
  total<<<blocksFor(share / 4) + 1, n / 4 + 1>>>(out, in, sumsOf[level + 1], 1);
}
