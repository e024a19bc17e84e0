// Short vectors: char1 … double4, their make_ functions, and dim3.
#pragma once

#define __GPURACE_VECTOR(NAME, T, A2, A4)                                                                          \
  struct NAME##1 {                                                                                                 \
    T x;                                                                                                           \
  };                                                                                                               \
  struct __attribute__((aligned(A2))) NAME##2 {                                                                    \
    T x, y;                                                                                                        \
  };                                                                                                               \
  struct NAME##3 {                                                                                                 \
    T x, y, z;                                                                                                     \
  };                                                                                                               \
  struct __attribute__((aligned(A4))) NAME##4 {                                                                    \
    T x, y, z, w;                                                                                                  \
  };                                                                                                               \
  __GPURACE_HD NAME##1 make_##NAME##1(T x) {                                                                       \
    NAME##1 v = {x};                                                                                               \
    return v;                                                                                                      \
  }                                                                                                                \
  __GPURACE_HD NAME##2 make_##NAME##2(T x, T y) {                                                                  \
    NAME##2 v = {x, y};                                                                                            \
    return v;                                                                                                      \
  }                                                                                                                \
  __GPURACE_HD NAME##3 make_##NAME##3(T x, T y, T z) {                                                             \
    NAME##3 v = {x, y, z};                                                                                         \
    return v;                                                                                                      \
  }                                                                                                                \
  __GPURACE_HD NAME##4 make_##NAME##4(T x, T y, T z, T w) {                                                        \
    NAME##4 v = {x, y, z, w};                                                                                      \
    return v;                                                                                                      \
  }                                                                                                                \
  namespace __gpurace {                                                                                            \
  template <>                                                                                                      \
  struct unknown<NAME##1> {                                                                                        \
    static __host__ __device__ NAME##1 value() { return make_##NAME##1(unknown<T>::value()); }                     \
  };                                                                                                               \
  template <>                                                                                                      \
  struct unknown<NAME##2> {                                                                                        \
    static __host__ __device__ NAME##2 value() {                                                                   \
      return make_##NAME##2(unknown<T>::value(), unknown<T>::value());                                             \
    }                                                                                                              \
  };                                                                                                               \
  template <>                                                                                                      \
  struct unknown<NAME##4> {                                                                                        \
    static __host__ __device__ NAME##4 value() {                                                                   \
      return make_##NAME##4(unknown<T>::value(), unknown<T>::value(), unknown<T>::value(), unknown<T>::value());   \
    }                                                                                                              \
  };                                                                                                               \
  }

__GPURACE_VECTOR(char, signed char, 2, 4)
__GPURACE_VECTOR(uchar, unsigned char, 2, 4)
__GPURACE_VECTOR(short, short, 4, 8)
__GPURACE_VECTOR(ushort, unsigned short, 4, 8)
__GPURACE_VECTOR(int, int, 8, 16)
__GPURACE_VECTOR(uint, unsigned int, 8, 16)
__GPURACE_VECTOR(long, long, 16, 16)
__GPURACE_VECTOR(ulong, unsigned long, 16, 16)
__GPURACE_VECTOR(longlong, long long, 16, 16)
__GPURACE_VECTOR(ulonglong, unsigned long long, 16, 16)
__GPURACE_VECTOR(float, float, 8, 16)
__GPURACE_VECTOR(double, double, 16, 16)

// With the alignment in their names.
#define __GPURACE_ALIGNED(NAME, T, A)                                                                              \
  struct __attribute__((aligned(A))) NAME##4_##A##a {                                                              \
    T x, y, z, w;                                                                                                  \
  };                                                                                                               \
  __GPURACE_HD NAME##4_##A##a make_##NAME##4_##A##a(T x, T y, T z, T w) {                                          \
    NAME##4_##A##a v = {x, y, z, w};                                                                               \
    return v;                                                                                                      \
  }
#define __GPURACE_BOTH(NAME, T) __GPURACE_ALIGNED(NAME, T, 16) __GPURACE_ALIGNED(NAME, T, 32)
__GPURACE_BOTH(long, long)
__GPURACE_BOTH(ulong, unsigned long)
__GPURACE_BOTH(longlong, long long)
__GPURACE_BOTH(ulonglong, unsigned long long)
__GPURACE_BOTH(double, double)

// ---- dim3 ------------------------------------------------------------------------------------------------------------
namespace __gpurace {
struct thread_index;
struct block_index;
struct block_size;
struct grid_size;
}  // namespace __gpurace

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __device__ dim3(const __gpurace::thread_index &);
  __device__ dim3(const __gpurace::block_index &);
  __device__ dim3(const __gpurace::block_size &);
  __device__ dim3(const __gpurace::grid_size &);
  __host__ __device__ operator uint3() const { return make_uint3(x, y, z); }
};
