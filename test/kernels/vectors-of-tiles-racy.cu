// A tile is loaded in vectors while other threads still read the one before: seen only with rows whose length is a whole number of
// vectors.
// expect: intra-block-race line 13 with line 15
__global__ void sums(const float *in, float *out, int columns) {
  __shared__ float tile[64][8];
  int t = threadIdx.x;
  int row = t / 2, part = t % 2 * 4;
  in += (size_t)blockIdx.x * 64 * columns;
  float sum = 0;
  for (int k = 0; k < columns; k += 8) {
    float4 loaded = *reinterpret_cast<const float4 *>(&in[row * columns + k + part]);
    float4 *to = reinterpret_cast<float4 *>(&tile[row][part]);
    *to = loaded;
    __syncthreads();
    for (int i = 0; i < 8; i++) sum += tile[(t + 64) % 128 / 2][i];
  }
  out[blockIdx.x * 128 + t] = sum;
}

void launch(const float *in, float *out, int rows, int columns) { sums<<<rows / 64, 128>>>(in, out, columns); }
