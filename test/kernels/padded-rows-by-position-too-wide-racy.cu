// Four bytes where pixels are three apart: the last byte of one is the first of the next.
// expect: intra-block-race line 8 with line 9
// gpurace: assume padding >= 0
__global__ void pack(unsigned char *out, int padding, int width, int height) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel >= width * height) return;
  unsigned char *to = out + pixel * 3 + padding * (pixel / width);
  to[0] = pixel;
  to[3] = pixel;
}
int main(int argc, char **argv) {
  unsigned char *out;
  cudaMalloc(&out, 1 << 20);
  pack<<<64, 128>>>(out, 5, 64, 100);
}
