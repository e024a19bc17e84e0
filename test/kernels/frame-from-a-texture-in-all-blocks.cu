// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/frame-from-a-texture-in-all-blocks.cu:10)
// expect: possible inter-block-race line 10 with line 10
// The twin of frames-from-a-texture-racy.cu: all blocks write the same texel to one place.
__global__ void enlarge(float *out, cudaTextureObject_t frames, int width, int height, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float *pixel = out + y * width + x;
  for (int frame = blockIdx.z; frame < count; frame += gridDim.z) {
    *pixel = tex2D<float>(frames, x, y);
    pixel += width * height;
  }
}

void enlargeAll(float *out, cudaTextureObject_t frames, int width, int height, int count) {
  dim3 grid((width + 31) / 32, (height + 31) / 32, count < 32 ? count : 32);
  enlarge<<<grid, dim3(32, 32)>>>(out, frames, width, height, count);
}
