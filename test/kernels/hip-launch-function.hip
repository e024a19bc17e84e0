// Sizes and arguments of launches by functions of the runtime: the kernels are right for these launches only.
// expect: race-free
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

__global__ void rotate(int *data, int stride) {
  data[blockIdx.x * stride + threadIdx.x] = blockIdx.x;
}

__global__ void mirror(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  cooperative_groups::this_grid().sync();
  int other = data[n - 1 - i];
  cooperative_groups::this_grid().sync();
  data[i] += other;
}

int main() {
  int *data, stride = 128, n = 1024;
  if (hipMalloc(&data, n * sizeof(int)) != hipSuccess) return 1;
  void *rotation[] = {&data, &stride};
  if (hipLaunchKernel((const void *)rotate, dim3(8), dim3(128), rotation, 0, 0) != hipSuccess) return 1;
  void *mirroring[] = {&data, &n};
  return hipLaunchCooperativeKernel((void *)mirror, dim3(n / 256), dim3(256), mirroring, 0, 0) != hipSuccess;
}
