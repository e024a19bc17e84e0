// expect: inter-block-race line 7 with line 7
// Two rows of blocks share one row of the picture, whatever its strides.
__global__ void brighten(float *out, int width, int row, int plane) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y / 2;
  if (x >= width) return;
  out[blockIdx.z * plane + y * row + x] = blockIdx.y;
}
int main() {
  float *out;
  cudaMalloc(&out, 1 << 22);
  brighten<<<dim3(4, 64, 4), 256>>>(out, 1024, 1024, 64 * 1024);
}
