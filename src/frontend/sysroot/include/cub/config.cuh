// What all parts of CUB share: small types, operators, cache modifiers, shuffles of any type, and the storage by which the
// threads of a block work together.
#pragma once
#include <stdio.h>
#include <stdlib.h>

#include <iterator>
#include <type_traits>

#define CUB_VERSION 200400
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_NS_PREFIX
#define CUB_NS_POSTFIX
#define CUB_NS_QUALIFIER ::cub
#define CUB_RUNTIME_FUNCTION __host__
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y)-1) / (y)) * (y))
#define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))
#define CUB_WARP_THREADS(arch) 32
#define CUB_PTX_WARP_THREADS 32
#define CUB_LOG_WARP_THREADS(arch) 5
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_PREVENT_MACRO_SUBSTITUTION
#define CubDebug(e) ::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e)                                               \
  if (::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) ::exit(1)

// The word that a thread gets out of an exchange which the analysis does not follow.
__GPURACE_EXT_D int __gpurace_exchanged(void);

namespace cub {

__GPURACE_HD cudaError_t Debug(cudaError_t error, const char *, int) { return error; }

// ---- types ----------------------------------------------------------------------------------------------------------------
struct NullType {
  template <class T>
  __host__ __device__ NullType &operator=(const T &) {
    return *this;
  }
  __host__ __device__ bool operator==(const NullType &) { return true; }
  __host__ __device__ bool operator!=(const NullType &) { return false; }
};
template <int N>
struct Int2Type {
  enum { VALUE = N };
};
template <class T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  __host__ __device__ T &Alias() { return *reinterpret_cast<T *>(bytes); }
};
template <class Key, class Value>
struct KeyValuePair {
  typedef Key Key_;
  typedef Value Value_;
  Key key;
  Value value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const Key &k, const Value &v) : key(k), value(v) {}
  __host__ __device__ bool operator!=(const KeyValuePair &b) { return value != b.value || key != b.key; }
};
template <class T>
struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  __host__ __device__ DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  __host__ __device__ DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate}, selector(0) {}
  __host__ __device__ T *Current() { return d_buffers[selector]; }
  __host__ __device__ T *Alternate() { return d_buffers[selector ^ 1]; }
};
template <bool Test, class A, class B>
struct If {
  typedef typename std::conditional<Test, A, B>::type Type;
};
template <class A, class B>
struct Equals {
  enum { VALUE = std::is_same<A, B>::value, NEGATE = !VALUE };
};
template <int N, int Log = 0, bool Done = (N <= 1)>
struct Log2 : Log2<(N >> 1) + (N & 1), Log + 1> {};
template <int N, int Log>
struct Log2<N, Log, true> {
  enum { VALUE = Log };
};
template <int N>
struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};

// ---- operators --------------------------------------------------------------------------------------------------------------
#define __GPURACE_CUB_OPERATOR(NAME, EXPRESSION)                                                     \
  struct NAME {                                                                                      \
    template <class A, class B>                                                                      \
    __host__ __device__ constexpr auto operator()(const A &a, const B &b) const                      \
        -> std::decay_t<decltype(EXPRESSION)> {                                                      \
      return EXPRESSION;                                                                             \
    }                                                                                                \
  };
__GPURACE_CUB_OPERATOR(Equality, a == b)
__GPURACE_CUB_OPERATOR(Inequality, !(a == b))
__GPURACE_CUB_OPERATOR(Sum, a + b)
__GPURACE_CUB_OPERATOR(Difference, a - b)
__GPURACE_CUB_OPERATOR(Division, a / b)
__GPURACE_CUB_OPERATOR(Max, a < b ? b : a)
__GPURACE_CUB_OPERATOR(Min, b < a ? b : a)
__GPURACE_CUB_OPERATOR(ArgMax, b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a)
__GPURACE_CUB_OPERATOR(ArgMin, b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a)
#undef __GPURACE_CUB_OPERATOR
template <class Wrapped>
struct InequalityWrapper {
  Wrapped op;
  __host__ __device__ InequalityWrapper(Wrapped o) : op(o) {}
  template <class T>
  __host__ __device__ bool operator()(const T &a, const T &b) {
    return !op(a, b);
  }
};
template <class T>
struct CastOp {
  template <class U>
  __host__ __device__ T operator()(const U &u) const {
    return T(u);
  }
};
template <class Op>
struct ReduceByKeyOp {
  Op op;
  template <class Pair>
  __host__ __device__ Pair operator()(const Pair &a, const Pair &b) {
    return Pair(b.key, b.key == a.key ? op(a.value, b.value) : b.value);
  }
};

