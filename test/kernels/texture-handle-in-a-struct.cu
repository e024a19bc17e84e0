// Which of the host's textures a handle in a struct names is not followed: it may be the one over the written buffer.
// expect: inconclusive: out and a texture may be the same memory: the pointers that the host passes are not known (test/kernels/texture-handle-in-a-struct.cu:23)
struct Source {
  cudaTextureObject_t texture;
  int first;
  float scale;
};
__global__ void mirror(int *out, Source source) {
  out[threadIdx.x] = tex1Dfetch<int>(source.texture, source.first - threadIdx.x);
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = a;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 64 * sizeof(int);
  cudaTextureDesc description = {};
  Source source = {0, 63, 1};
  cudaCreateTextureObject(&source.texture, &resource, &description, nullptr);
  // The texture is made over what is written.
  mirror<<<1, 64>>>(a, source);
  return cudaDeviceSynchronize();
}
