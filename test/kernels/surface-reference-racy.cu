// Texels of four floats at every fourth byte: each reaches into those of the next three threads.
// expect: possible inter-block-race line 9 with line 9
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/surface-reference-racy.cu:9)
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
