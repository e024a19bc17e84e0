// Extensions: tensors, and the functions that a module offers to Python.
#pragma once
#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>
#include <pybind11/pybind11.h>

#define TORCH_EXTENSION_NAME gpurace_extension
#define __GPURACE_JOIN(a, b) a##b
#define TORCH_LIBRARY(NAME, M) static void __GPURACE_JOIN(__gpurace_library_, NAME)(torch::Library & M)
#define TORCH_LIBRARY_FRAGMENT(NAME, M) static void __GPURACE_JOIN(__gpurace_fragment_, NAME)(torch::Library & M)
#define TORCH_LIBRARY_IMPL(NAME, KEY, M) \
  static void __GPURACE_JOIN(__gpurace_library_##KEY##_, NAME)(torch::Library & M)
namespace torch {
struct Library {
  template <class... A>
  Library &def(A &&...) {
    return *this;
  }
  template <class... A>
  Library &impl(A &&...) {
    return *this;
  }
};
}  // namespace torch
