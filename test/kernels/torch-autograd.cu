// A function with a gradient: `apply` runs its forward pass, and the engine calls the backward pass with what nobody knows.
// Dispatch over a list of types, tensors that may be missing, and tuples on the way to the launch.
// expect: inter-block-race line 15 with line 15
#include <ATen/Dispatch_v2.h>
#include <torch/csrc/autograd/custom_function.h>

template <class T>
__global__ void scale(T *out, const T *in, T factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * factor;
}

template <class T>
__global__ void count_blocks(T *count) {
  if (threadIdx.x == 0) *count = *count + 1;
}

struct Scale : torch::autograd::Function<Scale> {
  static at::Tensor forward(torch::autograd::AutogradContext *context, at::Tensor in, double factor) {
    at::Tensor out = at::empty_like(in);
    context->save_for_backward({in});
    context->saved_data["factor"] = factor;
    auto [blocks, threads] = std::tuple_cat(std::make_tuple((int)(in.numel() + 255) / 256), std::make_tuple(256));
    AT_DISPATCH_V2(in.scalar_type(), "scale", AT_WRAP([&] {
                     scale<scalar_t><<<blocks, threads>>>(out.data_ptr<scalar_t>(), in.const_data_ptr<scalar_t>(),
                                                          (scalar_t)factor, in.numel());
                   }),
                   AT_EXPAND(AT_FLOATING_TYPES), at::kHalf);
    return out;
  }
  static torch::autograd::variable_list backward(
      torch::autograd::AutogradContext *context, torch::autograd::variable_list gradients) {
    at::Tensor in = context->get_saved_variables()[0];
    at::Tensor sum = at::zeros({1}, in.options());
    count_blocks<float><<<4, 256>>>(sum.data_ptr<float>());
    return {gradients[0], sum};
  }
};

at::Tensor scaled(const at::Tensor &in, at::optional<double> factor) {
  return Scale::apply(in, factor.value_or(2.0));
}
