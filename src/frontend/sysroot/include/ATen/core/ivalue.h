// Values of any type, and operators that are found by their names: what comes out of them is not known.
#pragma once
#include <ATen/ATen.h>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace c10 {
template <class T>
struct List : std::vector<T> {
  using std::vector<T>::vector;
};
template <class K, class V>
struct Dict : std::unordered_map<K, V> {};

class IValue {
 public:
  IValue() {}
  template <class T>
  IValue(T &&) {}
  bool isNone() const { return __gpurace_unknown_i32(); }
  bool isTensor() const { return __gpurace_unknown_i32(); }
  template <class T>
  T to() const {
    return __gpurace::anything<T>::value();
  }
  template <class T>
  intrusive_ptr<T> toCustomClass() const {
    return __gpurace::anything<intrusive_ptr<T>>::value();
  }
  at::Tensor toTensor() const { return at::Tensor(__gpurace_some_tensor()); }
  int64_t toInt() const { return __gpurace_unknown_i64(); }
  bool toBool() const { return __gpurace_unknown_i32(); }
  double toDouble() const { return __gpurace::anything<double>::value(); }
  std::string toStringRef() const { return __gpurace::anything<std::string>::value(); }
};

template <class>
class TypedOperatorHandle;
template <class R, class... A>
class TypedOperatorHandle<R(A...)> {
 public:
  R call(A...) const { return __gpurace::anything<R>::value(); }
};
class OperatorHandle {
 public:
  template <class F>
  TypedOperatorHandle<F> typed() const {
    return TypedOperatorHandle<F>();
  }
};
class Dispatcher {
 public:
  static Dispatcher &singleton() {
    static Dispatcher one;
    return one;
  }
  OperatorHandle findSchemaOrThrow(const char *, const char *) const { return OperatorHandle(); }
};
}  // namespace c10
