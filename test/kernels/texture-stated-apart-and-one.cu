// expect: inconclusive: out and the texture from may be the same memory: the pointers that the host passes are not known (test/kernels/texture-stated-apart-and-one.cu:22)
// What is stated of the two does not hide that the host makes the texture of what the kernel writes.
#include <cuda_runtime.h>

// gpurace: assume disjoint(out, from)
__global__ void moved(float *out, cudaTextureObject_t from, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) out[x] = tex1Dfetch<float>(from, x + 1);
}

int main() {
  float *line;
  cudaMalloc(&line, 4096 * sizeof(float));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = line;
  resource.res.linear.sizeInBytes = 4096 * sizeof(float);
  cudaTextureDesc how = {};
  cudaTextureObject_t image;
  cudaCreateTextureObject(&image, &resource, &how, nullptr);
  // The launch.
  moved<<<16, 256>>>(line, image, 4096);
}
