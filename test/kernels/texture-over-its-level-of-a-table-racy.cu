// The texture lies over the level that is written.
// expect: inconclusive: out and the texture in may be the same memory: the pointers that the host passes are not known (test/kernels/texture-over-its-level-of-a-table-racy.cu:17)
__global__ void shrink(float *out, int n, cudaTextureObject_t in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(in, 2 * i);
}
void pyramid(int levels, int size) {
  float **level = new float *[levels];
  for (int i = 0; i < levels; i++) cudaMalloc(&level[i], size * sizeof(float));
  for (int i = 1; i < levels; i++) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = level[i];
    cudaTextureDesc description = {};
    cudaTextureObject_t in;
    cudaCreateTextureObject(&in, &resource, &description, nullptr);
    shrink<<<(size + 255) / 256, 256>>>(level[i], size / 2, in);
  }
}
