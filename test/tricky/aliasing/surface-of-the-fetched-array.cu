// Surface and texture lie over two arrays, and each thread writes a word of its own.
// expect: race-free
__global__ void reverse(cudaSurfaceObject_t out, cudaTextureObject_t in) {
  surf1Dwrite(tex1D<int>(in, 63 - threadIdx.x), out, threadIdx.x * sizeof(int));
}
int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t one, two;
  cudaMallocArray(&one, &format, 64, 0, cudaArraySurfaceLoadStore);
  cudaMallocArray(&two, &format, 64, 0, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = one;
  cudaSurfaceObject_t out;
  cudaCreateSurfaceObject(&out, &resource);
  resource.res.array.array = two;
  cudaTextureDesc description = {};
  cudaTextureObject_t in;
  cudaCreateTextureObject(&in, &resource, &description, nullptr);
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
