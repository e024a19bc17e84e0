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
struct __made {};
template <class... A>
__made init() {
  return __made();
}
template <class F>
__made init(F &&) {
  return __made();
}
using pybind11::arg;
template <class T>
struct class_ {
  template <class... A>
  explicit class_(A &&...) {}
#define __GPURACE_DEFINES(NAME) \
  template <class... A>         \
  class_ &NAME(A &&...) {       \
    return *this;               \
  }
  __GPURACE_DEFINES(def)
  __GPURACE_DEFINES(def_pickle)
  __GPURACE_DEFINES(def_static)
  __GPURACE_DEFINES(def_readonly)
  __GPURACE_DEFINES(def_readwrite)
  __GPURACE_DEFINES(def_property)
#undef __GPURACE_DEFINES
};
struct Library {
  template <class T, class... A>
  torch::class_<T> class_(A &&...) {
    return torch::class_<T>();
  }
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
