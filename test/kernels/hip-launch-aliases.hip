// Race-free if the two arrays were apart; the launch passes one allocation for both.
// expect: inter-block-race line 8 with line 8
#include <hip/hip_runtime.h>

template <typename T>
__global__ void shift(T *out, const T *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}

int main() {
  float *data;
  if (hipMalloc(&data, 1025 * sizeof(float)) != hipSuccess) return 1;
  hipLaunchKernelGGL(HIP_KERNEL_NAME(shift<float>), 4, 256, 0, 0, data, data, 1024);
  return hipDeviceSynchronize() != hipSuccess;
}
