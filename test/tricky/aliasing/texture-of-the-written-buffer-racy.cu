// The texture lies over the buffer that is written: thread 0 writes word 0 while thread 63 fetches it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, cudaTextureObject_t in) {
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
  cudaTextureObject_t in;
  cudaCreateTextureObject(&in, &resource, &description, nullptr);
  reverse<<<1, 64>>>(a, in);
  return cudaDeviceSynchronize();
}
