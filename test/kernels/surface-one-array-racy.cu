// Both surfaces lie over one array, so that a neighbour is read while its thread writes it.
// expect: inconclusive: from and to may be the same memory: the pointers that the host passes are not known (test/kernels/surface-one-array-racy.cu:25)
__global__ void blur(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height || x == 0) return;
  float left, here;
  surf2Dread(&left, from, (x - 1) * 4, y);
  surf2Dread(&here, from, x * 4, y);
  surf2Dwrite(0.5f * (left + here), to, x * 4, y);
}
int main() {
  int width = 640, height = 480;
  cudaArray_t a, b;
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &texel, width, height, cudaArraySurfaceLoadStore);
  cudaMallocArray(&b, &texel, width, height, cudaArraySurfaceLoadStore);
  cudaResourceDesc over = {};
  over.resType = cudaResourceTypeArray;
  over.res.array.array = a;
  cudaSurfaceObject_t from, to;
  cudaCreateSurfaceObject(&from, &over);
  over.res.array.array = a;
  cudaCreateSurfaceObject(&to, &over);
  blur<<<dim3(40, 30), dim3(16, 16)>>>(from, to, width, height);
}
