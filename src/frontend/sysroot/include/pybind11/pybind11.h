// What a module offers to Python. Its functions are called from outside, with arguments nothing is known of.
#pragma once
#include <string>

namespace pybind11 {
struct object {};
struct arg {
  explicit arg(const char *) {}
  template <class T>
  arg &operator=(const T &) {
    return *this;
  }
};
template <class... A>
struct init {};
struct module_ : object {
  template <class... A>
  module_ &def(A &&...) {
    return *this;
  }
  const char *&doc();
};
typedef module_ module;
template <class T, class... Rest>
struct class_ : object {
  template <class... A>
  class_(module_ &, const char *, A &&...) {}
  template <class... A>
  class_ &def(A &&...) {
    return *this;
  }
};
struct module_local {
  explicit module_local(bool = true) {}
};
template <class T>
struct enum_ : object {
  template <class... A>
  enum_(module_ &, const char *, A &&...) {}
  template <class... A>
  enum_ &value(A &&...) {
    return *this;
  }
  enum_ &export_values() { return *this; }
};
struct __item : object {
  template <class T>
  __item &operator=(const T &) {
    return *this;
  }
};
struct dict : object {
  template <class K>
  __item operator[](const K &) const {
    return __item();
  }
};
struct list : object {
  template <class T>
  void append(const T &) {}
};
struct gil_scoped_release {
  ~gil_scoped_release() {}
};
}  // namespace pybind11
namespace py = pybind11;
#define __GPURACE_MODULE(NAME, M) static void __gpurace_module_##NAME(pybind11::module_ &M)
#define PYBIND11_MODULE(NAME, M, ...) __GPURACE_MODULE(NAME, M)
