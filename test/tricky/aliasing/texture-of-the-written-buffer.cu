// The texture lies over another buffer than the one that is written.
// expect: race-free
__global__ void reverse(int *out, cudaTextureObject_t in) {
  out[threadIdx.x] = tex1Dfetch<int>(in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = b;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 64 * sizeof(int);
  cudaTextureDesc description = {};
  cudaTextureObject_t in;
  cudaCreateTextureObject(&in, &resource, &description, nullptr);
  reverse<<<1, 64>>>(a, in);
  return cudaDeviceSynchronize();
}