// ---- thread indices -----------------------------------------------------------------------------------------------------------
__GPURACE_D unsigned int LaneId() { return __laneid(); }
__GPURACE_D unsigned int WarpId() { return __gpurace::linear_thread() / 32; }
__GPURACE_D unsigned int LaneMaskLt() { return __lanemask_lt(); }
__GPURACE_D unsigned int LaneMaskLe() { return __lanemask_le(); }
__GPURACE_D unsigned int LaneMaskGt() { return __lanemask_gt(); }
__GPURACE_D unsigned int LaneMaskGe() { return __lanemask_ge(); }
__GPURACE_D int RowMajorTid(int x, int y, int z) {
  return (z == 1 ? 0 : threadIdx.z * x * y) + (y == 1 ? 0 : threadIdx.y * x) + threadIdx.x;
}
__GPURACE_D void CTA_SYNC() { __syncthreads(); }
__GPURACE_D int CTA_SYNC_AND(int p) { return __syncthreads_and(p); }
__GPURACE_D void WARP_SYNC(unsigned int mask) { __syncwarp(mask); }
__GPURACE_D int WARP_ANY(int p, unsigned int mask) { return __any_sync(mask, p); }
__GPURACE_D int WARP_ALL(int p, unsigned int mask) { return __all_sync(mask, p); }
__GPURACE_D int WARP_BALLOT(int p, unsigned int mask) { return __ballot_sync(mask, p); }
__GPURACE_D unsigned int SHR_ADD(unsigned int x, unsigned int shift, unsigned int y) { return (x >> shift) + y; }
__GPURACE_D unsigned int SHL_ADD(unsigned int x, unsigned int shift, unsigned int y) { return (x << shift) + y; }
template <class T>
__GPURACE_D unsigned int BFE(T x, unsigned int from, unsigned int bits) {
  return static_cast<unsigned int>(x >> from) & ((1u << bits) - 1);
}

// ---- loads and stores with cache modifiers ------------------------------------------------------------------------------------
// Where an access is cached says nothing about its order; only the volatile kinds are told apart.
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
namespace __gpurace_detail {
template <class T, bool Volatile>
struct access {
  static __device__ T load(const T *p) { return *p; }
  static __device__ void store(T *p, const T &value) { *p = value; }
};
template <class T>
struct access<T, true> {
  static __device__ T load(const T *p) { return *static_cast<const volatile T *>(p); }
  static __device__ void store(T *p, const T &value) { *static_cast<volatile T *>(p) = value; }
};
}  // namespace __gpurace_detail
template <CacheLoadModifier M, class T>
__GPURACE_D T ThreadLoad(T *p) {
  typedef typename std::remove_cv<T>::type V;
  return __gpurace_detail::access<V, (M == LOAD_CV || M == LOAD_VOLATILE) && std::is_scalar<V>::value>::load(p);
}
template <CacheLoadModifier M, class I>
__GPURACE_D typename std::iterator_traits<I>::value_type ThreadLoad(I it) {
  return *it;
}
template <CacheStoreModifier M, class T>
__GPURACE_D void ThreadStore(T *p, T value) {
  __gpurace_detail::access<T, (M == STORE_WT || M == STORE_VOLATILE) && std::is_scalar<T>::value>::store(p, value);
}
template <CacheStoreModifier M, class I, class T>
__GPURACE_D void ThreadStore(I it, T value) {
  *it = value;
}

// ---- one thread's arrays --------------------------------------------------------------------------------------------------------
template <int N, class T, class Op>
__GPURACE_D T ThreadReduce(T (&items)[N], Op op) {
  T sum = items[0];
  for (int i = 1; i < N; i++) sum = op(sum, items[i]);
  return sum;
}
template <int N, class T, class Op>
__GPURACE_D T ThreadReduce(T (&items)[N], Op op, T prefix) {
  for (int i = 0; i < N; i++) prefix = op(prefix, items[i]);
  return prefix;
}
template <int N, class T, class Op>
__GPURACE_D T ThreadScanExclusive(T (&in)[N], T (&out)[N], Op op, T prefix) {
  for (int i = 0; i < N; i++) {
    T next = op(prefix, in[i]);
    out[i] = prefix;
    prefix = next;
  }
  return prefix;
}
template <int N, class T, class Op>
__GPURACE_D T ThreadScanInclusive(T (&in)[N], T (&out)[N], Op op) {
  T sum = out[0] = in[0];
  for (int i = 1; i < N; i++) sum = out[i] = op(sum, in[i]);
  return sum;
}

