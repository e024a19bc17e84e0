// Elements of tensors by their indices: each thread has one of its own.
// expect: race-free
#include <torch/extension.h>

__global__ void add(torch::PackedTensorAccessor32<float, 2, torch::RestrictPtrTraits> out,
                    const torch::PackedTensorAccessor32<float, 2, torch::RestrictPtrTraits> in) {
  int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < out.size(1)) out[i][j] = in[i][j] + 1;
}
torch::Tensor added(torch::Tensor in) {
  auto out = torch::empty({in.size(0), in.size(1)}, in.options());
  add<<<dim3((in.size(1) + 255) / 256, in.size(0)), 256>>>(
      out.packed_accessor32<float, 2, torch::RestrictPtrTraits>(),
      in.packed_accessor32<float, 2, torch::RestrictPtrTraits>());
  return out;
}
