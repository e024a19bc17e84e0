// The block is the caller's. With some of the usual ones each thread has its own elements, with others it does not.
// expect: conditional: blockDim.y <= 8
// expect: possible intra-block-race line 9 with line 9
__global__ void tile(float *out, const float *in) {
  __shared__ float buffer[64][33];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < 32 && y < 32)
    for (int i = 0; i < 32; i += 8)
      buffer[y + i][x] = in[blockIdx.x * 1024 + (y + i) * 32 + x];
  __syncthreads();
  if (x < 32 && y < 8) out[blockIdx.x * 256 + y * 32 + x] = buffer[y][x];
}

void launch(float *out, const float *in, int blocks, dim3 block) {
  tile<<<blocks, block>>>(out, in);
}
