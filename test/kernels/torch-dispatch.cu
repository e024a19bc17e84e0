// A launch in a dispatched lambda, for each type; what TORCH_CHECK demands is a fact where the kernel is launched.
// expect: race-free
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

template <typename scalar_t>
__global__ void scale(const scalar_t *__restrict__ x, scalar_t *__restrict__ y, int64_t n, int64_t step) {
  int64_t i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
  if (i < n) y[i] = 2 * x[i];
}
torch::Tensor scaled(torch::Tensor x, int64_t step) {
  TORCH_CHECK(x.is_cuda(), "not on a device");
  TORCH_CHECK(step > 0, "the step is ", step);
  auto y = torch::zeros_like(x);
  int64_t n = x.numel();
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scaled", ([&] {
    scale<scalar_t><<<(n + 127) / 128, 128, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n, step);
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scaled", &scaled, "Every element twice"); }
