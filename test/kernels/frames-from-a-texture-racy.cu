// expect: inter-block-race line 9 with line 9
// All blocks along z write the first frame, each what the texture holds for its own: the values differ, as any two texels may.
__global__ void enlarge(float *out, cudaTextureObject_t frames, int width, int height, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float *pixel = out + y * width + x;
  for (int frame = blockIdx.z; frame < count; frame += gridDim.z) {
    *pixel = tex2D<float>(frames, x, frame * height + y);
    pixel += width * height;
  }
}

void enlargeAll(float *out, cudaTextureObject_t frames, int width, int height, int count) {
  dim3 grid((width + 31) / 32, (height + 31) / 32, count < 32 ? count : 32);
  enlarge<<<grid, dim3(32, 32)>>>(out, frames, width, height, count);
}
