// Texels of four floats at every fourth byte: each reaches into those of the next three threads.
// expect: inter-block-race line 8 with line 8
surface<void, cudaSurfaceType2D> image;
__global__ void paint(int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  surf2Dwrite(make_float4(x, y, 0, 1), image, x * sizeof(float), y, cudaBoundaryModeZero);
}
int main() {
  paint<<<dim3(8, 8), dim3(16, 16)>>>(100, 100);
}
