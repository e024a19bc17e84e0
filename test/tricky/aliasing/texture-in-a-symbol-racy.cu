// The handle is in constant memory, and its texture lies over the buffer that is written.
// expect: racy line 5 with line 5
__constant__ cudaTextureObject_t in;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch<int>(in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = a;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 64 * sizeof(int);
  cudaTextureDesc description = {};
  cudaTextureObject_t made;
  cudaCreateTextureObject(&made, &resource, &description, nullptr);
  cudaMemcpyToSymbol(in, &made, sizeof made);
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
