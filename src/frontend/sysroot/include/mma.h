// Matrix fragments of a warp. Loads and stores touch memory in a way that gpurace does not model: they stay calls without a
// known meaning, and a kernel that reaches one is inconclusive. Everything else is values.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__GPURACE_EXT_D void __gpurace_matrix_load(void *fragment, const void *from, unsigned int stride);
__GPURACE_EXT_D void __gpurace_matrix_store(void *to, const void *fragment, unsigned int stride);

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
namespace precision {
struct tf32 {};
}  // namespace precision
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental
enum layout_t { mem_row_major, mem_col_major };

namespace __gpurace_detail {
template <class T>
struct element {
  typedef T type;
};
template <>
struct element<precision::tf32> {
  typedef float type;
};
template <>
struct element<experimental::precision::u4> {
  typedef unsigned int type;
};
template <>
struct element<experimental::precision::s4> {
  typedef int type;
};
template <>
struct element<experimental::precision::b1> {
  typedef unsigned int type;
};
}  // namespace __gpurace_detail

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
 public:
  typedef typename __gpurace_detail::element<T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements = 8;
  static constexpr int num_storage_elements = 8;
  element_type x[num_elements];
};

template <class Fragment, class T>
__GPURACE_D void fill_fragment(Fragment &f, const T &value) {
  for (int i = 0; i < Fragment::num_elements; i++) f.x[i] = value;
}
template <class Fragment, class T>
__GPURACE_D void load_matrix_sync(Fragment &f, const T *from, unsigned int stride) {
  __gpurace_matrix_load(&f, from, stride);
}
template <class Fragment, class T>
__GPURACE_D void load_matrix_sync(Fragment &f, const T *from, unsigned int stride, layout_t) {
  __gpurace_matrix_load(&f, from, stride);
}
template <class Fragment, class T>
__GPURACE_D void store_matrix_sync(T *to, const Fragment &f, unsigned int stride, layout_t) {
  __gpurace_matrix_store(to, &f, stride);
}
template <class D, class A, class B, class C>
__GPURACE_D void mma_sync(D &d, const A &, const B &, const C &c, bool = false) {
  for (int i = 0; i < D::num_elements; i++) d.x[i] = c.x[i];
}
template <class D, class A, class B, class C>
__GPURACE_D void bmma_sync(D &d, const A &, const B &, const C &c,
                           experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                           experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  for (int i = 0; i < D::num_elements; i++) d.x[i] = c.x[i];
}
__GPURACE_HD float __float_to_tf32(float x) { return x; }

}  // namespace wmma
}  // namespace nvcuda
