// Surface and texture lie over one array: thread 0 writes word 0 while thread 63 fetches it.
// expect: racy line 4 with line 4
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
  cudaTextureDesc description = {};
  cudaTextureObject_t in;
  cudaCreateTextureObject(&in, &resource, &description, nullptr);
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
