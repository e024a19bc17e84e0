// The texture lies over the buffer that is written; what textures read is not followed.
// expect: inconclusive: out and the texture in may be the same memory: the pointers that the host passes are not known (test/kernels/texture-over-written-memory.cu:16)
__global__ void reverse(int *out, cudaTextureObject_t in) {
  out[threadIdx.x] = tex1Dfetch<int>(in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = a;
  cudaTextureDesc description = {};
  cudaTextureObject_t in;
  cudaCreateTextureObject(&in, &resource, &description, nullptr);
  reverse<<<1, 64>>>(a, in);
}
