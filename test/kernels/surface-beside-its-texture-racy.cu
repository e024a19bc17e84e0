// Texture and surface lie over one array: a thread fetches what its neighbour writes.
// expect: inconclusive: to and the texture from may be the same memory: the pointers that the host passes are not known (test/kernels/surface-beside-its-texture-racy.cu:20)
__global__ void shift(cudaTextureObject_t from, cudaSurfaceObject_t to) {
  surf1Dwrite(tex1D<float>(from, threadIdx.x + 1.5f), to, threadIdx.x * 4);
}
int main() {
  cudaArray_t a, b;
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &texel, 65, 0, cudaArraySurfaceLoadStore);
  cudaMallocArray(&b, &texel, 65, 0, cudaArraySurfaceLoadStore);
  cudaResourceDesc over = {};
  cudaTextureDesc how = {};
  over.resType = cudaResourceTypeArray;
  over.res.array.array = a;
  cudaTextureObject_t from;
  cudaSurfaceObject_t to;
  cudaCreateTextureObject(&from, &over, &how, nullptr);
  over.res.array.array = a;
  cudaCreateSurfaceObject(&to, &over);
  shift<<<1, 64>>>(from, to);
}
