// A kernel for whole tiles, without a guard: where a part of one is left, a block writes into the rows of another.
// expect: conditional: columns % 16 == 0
// expect: possible inter-block-race line 13 with line 13
__global__ void normalised(const float *in, float *out, int rows, int columns) {
  __shared__ float tile[16][17];
  int column = blockIdx.x * 16 + threadIdx.x;
  int row = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[row * columns + column];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; k++) sum += tile[threadIdx.y][k];
  __syncthreads();
  out[row * columns + column] = tile[threadIdx.y][threadIdx.x] / sum;
}

void launch(const float *in, float *out, int rows, int columns) {
  normalised<<<dim3((columns + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(in, out, rows, columns);
}