// ---- shuffles of any type -----------------------------------------------------------------------------------------------------
namespace __gpurace_detail {

// Each word of a value, replaced by what `change` makes of it.
template <class T, class Change>
__GPURACE_D T by_words(const T &value, Change change) {
  constexpr int words = (sizeof(T) + 3) / 4;
  alignas(T) alignas(4) int word[words];
  __builtin_memcpy(word, &value, sizeof(T));
  for (int i = 0; i < words; i++) word[i] = change(word[i]);
  return *reinterpret_cast<T *>(word);
}
// A value that comes from some thread by a way not followed.
template <class T>
__GPURACE_D T exchanged(const T &value) {
  return by_words(value, [](int) { return __gpurace_exchanged(); });
}
// The lanes of the caller's part of its warp, of `Width` lanes.
template <int Width>
__GPURACE_D unsigned int lanes_of(unsigned int lane) {
  return Width >= 32 ? 0xffffffffu : ((1u << (Width & 31)) - 1) << (lane / Width * Width & 31);
}
template <class T>
__GPURACE_D T up(const T &value, int delta, unsigned int mask, int width) {
  return by_words(value, [=](int word) { return __shfl_up_sync(mask, word, delta, width); });
}
template <class T>
__GPURACE_D T down(const T &value, int delta, unsigned int mask, int width) {
  return by_words(value, [=](int word) { return __shfl_down_sync(mask, word, delta, width); });
}
template <class T>
__GPURACE_D T from(const T &value, int lane, unsigned int mask, int width) {
  return by_words(value, [=](int word) { return __shfl_sync(mask, word, lane, width); });
}

// Lane 0 gets all of the first `valid` lanes; the others a part of it.
template <class T, class Op>
__GPURACE_D T fold_lanes(T value, Op op, int lane, int valid, unsigned int mask, int width) {
  for (int delta = 1; delta < width; delta *= 2) {
    T other = down(value, delta, mask, width);
    if (lane + delta < valid) value = op(value, other);
  }
  return value;
}
template <class T, class Op>
__GPURACE_D T scan_lanes(T value, Op op, int lane, unsigned int mask, int width) {
  for (int delta = 1; delta < width; delta *= 2) {
    T other = up(value, delta, mask, width);
    if (lane >= delta) value = op(other, value);
  }
  return value;
}

// Elements in memory without constructors, so that they can be shared.
template <class T, int N>
struct slots {
  alignas(T) unsigned char bytes[sizeof(T) * N];
  __device__ T &operator[](int i) { return reinterpret_cast<T *>(bytes)[i]; }
};

// The threads of a block of known size, numbered by rows.
template <int X, int Y, int Z>
struct block_shape {
  static constexpr int threads = X * Y * Z, warps = (threads + 31) / 32;
  static __device__ int thread() {
    __gpurace_block_shape(X, Y, Z);
    // Known to the compiler, unlike in RowMajorTid: nothing of a kernel with blocks of one axis reads the others.
    return (Z == 1 ? 0 : threadIdx.z * X * Y) + (Y == 1 ? 0 : threadIdx.y * X) + threadIdx.x;
  }
  // The lanes that the caller's warp has; the last warp may be narrower.
  static __device__ unsigned int lanes() {
    int left = threads - thread() / 32 * 32;
    return left >= 32 ? 0xffffffffu : (1u << (left & 31)) - 1;
  }
};

}  // namespace __gpurace_detail

// The first form has the width as a template argument, the others are of before CUDA 9.
template <int Width, class T>
__GPURACE_D T ShuffleUp(T value, int delta, int, unsigned int mask) {
  return __gpurace_detail::up(value, delta, mask, Width);
}
template <int Width, class T>
__GPURACE_D T ShuffleDown(T value, int delta, int, unsigned int mask) {
  return __gpurace_detail::down(value, delta, mask, Width);
}
template <int Width, class T>
__GPURACE_D T ShuffleIndex(T value, int lane, unsigned int mask) {
  return __gpurace_detail::from(value, lane, mask, Width);
}
template <class T>
__GPURACE_D T ShuffleUp(T value, int delta) {
  return __gpurace_detail::up(value, delta, 0xffffffffu, 32);
}
template <class T>
__GPURACE_D T ShuffleDown(T value, int delta) {
  return __gpurace_detail::down(value, delta, 0xffffffffu, 32);
}
template <class T>
__GPURACE_D T ShuffleIndex(T value, int lane) {
  return __gpurace_detail::from(value, lane, 0xffffffffu, 32);
}

}  // namespace cub
