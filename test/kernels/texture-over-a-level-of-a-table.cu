// The texture lies over another level than the one that is written. Rows must be no longer than the stride.
// expect: conditional: stride >= width
// expect: possible inter-block-race line 7 with line 7
__global__ void shrink(float *out, int width, int height, int stride, cudaTextureObject_t in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[x + y * stride] = tex2D<float>(in, 2 * x, 2 * y);
}
void pyramid(int levels, int size) {
  float **level = new float *[levels];
  int *sizes = new int[levels], *strides = new int[levels];
  for (int i = 0; i < levels; i++) {
    sizes[i] = size >> i;
    strides[i] = (sizes[i] + 31) / 32 * 32;
    cudaMalloc(&level[i], strides[i] * sizes[i] * sizeof(float));
  }
  for (int i = 1; i < levels; i++) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = level[i - 1];
    cudaTextureDesc description = {};
    cudaTextureObject_t in;
    cudaCreateTextureObject(&in, &resource, &description, nullptr);
    dim3 threads(32, 8), blocks((sizes[i] + 31) / 32, (sizes[i] + 7) / 8);
    shrink<<<blocks, threads>>>(level[i], sizes[i], sizes[i], strides[i], in);
  }
}
