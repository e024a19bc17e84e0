// Functions with a gradient. To apply one runs its forward pass; what it saved for the backward pass is not known there.
#pragma once
#include <ATen/core/ivalue.h>

namespace torch {
namespace autograd {
typedef at::Tensor Variable;
typedef std::vector<at::Tensor> variable_list;
typedef std::vector<at::Tensor> tensor_list;
struct AutogradContext {
  std::unordered_map<std::string, c10::IValue> saved_data;
  void save_for_backward(variable_list) {}
  variable_list get_saved_variables() const { return __gpurace::anything<variable_list>::value(); }
  template <class... A>
  void mark_non_differentiable(A &&...) {}
  template <class... A>
  void mark_dirty(A &&...) {}
  void set_materialize_grads(bool) {}
  bool needs_input_grad(size_t) const { return __gpurace_unknown_i32(); }
};
template <class T>
struct Function {
  template <class F = T, class... A>
  static auto apply(A &&...a) -> decltype(F::forward(static_cast<AutogradContext *>(nullptr), std::forward<A>(a)...)) {
    // Called by the engine, with gradients nothing is known of.
    auto *volatile backward = &F::backward;
    (void)backward;
    AutogradContext context;
    return F::forward(&context, std::forward<A>(a)...);
  }
};
}  // namespace autograd
}  // namespace torch
