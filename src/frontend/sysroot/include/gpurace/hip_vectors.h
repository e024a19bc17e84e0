// HIP's short vectors have operators, element by element. Templates, so that a program's own operators come first.
#pragma once

namespace __gpurace {

template <class V>
struct vector_traits {
  static constexpr int size = 0;
};
#define __GPURACE_VECTOR_TRAITS(NAME, T)                                                                            \
  template <>                                                                                                       \
  struct vector_traits<NAME##1> {                                                                                   \
    static constexpr int size = 1;                                                                                  \
    typedef T element;                                                                                              \
  };                                                                                                                \
  template <>                                                                                                       \
  struct vector_traits<NAME##2> {                                                                                   \
    static constexpr int size = 2;                                                                                  \
    typedef T element;                                                                                              \
  };                                                                                                                \
  template <>                                                                                                       \
  struct vector_traits<NAME##3> {                                                                                   \
    static constexpr int size = 3;                                                                                  \
    typedef T element;                                                                                              \
  };                                                                                                                \
  template <>                                                                                                       \
  struct vector_traits<NAME##4> {                                                                                   \
    static constexpr int size = 4;                                                                                  \
    typedef T element;                                                                                              \
  };
__GPURACE_VECTOR_TRAITS(char, signed char)
__GPURACE_VECTOR_TRAITS(uchar, unsigned char)
__GPURACE_VECTOR_TRAITS(short, short)
__GPURACE_VECTOR_TRAITS(ushort, unsigned short)
__GPURACE_VECTOR_TRAITS(int, int)
__GPURACE_VECTOR_TRAITS(uint, unsigned int)
__GPURACE_VECTOR_TRAITS(long, long)
__GPURACE_VECTOR_TRAITS(ulong, unsigned long)
__GPURACE_VECTOR_TRAITS(longlong, long long)
__GPURACE_VECTOR_TRAITS(ulonglong, unsigned long long)
__GPURACE_VECTOR_TRAITS(float, float)
__GPURACE_VECTOR_TRAITS(double, double)

template <int Size>
struct elementwise;
template <>
struct elementwise<1> {
  template <class V, class F>
  static __host__ __device__ void apply(V &a, const V &b, F f) {
    a.x = f(a.x, b.x);
  }
  template <class V, class T>
  static __host__ __device__ V all(T t) {
    V v = {t};
    return v;
  }
};
template <>
struct elementwise<2> {
  template <class V, class F>
  static __host__ __device__ void apply(V &a, const V &b, F f) {
    a.x = f(a.x, b.x), a.y = f(a.y, b.y);
  }
  template <class V, class T>
  static __host__ __device__ V all(T t) {
    V v = {t, t};
    return v;
  }
};
template <>
struct elementwise<3> {
  template <class V, class F>
  static __host__ __device__ void apply(V &a, const V &b, F f) {
    a.x = f(a.x, b.x), a.y = f(a.y, b.y), a.z = f(a.z, b.z);
  }
  template <class V, class T>
  static __host__ __device__ V all(T t) {
    V v = {t, t, t};
    return v;
  }
};
template <>
struct elementwise<4> {
  template <class V, class F>
  static __host__ __device__ void apply(V &a, const V &b, F f) {
    a.x = f(a.x, b.x), a.y = f(a.y, b.y), a.z = f(a.z, b.z), a.w = f(a.w, b.w);
  }
  template <class V, class T>
  static __host__ __device__ V all(T t) {
    V v = {t, t, t, t};
    return v;
  }
};

template <class V, class R>
struct if_vector : enable_if<(vector_traits<V>::size > 0), R> {};

}  // namespace __gpurace

#define __GPURACE_VECTOR_OPERATOR(OP, NAME)                                                                         \
  namespace __gpurace {                                                                                             \
  struct NAME {                                                                                                     \
    template <class T>                                                                                              \
    __host__ __device__ T operator()(T a, T b) const {                                                              \
      return static_cast<T>(a OP b);                                                                                \
    }                                                                                                               \
  };                                                                                                                \
  }                                                                                                                 \
  template <class V>                                                                                                \
  __host__ __device__ inline typename __gpurace::if_vector<V, V &>::type operator OP##=(V &a, const V &b) {         \
    __gpurace::elementwise<__gpurace::vector_traits<V>::size>::apply(a, b, __gpurace::NAME());                      \
    return a;                                                                                                       \
  }                                                                                                                 \
  template <class V>                                                                                                \
  __host__ __device__ inline typename __gpurace::if_vector<V, V &>::type operator OP##=(                            \
      V &a, typename __gpurace::vector_traits<V>::element b) {                                                      \
    typedef __gpurace::elementwise<__gpurace::vector_traits<V>::size> each;                                         \
    each::apply(a, each::template all<V>(b), __gpurace::NAME());                                                    \
    return a;                                                                                                       \
  }                                                                                                                 \
  template <class V>                                                                                                \
  __host__ __device__ inline typename __gpurace::if_vector<V, V>::type operator OP(V a, const V &b) {               \
    return a OP##= b;                                                                                              \
  }                                                                                                                 \
  template <class V>                                                                                                \
  __host__ __device__ inline typename __gpurace::if_vector<V, V>::type operator OP(                                 \
      V a, typename __gpurace::vector_traits<V>::element b) {                                                       \
    return a OP##= b;                                                                                              \
  }                                                                                                                 \
  template <class V>                                                                                                \
  __host__ __device__ inline typename __gpurace::if_vector<V, V>::type operator OP(                                 \
      typename __gpurace::vector_traits<V>::element a, const V &b) {                                                \
    V v = __gpurace::elementwise<__gpurace::vector_traits<V>::size>::template all<V>(a);                            \
    return v OP##= b;                                                                                              \
  }
__GPURACE_VECTOR_OPERATOR(+, plus_of)
__GPURACE_VECTOR_OPERATOR(-, minus_of)
__GPURACE_VECTOR_OPERATOR(*, times_of)
__GPURACE_VECTOR_OPERATOR(/, divided_of)
#undef __GPURACE_VECTOR_OPERATOR
#undef __GPURACE_VECTOR_TRAITS
