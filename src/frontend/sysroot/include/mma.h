// Matrix fragments of a warp. What is in a fragment nobody computes. Loads and stores are accesses of the whole matrix, of which
// each lane may do any part (`src/kernel/transfer/matrices.ts`).
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// `lines` lines of `bytes` bytes, one every `stride` bytes.
__GPURACE_EXT_D void __gpurace_matrix_read(const void *from, unsigned long long lines, unsigned long long bytes,
                                           unsigned long long stride);
__GPURACE_EXT_D void __gpurace_matrix_write(void *to, unsigned long long lines, unsigned long long bytes,
                                            unsigned long long stride);

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

namespace __gpurace_detail {
// Rows and columns of what a fragment holds, and how many bits an element has in memory.
template <class Use>
struct shape {
  static constexpr bool isA = false, isB = false;
};
template <>
struct shape<matrix_a> {
  static constexpr bool isA = true, isB = false;
};
template <>
struct shape<matrix_b> {
  static constexpr bool isA = false, isB = true;
};
template <class T>
struct bits {
  static constexpr int value = 8 * sizeof(T);
};
template <>
struct bits<precision::tf32> {
  static constexpr int value = 32;
};
template <>
struct bits<experimental::precision::u4> {
  static constexpr int value = 4;
};
template <>
struct bits<experimental::precision::s4> {
  static constexpr int value = 4;
};
template <>
struct bits<experimental::precision::b1> {
  static constexpr int value = 1;
};
template <class Layout>
constexpr bool isByColumns = false;
template <>
constexpr bool isByColumns<col_major> = true;

template <class Use, int M, int N, int K, class T, class Layout>
struct tile {
  unsigned long long lines, bytes, stride;
  __device__ tile(unsigned int leading, bool byColumns) {
    constexpr int rows = shape<Use>::isB ? K : M, columns = shape<Use>::isA ? K : N;
    lines = byColumns ? columns : rows;
    bytes = (unsigned long long)(byColumns ? rows : columns) * bits<T>::value / 8;
    stride = (unsigned long long)leading * bits<T>::value / 8;
  }
};

template <class Fragment>
__GPURACE_D void compute(Fragment &f) {
  for (int i = 0; i < Fragment::num_elements; i++) {
    long long value = __gpurace_unknown_i64();
    __builtin_memcpy(&f.x[i], &value, sizeof(f.x[i]));
  }
}
template <class Use, int M, int N, int K, class T, class Layout>
__GPURACE_D void load(fragment<Use, M, N, K, T, Layout> &f, const void *from, unsigned int leading, bool byColumns) {
  tile<Use, M, N, K, T, Layout> whole(leading, byColumns);
  __gpurace_matrix_read(from, whole.lines, whole.bytes, whole.stride);
  compute(f);
}
}  // namespace __gpurace_detail

template <class Fragment, class T>
__GPURACE_D void fill_fragment(Fragment &f, const T &value) {
  for (int i = 0; i < Fragment::num_elements; i++) f.x[i] = value;
}
template <class Use, int M, int N, int K, class E, class Layout, class T>
__GPURACE_D void load_matrix_sync(fragment<Use, M, N, K, E, Layout> &f, const T *from, unsigned int leading) {
  __gpurace_detail::load(f, from, leading, __gpurace_detail::isByColumns<Layout>);
}
template <int M, int N, int K, class E, class T>
__GPURACE_D void load_matrix_sync(fragment<accumulator, M, N, K, E> &f, const T *from, unsigned int leading,
                                  layout_t layout) {
  __gpurace_detail::load(f, from, leading, layout == mem_col_major);
}
template <int M, int N, int K, class E, class T>
__GPURACE_D void store_matrix_sync(T *to, const fragment<accumulator, M, N, K, E> &, unsigned int leading,
                                   layout_t layout) {
  __gpurace_detail::tile<accumulator, M, N, K, E, void> whole(leading, layout == mem_col_major);
  __gpurace_matrix_write(to, whole.lines, whole.bytes, whole.stride);
}
template <class D, class A, class B, class C>
__GPURACE_D void mma_sync(D &d, const A &, const B &, const C &, bool = false) {
  __gpurace_detail::compute(d);
}
template <class D, class A, class B, class C>
__GPURACE_D void bmma_sync(D &d, const A &, const B &, const C &,
                           experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                           experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __gpurace_detail::compute(d);
}
__GPURACE_HD float __float_to_tf32(float x) { return x; }

}  // namespace wmma
}  // namespace nvcuda
