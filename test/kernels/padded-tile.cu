// A tile whose rows are one element longer than they are used.
// expect: race-free
// launch: grid 2,2 block 16,16
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 32 + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  out[y * 32 + x] = tile[threadIdx.x][threadIdx.y];
}
