// Two threads write one element, whichever the type of the elements is.
// expect: intra-warp-race line 9 with line 9
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

template <typename scalar_t>
__global__ void scale(const scalar_t *__restrict__ x, scalar_t *__restrict__ y, int64_t n) {
  int64_t i = (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i / 2] = 2 * x[i];
}
torch::Tensor scaled(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "not on a device");
  auto y = torch::zeros_like(x);
  int64_t n = x.numel();
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scaled", ([&] {
    scale<scalar_t><<<(n + 127) / 128, 128, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n);
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scaled", &scaled, "Every element twice"); }
