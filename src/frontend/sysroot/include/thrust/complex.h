// Complex numbers. Usable in device code.
#pragma once
#include <cmath>
#include <complex>

namespace thrust {

template <class T>
struct complex {
  typedef T value_type;
  T re, im;
  __host__ __device__ constexpr complex(const T &r = T(), const T &i = T()) : re(r), im(i) {}
  template <class U>
  __host__ __device__ constexpr complex(const complex<U> &z) : re(z.re), im(z.im) {}
  complex(const std::complex<T> &z) : re(z.real()), im(z.imag()) {}
  __host__ __device__ constexpr T real() const { return re; }
  __host__ __device__ constexpr T imag() const { return im; }
  __host__ __device__ void real(T r) { re = r; }
  __host__ __device__ void imag(T i) { im = i; }
  operator std::complex<T>() const { return std::complex<T>(re, im); }
#define __GPURACE_COMPLEX(OPERATOR)                                                                              \
  __host__ __device__ complex &operator OPERATOR##=(const complex &z) { return *this = *this OPERATOR z; }      \
  __host__ __device__ friend complex operator OPERATOR(const complex &a, const T &b) { return a OPERATOR complex(b); } \
  __host__ __device__ friend complex operator OPERATOR(const T &a, const complex &b) { return complex(a) OPERATOR b; }
  __host__ __device__ friend complex operator+(const complex &a, const complex &b) {
    return complex(a.re + b.re, a.im + b.im);
  }
  __host__ __device__ friend complex operator-(const complex &a, const complex &b) {
    return complex(a.re - b.re, a.im - b.im);
  }
  __host__ __device__ friend complex operator*(const complex &a, const complex &b) {
    return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
  }
  __host__ __device__ friend complex operator/(const complex &a, const complex &b) {
    T n = b.re * b.re + b.im * b.im;
    return complex((a.re * b.re + a.im * b.im) / n, (a.im * b.re - a.re * b.im) / n);
  }
  __GPURACE_COMPLEX(+)
  __GPURACE_COMPLEX(-)
  __GPURACE_COMPLEX(*)
  __GPURACE_COMPLEX(/)
#undef __GPURACE_COMPLEX
  __host__ __device__ friend complex operator-(const complex &z) { return complex(-z.re, -z.im); }
  __host__ __device__ friend complex operator+(const complex &z) { return z; }
  __host__ __device__ friend bool operator==(const complex &a, const complex &b) { return a.re == b.re && a.im == b.im; }
  __host__ __device__ friend bool operator!=(const complex &a, const complex &b) { return !(a == b); }
};
template <class T>
__host__ __device__ inline T norm(const complex<T> &z) {
  return z.re * z.re + z.im * z.im;
}
template <class T>
__host__ __device__ inline T abs(const complex<T> &z) {
  return hypot(z.re, z.im);
}
template <class T>
__host__ __device__ inline T arg(const complex<T> &z) {
  return atan2(z.im, z.re);
}
template <class T>
__host__ __device__ inline complex<T> conj(const complex<T> &z) {
  return complex<T>(z.re, -z.im);
}
template <class T>
__host__ __device__ inline complex<T> polar(const T &r, const T &angle = T()) {
  return complex<T>(r * cos(angle), r * sin(angle));
}
template <class T>
__host__ __device__ inline complex<T> exp(const complex<T> &z) {
  return polar(static_cast<T>(::exp(z.re)), z.im);
}
template <class T>
__host__ __device__ inline complex<T> log(const complex<T> &z) {
  return complex<T>(::log(abs(z)), arg(z));
}
template <class T>
__host__ __device__ inline complex<T> sqrt(const complex<T> &z) {
  return polar(static_cast<T>(::sqrt(abs(z))), arg(z) / 2);
}
template <class T>
__host__ __device__ inline complex<T> pow(const complex<T> &z, const T &n) {
  return exp(log(z) * n);
}

}  // namespace thrust
