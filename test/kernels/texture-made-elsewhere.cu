// expect: conditional: disjoint(out, from)
// expect: possible inter-block-race line 9 with line 9
// Another function makes the texture, over memory that it is handed: nobody knows whether that is what the kernel writes.
#include <cuda_runtime.h>

__global__ void moved(float *out, cudaTextureObject_t from, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(from, x + 1, y);
}

cudaTextureObject_t image;

void look_at(float *pixels, int width, int height) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pixels;
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  cudaTextureDesc how = {};
  cudaCreateTextureObject(&image, &resource, &how, nullptr);
}

void move(float *out, int width, int height) {
  moved<<<dim3((width + 127) / 128, height), 128>>>(out, image, width, height);
}
