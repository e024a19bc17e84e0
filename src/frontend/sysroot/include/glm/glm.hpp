// GLM: vectors, matrices (by columns), quaternions, and what is computed with them. Usable in device code. Every component
// is spelt out, so that no function here has a loop.
#pragma once
#include <cmath>
#include <limits>
#include <type_traits>

#if __cplusplus >= 201402L
#define GLM_VERSION 1000
#define GLM_FUNC_QUALIFIER __host__ __device__ inline
#define GLM_INLINE inline
#define GLM_CONSTEXPR constexpr

#define __GPURACE_GLM __host__ __device__

namespace glm {
typedef int length_t;
typedef unsigned int uint;
enum qualifier {
  packed_highp,
  packed_mediump,
  packed_lowp,
  aligned_highp = packed_highp,
  aligned_mediump = packed_mediump,
  aligned_lowp = packed_lowp,
  highp = packed_highp,
  mediump = packed_mediump,
  lowp = packed_lowp,
  packed = packed_highp,
  defaultp = packed_highp
};
template <length_t L, class T, qualifier Q = defaultp>
struct vec;
template <length_t C, length_t R, class T, qualifier Q = defaultp>
struct mat;
template <class T, qualifier Q = defaultp>
struct qua;

#define __GPURACE_NUMBER(T) class = typename std::enable_if<std::is_arithmetic<T>::value>::type

// ---- vectors -------------------------------------------------------------------------------------------------------
// `EACH_ONE` and `EACH_TWO` are the components of a result of one or two operands. An operator that a type of components
// does not have is an error only where it is used.
#define __GPURACE_GLM_OPERATOR(L, OP, EACH)                                                    \
  __GPURACE_GLM friend constexpr vec operator OP(const vec &a, const vec &b) { return vec(EACH##_TWO(OP)); } \
  __GPURACE_GLM friend constexpr vec operator OP(const vec &a, T b) { return a OP vec(b); }    \
  __GPURACE_GLM friend constexpr vec operator OP(T a, const vec &b) { return vec(a) OP b; }    \
  template <class U>                                                                           \
  __GPURACE_GLM constexpr vec &operator OP##=(const vec<L, U, Q> &b) {                         \
    return *this = *this OP vec(b);                                                            \
  }                                                                                            \
  template <class U, __GPURACE_NUMBER(U)>                                                      \
  __GPURACE_GLM constexpr vec &operator OP##=(U b) {                                           \
    return *this = *this OP vec(static_cast<T>(b));                                            \
  }
#define __GPURACE_GLM_VEC(L, EACH)                                                             \
  typedef T value_type;                                                                        \
  typedef vec type;                                                                            \
  typedef vec<L, bool, Q> bool_type;                                                           \
  __GPURACE_GLM static constexpr length_t length() { return L; }                               \
  __GPURACE_GLM constexpr T &operator[](length_t i) { return (&x)[i]; }                        \
  __GPURACE_GLM constexpr const T &operator[](length_t i) const { return (&x)[i]; }            \
  vec() = default;                                                                             \
  vec(const vec &) = default;                                                                  \
  vec &operator=(const vec &) = default;                                                       \
  template <class U, qualifier P>                                                              \
  __GPURACE_GLM constexpr vec &operator=(const vec<L, U, P> &v) {                              \
    return *this = vec(v);                                                                     \
  }                                                                                            \
  __GPURACE_GLM_OPERATOR(L, +, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, -, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, *, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, /, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, %, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, &, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, |, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, ^, EACH)                                                           \
  __GPURACE_GLM_OPERATOR(L, <<, EACH)                                                          \
  __GPURACE_GLM_OPERATOR(L, >>, EACH)                                                          \
  __GPURACE_GLM friend constexpr vec operator+(const vec &a) { return a; }                     \
  __GPURACE_GLM friend constexpr vec operator-(const vec &a) { return vec(EACH##_ONE(-)); }    \
  __GPURACE_GLM friend constexpr vec operator~(const vec &a) { return vec(EACH##_ONE(~)); }    \
  __GPURACE_GLM constexpr vec &operator++() { return *this += T(1); }                          \
  __GPURACE_GLM constexpr vec &operator--() { return *this -= T(1); }                          \
  __GPURACE_GLM constexpr vec operator++(int) {                                                \
    vec old = *this;                                                                           \
    ++*this;                                                                                   \
    return old;                                                                                \
  }                                                                                            \
  __GPURACE_GLM constexpr vec operator--(int) {                                                \
    vec old = *this;                                                                           \
    --*this;                                                                                   \
    return old;                                                                                \
  }                                                                                            \
  __GPURACE_GLM friend constexpr bool operator!=(const vec &a, const vec &b) { return !(a == b); }

#define __GPURACE_1_TWO(OP) static_cast<T>(a.x OP b.x)
#define __GPURACE_2_TWO(OP) __GPURACE_1_TWO(OP), static_cast<T>(a.y OP b.y)
#define __GPURACE_3_TWO(OP) __GPURACE_2_TWO(OP), static_cast<T>(a.z OP b.z)
#define __GPURACE_4_TWO(OP) __GPURACE_3_TWO(OP), static_cast<T>(a.w OP b.w)
#define __GPURACE_1_ONE(OP) static_cast<T>(OP a.x)
#define __GPURACE_2_ONE(OP) __GPURACE_1_ONE(OP), static_cast<T>(OP a.y)
#define __GPURACE_3_ONE(OP) __GPURACE_2_ONE(OP), static_cast<T>(OP a.z)
#define __GPURACE_4_ONE(OP) __GPURACE_3_ONE(OP), static_cast<T>(OP a.w)

template <class T, qualifier Q>
struct vec<1, T, Q> {
  union {
    T x, r, s;
  };
  __GPURACE_GLM constexpr explicit vec(T all) : x(all) {}
  template <length_t L, class U, qualifier P>
  __GPURACE_GLM constexpr explicit vec(const vec<L, U, P> &v) : x(static_cast<T>(v.x)) {}
  __GPURACE_GLM friend constexpr bool operator==(const vec &a, const vec &b) { return a.x == b.x; }
  __GPURACE_GLM_VEC(1, __GPURACE_1)
};

template <class T, qualifier Q>
struct vec<2, T, Q> {
  union {
    T x, r, s;
  };
  union {
    T y, g, t;
  };
  __GPURACE_GLM constexpr explicit vec(T all) : x(all), y(all) {}
  template <class A, class B, __GPURACE_NUMBER(A), __GPURACE_NUMBER(B)>
  __GPURACE_GLM constexpr vec(A a, B b) : x(static_cast<T>(a)), y(static_cast<T>(b)) {}
  template <class U, qualifier P>
  __GPURACE_GLM constexpr vec(const vec<2, U, P> &v) : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)) {}
  template <class U, qualifier P>
  __GPURACE_GLM constexpr vec(const vec<3, U, P> &v) : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)) {}
  template <class U, qualifier P>
  __GPURACE_GLM constexpr vec(const vec<4, U, P> &v) : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)) {}
  __GPURACE_GLM friend constexpr bool operator==(const vec &a, const vec &b) { return a.x == b.x && a.y == b.y; }
  __GPURACE_GLM_VEC(2, __GPURACE_2)
};

template <class T, qualifier Q>
struct vec<3, T, Q> {
  union {
    T x, r, s;
  };
  union {
    T y, g, t;
  };
  union {
    T z, b, p;
  };
  __GPURACE_GLM constexpr explicit vec(T all) : x(all), y(all), z(all) {}
  template <class A, class B, class C, __GPURACE_NUMBER(A), __GPURACE_NUMBER(B), __GPURACE_NUMBER(C)>
  __GPURACE_GLM constexpr vec(A a, B b, C c) : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)) {}
  template <class U, qualifier P, class C, __GPURACE_NUMBER(C)>
  __GPURACE_GLM constexpr vec(const vec<2, U, P> &v, C c) : vec(v.x, v.y, c) {}
  template <class A, class U, qualifier P, __GPURACE_NUMBER(A)>
  __GPURACE_GLM constexpr vec(A a, const vec<2, U, P> &v) : vec(a, v.x, v.y) {}
  template <class U, qualifier P>
  __GPURACE_GLM constexpr vec(const vec<3, U, P> &v) : vec(v.x, v.y, v.z) {}
  template <class U, qualifier P>
  __GPURACE_GLM constexpr vec(const vec<4, U, P> &v) : vec(v.x, v.y, v.z) {}
  __GPURACE_GLM friend constexpr bool operator==(const vec &a, const vec &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  }
  __GPURACE_GLM_VEC(3, __GPURACE_3)
};

template <class T, qualifier Q>
struct vec<4, T, Q> {
  union {
    T x, r, s;
  };
  union {
    T y, g, t;
  };
  union {
    T z, b, p;
  };
  union {
    T w, a, q;
  };
  __GPURACE_GLM constexpr explicit vec(T all) : x(all), y(all), z(all), w(all) {}
  template <class A, class B, class C, class D, __GPURACE_NUMBER(A), __GPURACE_NUMBER(B), __GPURACE_NUMBER(C),
            __GPURACE_NUMBER(D)>
  __GPURACE_GLM constexpr vec(A a, B b, C c, D d)
      : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)), w(static_cast<T>(d)) {}
  template <class U, qualifier P, class C, class D, __GPURACE_NUMBER(C), __GPURACE_NUMBER(D)>
  __GPURACE_GLM constexpr vec(const vec<2, U, P> &v, C c, D d) : vec(v.x, v.y, c, d) {}
  template <class A, class U, qualifier P, class D, __GPURACE_NUMBER(A), __GPURACE_NUMBER(D)>
  __GPURACE_GLM constexpr vec(A a, const vec<2, U, P> &v, D d) : vec(a, v.x, v.y, d) {}
  template <class A, class B, class U, qualifier P, __GPURACE_NUMBER(A), __GPURACE_NUMBER(B)>
  __GPURACE_GLM constexpr vec(A a, B b, const vec<2, U, P> &v) : vec(a, b, v.x, v.y) {}
  template <class U, qualifier P, class V, qualifier S>
  __GPURACE_GLM constexpr vec(const vec<2, U, P> &v, const vec<2, V, S> &w) : vec(v.x, v.y, w.x, w.y) {}
  template <class U, qualifier P, class D, __GPURACE_NUMBER(D)>
  __GPURACE_GLM constexpr vec(const vec<3, U, P> &v, D d) : vec(v.x, v.y, v.z, d) {}
  template <class A, class U, qualifier P, __GPURACE_NUMBER(A)>
  __GPURACE_GLM constexpr vec(A a, const vec<3, U, P> &v) : vec(a, v.x, v.y, v.z) {}
  template <class U, qualifier P>
  __GPURACE_GLM constexpr vec(const vec<4, U, P> &v) : vec(v.x, v.y, v.z, v.w) {}
  __GPURACE_GLM friend constexpr bool operator==(const vec &a, const vec &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
  }
  __GPURACE_GLM_VEC(4, __GPURACE_4)
};

// ---- functions of components ---------------------------------------------------------------------------------------
#define __GPURACE_GLM_EACH(RESULT, NAME, PARAMETERS, X, Y, Z, W)                                          \
  template <class T, qualifier Q>                                                                         \
  __GPURACE_GLM constexpr vec<1, RESULT, Q> NAME(PARAMETERS(1)) { return vec<1, RESULT, Q>(X); }          \
  template <class T, qualifier Q>                                                                         \
  __GPURACE_GLM constexpr vec<2, RESULT, Q> NAME(PARAMETERS(2)) { return vec<2, RESULT, Q>(X, Y); }       \
  template <class T, qualifier Q>                                                                         \
  __GPURACE_GLM constexpr vec<3, RESULT, Q> NAME(PARAMETERS(3)) { return vec<3, RESULT, Q>(X, Y, Z); }    \
  template <class T, qualifier Q>                                                                         \
  __GPURACE_GLM constexpr vec<4, RESULT, Q> NAME(PARAMETERS(4)) { return vec<4, RESULT, Q>(X, Y, Z, W); }
#define __GPURACE_V(L) const vec<L, T, Q> &a
#define __GPURACE_VV(L) const vec<L, T, Q> &a, const vec<L, T, Q> &b
#define __GPURACE_VS(L) const vec<L, T, Q> &a, T b
#define __GPURACE_SV(L) T a, const vec<L, T, Q> &b
#define __GPURACE_VVV(L) const vec<L, T, Q> &a, const vec<L, T, Q> &b, const vec<L, T, Q> &c
#define __GPURACE_VVS(L) const vec<L, T, Q> &a, const vec<L, T, Q> &b, T c
#define __GPURACE_VSS(L) const vec<L, T, Q> &a, T b, T c
#define __GPURACE_SSV(L) T a, T b, const vec<L, T, Q> &c
#define __GPURACE_GLM_UNARY(NAME, EXPRESSION)                                                             \
  template <class T, __GPURACE_NUMBER(T)>                                                                 \
  __GPURACE_GLM constexpr T NAME(T x) {                                                                   \
    return static_cast<T>(EXPRESSION);                                                                    \
  }                                                                                                       \
  __GPURACE_GLM_EACH(T, NAME, __GPURACE_V, NAME(a.x), NAME(a.y), NAME(a.z), NAME(a.w))
#define __GPURACE_GLM_BINARY(NAME, EXPRESSION)                                                            \
  template <class T, __GPURACE_NUMBER(T)>                                                                 \
  __GPURACE_GLM constexpr T NAME(T x, T y) {                                                              \
    return static_cast<T>(EXPRESSION);                                                                    \
  }                                                                                                       \
  __GPURACE_GLM_EACH(T, NAME, __GPURACE_VV, NAME(a.x, b.x), NAME(a.y, b.y), NAME(a.z, b.z), NAME(a.w, b.w)) \
  __GPURACE_GLM_EACH(T, NAME, __GPURACE_VS, NAME(a.x, b), NAME(a.y, b), NAME(a.z, b), NAME(a.w, b))
#define __GPURACE_GLM_COMPARISON(NAME, OP)                                                                \
  __GPURACE_GLM_EACH(bool, NAME, __GPURACE_VV, a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w)

__GPURACE_GLM_UNARY(abs, x < T(0) ? -x : x)
__GPURACE_GLM_UNARY(sign, (T(0) < x) - (x < T(0)))
__GPURACE_GLM_UNARY(floor, ::floor(x))
__GPURACE_GLM_UNARY(ceil, ::ceil(x))
__GPURACE_GLM_UNARY(trunc, ::trunc(x))
__GPURACE_GLM_UNARY(round, ::round(x))
__GPURACE_GLM_UNARY(roundEven, ::rint(x))
__GPURACE_GLM_UNARY(fract, x - ::floor(x))
__GPURACE_GLM_UNARY(sqrt, ::sqrt(x))
__GPURACE_GLM_UNARY(inversesqrt, T(1) / ::sqrt(x))
__GPURACE_GLM_UNARY(exp, ::exp(x))
__GPURACE_GLM_UNARY(exp2, ::exp2(x))
__GPURACE_GLM_UNARY(log, ::log(x))
__GPURACE_GLM_UNARY(log2, ::log2(x))
__GPURACE_GLM_UNARY(sin, ::sin(x))
__GPURACE_GLM_UNARY(cos, ::cos(x))
__GPURACE_GLM_UNARY(tan, ::tan(x))
__GPURACE_GLM_UNARY(asin, ::asin(x))
__GPURACE_GLM_UNARY(acos, ::acos(x))
__GPURACE_GLM_UNARY(atan, ::atan(x))
__GPURACE_GLM_UNARY(sinh, ::sinh(x))
__GPURACE_GLM_UNARY(cosh, ::cosh(x))
__GPURACE_GLM_UNARY(tanh, ::tanh(x))
__GPURACE_GLM_UNARY(radians, x * T(0.01745329251994329577))
__GPURACE_GLM_UNARY(degrees, x * T(57.295779513082320877))
__GPURACE_GLM_BINARY(pow, ::pow(x, y))
__GPURACE_GLM_BINARY(atan, ::atan2(x, y))
__GPURACE_GLM_BINARY(mod, x - y * ::floor(x / y))
__GPURACE_GLM_BINARY(min, y < x ? y : x)
__GPURACE_GLM_BINARY(max, x < y ? y : x)
__GPURACE_GLM_COMPARISON(lessThan, <)
__GPURACE_GLM_COMPARISON(lessThanEqual, <=)
__GPURACE_GLM_COMPARISON(greaterThan, >)
__GPURACE_GLM_COMPARISON(greaterThanEqual, >=)
__GPURACE_GLM_COMPARISON(equal, ==)
__GPURACE_GLM_COMPARISON(notEqual, !=)
__GPURACE_GLM_EACH(bool, isnan, __GPURACE_V, a.x != a.x, a.y != a.y, a.z != a.z, a.w != a.w)
__GPURACE_GLM_EACH(bool, isinf, __GPURACE_V, ::isinf(a.x), ::isinf(a.y), ::isinf(a.z), ::isinf(a.w))
template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM bool isnan(T x) {
  return x != x;
}
template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM bool isinf(T x) {
  return ::isinf(x);
}
template <qualifier Q>
__GPURACE_GLM constexpr vec<2, bool, Q> not_(const vec<2, bool, Q> &a) { return vec<2, bool, Q>(!a.x, !a.y); }
template <qualifier Q>
__GPURACE_GLM constexpr vec<3, bool, Q> not_(const vec<3, bool, Q> &a) { return vec<3, bool, Q>(!a.x, !a.y, !a.z); }
template <qualifier Q>
__GPURACE_GLM constexpr vec<4, bool, Q> not_(const vec<4, bool, Q> &a) {
  return vec<4, bool, Q>(!a.x, !a.y, !a.z, !a.w);
}
template <qualifier Q>
__GPURACE_GLM constexpr bool any(const vec<2, bool, Q> &a) { return a.x || a.y; }
template <qualifier Q>
__GPURACE_GLM constexpr bool any(const vec<3, bool, Q> &a) { return a.x || a.y || a.z; }
template <qualifier Q>
__GPURACE_GLM constexpr bool any(const vec<4, bool, Q> &a) { return a.x || a.y || a.z || a.w; }
template <qualifier Q>
__GPURACE_GLM constexpr bool all(const vec<2, bool, Q> &a) { return a.x && a.y; }
template <qualifier Q>
__GPURACE_GLM constexpr bool all(const vec<3, bool, Q> &a) { return a.x && a.y && a.z; }
template <qualifier Q>
__GPURACE_GLM constexpr bool all(const vec<4, bool, Q> &a) { return a.x && a.y && a.z && a.w; }

template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM constexpr T clamp(T x, T low, T high) {
  return min(max(x, low), high);
}
__GPURACE_GLM_EACH(T, clamp, __GPURACE_VVV, clamp(a.x, b.x, c.x), clamp(a.y, b.y, c.y), clamp(a.z, b.z, c.z),
                   clamp(a.w, b.w, c.w))
__GPURACE_GLM_EACH(T, clamp, __GPURACE_VSS, clamp(a.x, b, c), clamp(a.y, b, c), clamp(a.z, b, c), clamp(a.w, b, c))
template <class T, class U, __GPURACE_NUMBER(T)>
__GPURACE_GLM constexpr T mix(T x, T y, U part) {
  return static_cast<T>(static_cast<U>(x) * (U(1) - part) + static_cast<U>(y) * part);
}
template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM constexpr T mix(T x, T y, bool second) {
  return second ? y : x;
}
__GPURACE_GLM_EACH(T, mix, __GPURACE_VVV, mix(a.x, b.x, c.x), mix(a.y, b.y, c.y), mix(a.z, b.z, c.z), mix(a.w, b.w, c.w))
__GPURACE_GLM_EACH(T, mix, __GPURACE_VVS, mix(a.x, b.x, c), mix(a.y, b.y, c), mix(a.z, b.z, c), mix(a.w, b.w, c))
template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM constexpr T fma(T x, T y, T z) {
  return x * y + z;
}
__GPURACE_GLM_EACH(T, fma, __GPURACE_VVV, a.x *b.x + c.x, a.y *b.y + c.y, a.z *b.z + c.z, a.w *b.w + c.w)
template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM constexpr T step(T edge, T x) {
  return x < edge ? T(0) : T(1);
}
__GPURACE_GLM_EACH(T, step, __GPURACE_VV, step(a.x, b.x), step(a.y, b.y), step(a.z, b.z), step(a.w, b.w))
__GPURACE_GLM_EACH(T, step, __GPURACE_SV, step(a, b.x), step(a, b.y), step(a, b.z), step(a, b.w))
template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM constexpr T smoothstep(T low, T high, T x) {
  T t = clamp((x - low) / (high - low), T(0), T(1));
  return t * t * (T(3) - T(2) * t);
}
__GPURACE_GLM_EACH(T, smoothstep, __GPURACE_SSV, smoothstep(a, b, c.x), smoothstep(a, b, c.y), smoothstep(a, b, c.z),
                   smoothstep(a, b, c.w))

// ---- geometry ------------------------------------------------------------------------------------------------------
template <class T, __GPURACE_NUMBER(T)>
__GPURACE_GLM constexpr T dot(T a, T b) {
  return a * b;
}
template <class T, qualifier Q>
__GPURACE_GLM constexpr T dot(const vec<1, T, Q> &a, const vec<1, T, Q> &b) { return a.x * b.x; }
template <class T, qualifier Q>
__GPURACE_GLM constexpr T dot(const vec<2, T, Q> &a, const vec<2, T, Q> &b) { return a.x * b.x + a.y * b.y; }
template <class T, qualifier Q>
__GPURACE_GLM constexpr T dot(const vec<3, T, Q> &a, const vec<3, T, Q> &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class T, qualifier Q>
__GPURACE_GLM constexpr T dot(const vec<4, T, Q> &a, const vec<4, T, Q> &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class T, qualifier Q>
__GPURACE_GLM constexpr vec<3, T, Q> cross(const vec<3, T, Q> &a, const vec<3, T, Q> &b) {
  return vec<3, T, Q>(a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y);
}
#define __GPURACE_GLM_OF_L template <length_t L, class T, qualifier Q>
__GPURACE_GLM_OF_L __GPURACE_GLM T length(const vec<L, T, Q> &a) { return ::sqrt(dot(a, a)); }
__GPURACE_GLM_OF_L __GPURACE_GLM T distance(const vec<L, T, Q> &a, const vec<L, T, Q> &b) { return length(b - a); }
__GPURACE_GLM_OF_L __GPURACE_GLM vec<L, T, Q> normalize(const vec<L, T, Q> &a) { return a * inversesqrt(dot(a, a)); }
__GPURACE_GLM_OF_L __GPURACE_GLM T length2(const vec<L, T, Q> &a) { return dot(a, a); }
__GPURACE_GLM_OF_L __GPURACE_GLM T distance2(const vec<L, T, Q> &a, const vec<L, T, Q> &b) { return dot(b - a, b - a); }
__GPURACE_GLM_OF_L __GPURACE_GLM vec<L, T, Q> reflect(const vec<L, T, Q> &a, const vec<L, T, Q> &n) {
  return a - n * dot(n, a) * T(2);
}
__GPURACE_GLM_OF_L __GPURACE_GLM vec<L, T, Q> refract(const vec<L, T, Q> &a, const vec<L, T, Q> &n, T eta) {
  T d = dot(n, a);
  T k = T(1) - eta * eta * (T(1) - d * d);
  return k < T(0) ? vec<L, T, Q>(T(0)) : a * eta - n * (eta * d + ::sqrt(k));
}
__GPURACE_GLM_OF_L __GPURACE_GLM vec<L, T, Q> faceforward(const vec<L, T, Q> &n, const vec<L, T, Q> &a,
                                                          const vec<L, T, Q> &reference) {
  return dot(reference, a) < T(0) ? n : -n;
}

// ---- matrices ------------------------------------------------------------------------------------------------------
template <length_t R, class T, qualifier Q>
struct __gpurace_column;
template <class T, qualifier Q>
struct __gpurace_column<2, T, Q> {
  __GPURACE_GLM static constexpr vec<2, T, Q> of(const T *p) { return vec<2, T, Q>(p[0], p[1]); }
  __GPURACE_GLM static constexpr vec<2, T, Q> unit(length_t c, T s) { return vec<2, T, Q>(c == 0 ? s : T(0), c == 1 ? s : T(0)); }
};
template <class T, qualifier Q>
struct __gpurace_column<3, T, Q> {
  __GPURACE_GLM static constexpr vec<3, T, Q> of(const T *p) { return vec<3, T, Q>(p[0], p[1], p[2]); }
  __GPURACE_GLM static constexpr vec<3, T, Q> unit(length_t c, T s) {
    return vec<3, T, Q>(c == 0 ? s : T(0), c == 1 ? s : T(0), c == 2 ? s : T(0));
  }
};
template <class T, qualifier Q>
struct __gpurace_column<4, T, Q> {
  __GPURACE_GLM static constexpr vec<4, T, Q> of(const T *p) { return vec<4, T, Q>(p[0], p[1], p[2], p[3]); }
  __GPURACE_GLM static constexpr vec<4, T, Q> unit(length_t c, T s) {
    return vec<4, T, Q>(c == 0 ? s : T(0), c == 1 ? s : T(0), c == 2 ? s : T(0), c == 3 ? s : T(0));
  }
};
// What a component is where a matrix is made from a smaller one.
template <class T, class M>
__GPURACE_GLM constexpr T __gpurace_entry(const M &m, length_t c, length_t r) {
  return c < M::columns && r < M::rows ? static_cast<T>(m.value[c < M::columns ? c : 0][r < M::rows ? r : 0])
                                       : T(c == r ? 1 : 0);
}
template <length_t R, class T, qualifier Q>
struct __gpurace_resized;
#define __GPURACE_ENTRY(R_) __gpurace_entry<T>(m, c, R_)
template <class T, qualifier Q>
struct __gpurace_resized<2, T, Q> {
  template <class M>
  __GPURACE_GLM static constexpr vec<2, T, Q> of(const M &m, length_t c) {
    return vec<2, T, Q>(__GPURACE_ENTRY(0), __GPURACE_ENTRY(1));
  }
};
template <class T, qualifier Q>
struct __gpurace_resized<3, T, Q> {
  template <class M>
  __GPURACE_GLM static constexpr vec<3, T, Q> of(const M &m, length_t c) {
    return vec<3, T, Q>(__GPURACE_ENTRY(0), __GPURACE_ENTRY(1), __GPURACE_ENTRY(2));
  }
};
template <class T, qualifier Q>
struct __gpurace_resized<4, T, Q> {
  template <class M>
  __GPURACE_GLM static constexpr vec<4, T, Q> of(const M &m, length_t c) {
    return vec<4, T, Q>(__GPURACE_ENTRY(0), __GPURACE_ENTRY(1), __GPURACE_ENTRY(2), __GPURACE_ENTRY(3));
  }
};

// `COLUMNS(E)` is `E(0), E(1), …`, one for each column.
#define __GPURACE_COLUMNS_2(E) E(0), E(1)
#define __GPURACE_COLUMNS_3(E) E(0), E(1), E(2)
#define __GPURACE_COLUMNS_4(E) E(0), E(1), E(2), E(3)
#define __GPURACE_UNIT(C_) __gpurace_column<R, T, Q>::unit(C_, s)
#define __GPURACE_SCALARS(C_) __gpurace_column<R, T, Q>::of(p + C_ * R)
#define __GPURACE_RESIZED(C_) __gpurace_resized<R, T, Q>::of(m, C_)
#define __GPURACE_ROW(C_) value[C_][r]
#define __GPURACE_TIMES(C_) (a * b.value[C_])
#define __GPURACE_ROW_OF(C_) m.row(C_)
#define __GPURACE_DOT(C_) dot(v, m.value[C_])
#define __GPURACE_SUM(C_) (a.value[C_] + b.value[C_])
#define __GPURACE_DIFFERENCE(C_) (a.value[C_] - b.value[C_])
#define __GPURACE_SCALED(C_) (a.value[C_] * s)
#define __GPURACE_DIVIDED(C_) (a.value[C_] / s)
#define __GPURACE_NEGATED(C_) (-a.value[C_])
#define __GPURACE_PRODUCT(C_) (a.value[C_] * b.value[C_])
#define __GPURACE_OUTER(C_) (a * b[C_])
#define __GPURACE_GLM_MAT(C, COLUMNS)                                                                        \
  typedef vec<R, T, Q> col_type;                                                                             \
  typedef vec<C, T, Q> row_type;                                                                             \
  typedef mat type;                                                                                          \
  typedef mat<R, C, T, Q> transpose_type;                                                                    \
  typedef T value_type;                                                                                      \
  static constexpr length_t columns = C, rows = R;                                                           \
  col_type value[C];                                                                                         \
  __GPURACE_GLM static constexpr length_t length() { return C; }                                             \
  __GPURACE_GLM constexpr col_type &operator[](length_t c) { return value[c]; }                              \
  __GPURACE_GLM constexpr const col_type &operator[](length_t c) const { return value[c]; }                  \
  mat() = default;                                                                                           \
  __GPURACE_GLM constexpr explicit mat(T s) : value{COLUMNS(__GPURACE_UNIT)} {}                              \
  template <class... A, class = typename std::enable_if<sizeof...(A) == C * R>::type, class = void>          \
  __GPURACE_GLM constexpr mat(A... a) : mat(__gpurace_scalars<T, C * R>{{static_cast<T>(a)...}}.value, nullptr) {} \
  __GPURACE_GLM constexpr mat(const T *p, decltype(nullptr)) : value{COLUMNS(__GPURACE_SCALARS)} {}          \
  template <length_t C_, length_t R_, class U, qualifier P>                                                  \
  __GPURACE_GLM constexpr mat(const mat<C_, R_, U, P> &m) : value{COLUMNS(__GPURACE_RESIZED)} {}             \
  __GPURACE_GLM constexpr row_type row(length_t r) const { return row_type(COLUMNS(__GPURACE_ROW)); }        \
  template <length_t K>                                                                                      \
  __GPURACE_GLM static constexpr mat product(const mat<K, R, T, Q> &a, const mat<C, K, T, Q> &b) {           \
    return mat(COLUMNS(__GPURACE_TIMES));                                                                    \
  }                                                                                                          \
  __GPURACE_GLM static constexpr mat transposed(const mat<R, C, T, Q> &m) { return mat(COLUMNS(__GPURACE_ROW_OF)); } \
  __GPURACE_GLM static constexpr mat outer(const col_type &a, const row_type &b) { return mat(COLUMNS(__GPURACE_OUTER)); } \
  __GPURACE_GLM static constexpr mat each(const mat &a, const mat &b) { return mat(COLUMNS(__GPURACE_PRODUCT)); } \
  __GPURACE_GLM friend constexpr row_type operator*(const col_type &v, const mat &m) {                       \
    return row_type(COLUMNS(__GPURACE_DOT));                                                                 \
  }                                                                                                          \
  __GPURACE_GLM friend constexpr mat operator+(const mat &a, const mat &b) { return mat(COLUMNS(__GPURACE_SUM)); } \
  __GPURACE_GLM friend constexpr mat operator-(const mat &a, const mat &b) { return mat(COLUMNS(__GPURACE_DIFFERENCE)); } \
  __GPURACE_GLM friend constexpr mat operator-(const mat &a) { return mat(COLUMNS(__GPURACE_NEGATED)); }     \
  __GPURACE_GLM friend constexpr mat operator+(const mat &a) { return a; }                                   \
  __GPURACE_GLM friend constexpr mat operator*(const mat &a, T s) { return mat(COLUMNS(__GPURACE_SCALED)); } \
  __GPURACE_GLM friend constexpr mat operator*(T s, const mat &a) { return mat(COLUMNS(__GPURACE_SCALED)); } \
  __GPURACE_GLM friend constexpr mat operator/(const mat &a, T s) { return mat(COLUMNS(__GPURACE_DIVIDED)); } \
  __GPURACE_GLM constexpr mat &operator+=(const mat &b) { return *this = *this + b; }                        \
  __GPURACE_GLM constexpr mat &operator-=(const mat &b) { return *this = *this - b; }                        \
  __GPURACE_GLM constexpr mat &operator*=(T s) { return *this = *this * s; }                                 \
  __GPURACE_GLM constexpr mat &operator/=(T s) { return *this = *this / s; }                                 \
  __GPURACE_GLM constexpr mat &operator*=(const mat<C, C, T, Q> &b) { return *this = *this * b; }            \
  __GPURACE_GLM friend constexpr bool operator!=(const mat &a, const mat &b) { return !(a == b); }

template <class T, length_t N>
struct __gpurace_scalars {
  T value[N];
};

template <length_t R, class T, qualifier Q>
struct mat<2, R, T, Q> {
  template <class A, class B>
  __GPURACE_GLM constexpr mat(const vec<R, A, Q> &a, const vec<R, B, Q> &b) : value{vec<R, T, Q>(a), vec<R, T, Q>(b)} {}
  __GPURACE_GLM friend constexpr vec<R, T, Q> operator*(const mat &m, const vec<2, T, Q> &v) {
    return m.value[0] * v.x + m.value[1] * v.y;
  }
  __GPURACE_GLM friend constexpr bool operator==(const mat &a, const mat &b) {
    return a.value[0] == b.value[0] && a.value[1] == b.value[1];
  }
  __GPURACE_GLM_MAT(2, __GPURACE_COLUMNS_2)
};
template <length_t R, class T, qualifier Q>
struct mat<3, R, T, Q> {
  template <class A, class B, class D>
  __GPURACE_GLM constexpr mat(const vec<R, A, Q> &a, const vec<R, B, Q> &b, const vec<R, D, Q> &c)
      : value{vec<R, T, Q>(a), vec<R, T, Q>(b), vec<R, T, Q>(c)} {}
  __GPURACE_GLM friend constexpr vec<R, T, Q> operator*(const mat &m, const vec<3, T, Q> &v) {
    return m.value[0] * v.x + m.value[1] * v.y + m.value[2] * v.z;
  }
  __GPURACE_GLM friend constexpr bool operator==(const mat &a, const mat &b) {
    return a.value[0] == b.value[0] && a.value[1] == b.value[1] && a.value[2] == b.value[2];
  }
  __GPURACE_GLM_MAT(3, __GPURACE_COLUMNS_3)
};
template <length_t R, class T, qualifier Q>
struct mat<4, R, T, Q> {
  template <class A, class B, class D, class E>
  __GPURACE_GLM constexpr mat(const vec<R, A, Q> &a, const vec<R, B, Q> &b, const vec<R, D, Q> &c, const vec<R, E, Q> &d)
      : value{vec<R, T, Q>(a), vec<R, T, Q>(b), vec<R, T, Q>(c), vec<R, T, Q>(d)} {}
  __GPURACE_GLM friend constexpr vec<R, T, Q> operator*(const mat &m, const vec<4, T, Q> &v) {
    return m.value[0] * v.x + m.value[1] * v.y + m.value[2] * v.z + m.value[3] * v.w;
  }
  __GPURACE_GLM friend constexpr bool operator==(const mat &a, const mat &b) {
    return a.value[0] == b.value[0] && a.value[1] == b.value[1] && a.value[2] == b.value[2] && a.value[3] == b.value[3];
  }
  __GPURACE_GLM_MAT(4, __GPURACE_COLUMNS_4)
};
template <length_t K, length_t R, length_t C, class T, qualifier Q>
__GPURACE_GLM constexpr mat<C, R, T, Q> operator*(const mat<K, R, T, Q> &a, const mat<C, K, T, Q> &b) {
  return mat<C, R, T, Q>::product(a, b);
}
#define __GPURACE_GLM_OF_M template <length_t C, length_t R, class T, qualifier Q>
__GPURACE_GLM_OF_M __GPURACE_GLM constexpr mat<R, C, T, Q> transpose(const mat<C, R, T, Q> &m) {
  return mat<R, C, T, Q>::transposed(m);
}
__GPURACE_GLM_OF_M __GPURACE_GLM constexpr mat<C, R, T, Q> outerProduct(const vec<R, T, Q> &a, const vec<C, T, Q> &b) {
  return mat<C, R, T, Q>::outer(a, b);
}
__GPURACE_GLM_OF_M __GPURACE_GLM constexpr mat<C, R, T, Q> matrixCompMult(const mat<C, R, T, Q> &a,
                                                                         const mat<C, R, T, Q> &b) {
  return mat<C, R, T, Q>::each(a, b);
}
__GPURACE_GLM_OF_M __GPURACE_GLM constexpr vec<R, T, Q> column(const mat<C, R, T, Q> &m, length_t c) { return m[c]; }
__GPURACE_GLM_OF_M __GPURACE_GLM constexpr vec<C, T, Q> row(const mat<C, R, T, Q> &m, length_t r) { return m.row(r); }
template <class T, qualifier Q>
__GPURACE_GLM constexpr T determinant(const mat<2, 2, T, Q> &m) { return m[0].x * m[1].y - m[1].x * m[0].y; }
template <class T, qualifier Q>
__GPURACE_GLM constexpr T determinant(const mat<3, 3, T, Q> &m) { return dot(m[0], cross(m[1], m[2])); }
template <class T, qualifier Q>
__GPURACE_GLM constexpr mat<2, 2, T, Q> inverse(const mat<2, 2, T, Q> &m) {
  T d = T(1) / determinant(m);
  return mat<2, 2, T, Q>(m[1].y * d, -m[0].y * d, -m[1].x * d, m[0].x * d);
}
// The rows of an inverse are the cross products of columns, over the determinant.
template <class T, qualifier Q>
__GPURACE_GLM constexpr mat<3, 3, T, Q> inverse(const mat<3, 3, T, Q> &m) {
  T d = T(1) / determinant(m);
  return transpose(mat<3, 3, T, Q>(cross(m[1], m[2]) * d, cross(m[2], m[0]) * d, cross(m[0], m[1]) * d));
}
template <class T, qualifier Q>
__GPURACE_GLM constexpr vec<4, T, Q> __gpurace_cross4(const vec<4, T, Q> &a, const vec<4, T, Q> &b, const vec<4, T, Q> &c) {
  T xy = b.x * c.y - b.y * c.x, xz = b.x * c.z - b.z * c.x, xw = b.x * c.w - b.w * c.x;
  T yz = b.y * c.z - b.z * c.y, yw = b.y * c.w - b.w * c.y, zw = b.z * c.w - b.w * c.z;
  return vec<4, T, Q>(a.y * zw - a.z * yw + a.w * yz, -(a.x * zw - a.z * xw + a.w * xz), a.x * yw - a.y * xw + a.w * xy,
                      -(a.x * yz - a.y * xz + a.z * xy));
}
template <class T, qualifier Q>
__GPURACE_GLM constexpr T determinant(const mat<4, 4, T, Q> &m) { return dot(m[0], __gpurace_cross4(m[1], m[2], m[3])); }
template <class T, qualifier Q>
__GPURACE_GLM constexpr mat<4, 4, T, Q> inverse(const mat<4, 4, T, Q> &m) {
  T d = T(1) / determinant(m);
  return transpose(mat<4, 4, T, Q>(__gpurace_cross4(m[1], m[2], m[3]) * d, __gpurace_cross4(m[0], m[2], m[3]) * -d,
                                   __gpurace_cross4(m[0], m[1], m[3]) * d, __gpurace_cross4(m[0], m[1], m[2]) * -d));
}
template <class M>
__GPURACE_GLM constexpr M inverseTranspose(const M &m) {
  return transpose(inverse(m));
}
template <class T, qualifier Q>
__GPURACE_GLM constexpr mat<2, 2, T, Q> diagonal2x2(const vec<2, T, Q> &v) {
  return mat<2, 2, T, Q>(v.x, T(0), T(0), v.y);
}
template <class T, qualifier Q>
__GPURACE_GLM constexpr mat<3, 3, T, Q> diagonal3x3(const vec<3, T, Q> &v) {
  return mat<3, 3, T, Q>(v.x, T(0), T(0), T(0), v.y, T(0), T(0), T(0), v.z);
}
template <class T, qualifier Q>
__GPURACE_GLM constexpr mat<4, 4, T, Q> diagonal4x4(const vec<4, T, Q> &v) {
  return mat<4, 4, T, Q>(v.x, T(0), T(0), T(0), T(0), v.y, T(0), T(0), T(0), T(0), v.z, T(0), T(0), T(0), T(0), v.w);
}

// ---- quaternions ---------------------------------------------------------------------------------------------------
template <class T, qualifier Q>
struct qua {
  typedef T value_type;
  typedef qua type;
  T x, y, z, w;
  qua() = default;
  template <class A, class B, class C, class D, __GPURACE_NUMBER(A), __GPURACE_NUMBER(B), __GPURACE_NUMBER(C),
            __GPURACE_NUMBER(D)>
  __GPURACE_GLM constexpr qua(A w_, B x_, C y_, D z_)
      : x(static_cast<T>(x_)), y(static_cast<T>(y_)), z(static_cast<T>(z_)), w(static_cast<T>(w_)) {}
  __GPURACE_GLM constexpr qua(T s, const vec<3, T, Q> &v) : x(v.x), y(v.y), z(v.z), w(s) {}
  template <class U, qualifier P>
  __GPURACE_GLM constexpr explicit qua(const qua<U, P> &q) : qua(q.w, q.x, q.y, q.z) {}
  __GPURACE_GLM explicit qua(const mat<3, 3, T, Q> &m) : qua(quat_cast(m)) {}
  __GPURACE_GLM explicit qua(const mat<4, 4, T, Q> &m) : qua(quat_cast(mat<3, 3, T, Q>(m))) {}
  __GPURACE_GLM static constexpr length_t length() { return 4; }
  __GPURACE_GLM constexpr T &operator[](length_t i) { return (&x)[i]; }
  __GPURACE_GLM constexpr const T &operator[](length_t i) const { return (&x)[i]; }
  __GPURACE_GLM friend constexpr qua operator+(const qua &a, const qua &b) {
    return qua(a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z);
  }
  __GPURACE_GLM friend constexpr qua operator-(const qua &a, const qua &b) {
    return qua(a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z);
  }
  __GPURACE_GLM friend constexpr qua operator-(const qua &a) { return qua(-a.w, -a.x, -a.y, -a.z); }
  __GPURACE_GLM friend constexpr qua operator*(const qua &a, T s) { return qua(a.w * s, a.x * s, a.y * s, a.z * s); }
  __GPURACE_GLM friend constexpr qua operator*(T s, const qua &a) { return a * s; }
  __GPURACE_GLM friend constexpr qua operator/(const qua &a, T s) { return qua(a.w / s, a.x / s, a.y / s, a.z / s); }
  __GPURACE_GLM friend constexpr qua operator*(const qua &a, const qua &b) {
    return qua(a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
               a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z, a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x);
  }
  __GPURACE_GLM friend constexpr vec<3, T, Q> operator*(const qua &a, const vec<3, T, Q> &v) {
    vec<3, T, Q> axis(a.x, a.y, a.z);
    vec<3, T, Q> once = cross(axis, v);
    return v + (once * a.w + cross(axis, once)) * T(2);
  }
  __GPURACE_GLM constexpr qua &operator+=(const qua &b) { return *this = *this + b; }
  __GPURACE_GLM constexpr qua &operator*=(const qua &b) { return *this = *this * b; }
  __GPURACE_GLM constexpr qua &operator*=(T s) { return *this = *this * s; }
  __GPURACE_GLM constexpr qua &operator/=(T s) { return *this = *this / s; }
  __GPURACE_GLM friend constexpr bool operator==(const qua &a, const qua &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
  }
};
#define __GPURACE_GLM_OF_Q template <class T, qualifier Q>
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr T dot(const qua<T, Q> &a, const qua<T, Q> &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__GPURACE_GLM_OF_Q __GPURACE_GLM T length(const qua<T, Q> &a) { return ::sqrt(dot(a, a)); }
__GPURACE_GLM_OF_Q __GPURACE_GLM qua<T, Q> normalize(const qua<T, Q> &a) { return a * inversesqrt(dot(a, a)); }
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr qua<T, Q> conjugate(const qua<T, Q> &a) {
  return qua<T, Q>(a.w, -a.x, -a.y, -a.z);
}
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr qua<T, Q> inverse(const qua<T, Q> &a) { return conjugate(a) / dot(a, a); }
__GPURACE_GLM_OF_Q __GPURACE_GLM vec<3, T, Q> rotate(const qua<T, Q> &q, const vec<3, T, Q> &v) { return q * v; }
__GPURACE_GLM_OF_Q __GPURACE_GLM qua<T, Q> angleAxis(const T &angle, const vec<3, T, Q> &axis) {
  return qua<T, Q>(::cos(angle * T(0.5)), axis * ::sin(angle * T(0.5)));
}
__GPURACE_GLM_OF_Q __GPURACE_GLM qua<T, Q> slerp(const qua<T, Q> &from, const qua<T, Q> &to, T part) {
  T d = dot(from, to);
  qua<T, Q> near = d < T(0) ? -to : to;
  T cosine = d < T(0) ? -d : d;
  if (cosine > T(1) - std::numeric_limits<T>::epsilon()) return from * (T(1) - part) + near * part;
  T angle = ::acos(cosine);
  return (from * ::sin((T(1) - part) * angle) + near * ::sin(part * angle)) / ::sin(angle);
}
__GPURACE_GLM_OF_Q __GPURACE_GLM qua<T, Q> lerp(const qua<T, Q> &from, const qua<T, Q> &to, T part) {
  return from * (T(1) - part) + to * part;
}
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr mat<3, 3, T, Q> mat3_cast(const qua<T, Q> &q) {
  return mat<3, 3, T, Q>(T(1) - T(2) * (q.y * q.y + q.z * q.z), T(2) * (q.x * q.y + q.w * q.z),
                         T(2) * (q.x * q.z - q.w * q.y), T(2) * (q.x * q.y - q.w * q.z),
                         T(1) - T(2) * (q.x * q.x + q.z * q.z), T(2) * (q.y * q.z + q.w * q.x),
                         T(2) * (q.x * q.z + q.w * q.y), T(2) * (q.y * q.z - q.w * q.x),
                         T(1) - T(2) * (q.x * q.x + q.y * q.y));
}
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr mat<4, 4, T, Q> mat4_cast(const qua<T, Q> &q) {
  return mat<4, 4, T, Q>(mat3_cast(q));
}
__GPURACE_GLM_OF_Q __GPURACE_GLM qua<T, Q> quat_cast(const mat<3, 3, T, Q> &m) {
  T trace = m[0].x + m[1].y + m[2].z;
  if (trace > T(0)) {
    T s = T(2) * ::sqrt(trace + T(1));
    return qua<T, Q>(s / T(4), (m[1].z - m[2].y) / s, (m[2].x - m[0].z) / s, (m[0].y - m[1].x) / s);
  }
  if (m[0].x > m[1].y && m[0].x > m[2].z) {
    T s = T(2) * ::sqrt(T(1) + m[0].x - m[1].y - m[2].z);
    return qua<T, Q>((m[1].z - m[2].y) / s, s / T(4), (m[1].x + m[0].y) / s, (m[2].x + m[0].z) / s);
  }
  if (m[1].y > m[2].z) {
    T s = T(2) * ::sqrt(T(1) + m[1].y - m[0].x - m[2].z);
    return qua<T, Q>((m[2].x - m[0].z) / s, (m[1].x + m[0].y) / s, s / T(4), (m[2].y + m[1].z) / s);
  }
  T s = T(2) * ::sqrt(T(1) + m[2].z - m[0].x - m[1].y);
  return qua<T, Q>((m[0].y - m[1].x) / s, (m[2].x + m[0].z) / s, (m[2].y + m[1].z) / s, s / T(4));
}
__GPURACE_GLM_OF_Q __GPURACE_GLM qua<T, Q> quat_cast(const mat<4, 4, T, Q> &m) { return quat_cast(mat<3, 3, T, Q>(m)); }
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr mat<3, 3, T, Q> toMat3(const qua<T, Q> &q) { return mat3_cast(q); }
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr mat<4, 4, T, Q> toMat4(const qua<T, Q> &q) { return mat4_cast(q); }

// ---- transformations -----------------------------------------------------------------------------------------------
__GPURACE_GLM_OF_Q __GPURACE_GLM mat<4, 4, T, Q> translate(const mat<4, 4, T, Q> &m, const vec<3, T, Q> &v) {
  return mat<4, 4, T, Q>(m[0], m[1], m[2], m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3]);
}
__GPURACE_GLM_OF_Q __GPURACE_GLM mat<4, 4, T, Q> translate(const vec<3, T, Q> &v) { return translate(mat<4, 4, T, Q>(T(1)), v); }
__GPURACE_GLM_OF_Q __GPURACE_GLM mat<4, 4, T, Q> scale(const mat<4, 4, T, Q> &m, const vec<3, T, Q> &v) {
  return mat<4, 4, T, Q>(m[0] * v.x, m[1] * v.y, m[2] * v.z, m[3]);
}
__GPURACE_GLM_OF_Q __GPURACE_GLM mat<4, 4, T, Q> scale(const vec<3, T, Q> &v) { return scale(mat<4, 4, T, Q>(T(1)), v); }
__GPURACE_GLM_OF_Q __GPURACE_GLM mat<4, 4, T, Q> rotate(const mat<4, 4, T, Q> &m, T angle, const vec<3, T, Q> &axis) {
  return m * mat4_cast(angleAxis(angle, normalize(axis)));
}
__GPURACE_GLM_OF_Q __GPURACE_GLM mat<4, 4, T, Q> rotate(T angle, const vec<3, T, Q> &axis) {
  return mat4_cast(angleAxis(angle, normalize(axis)));
}
__GPURACE_GLM_OF_Q __GPURACE_GLM mat<4, 4, T, Q> lookAt(const vec<3, T, Q> &eye, const vec<3, T, Q> &center,
                                                        const vec<3, T, Q> &up) {
  vec<3, T, Q> f = normalize(center - eye), s = normalize(cross(f, up)), u = cross(s, f);
  return transpose(mat<4, 4, T, Q>(vec<4, T, Q>(s, -dot(s, eye)), vec<4, T, Q>(u, -dot(u, eye)),
                                   vec<4, T, Q>(-f, dot(f, eye)), vec<4, T, Q>(T(0), T(0), T(0), T(1))));
}
template <class T>
__GPURACE_GLM mat<4, 4, T> perspective(T angle, T aspect, T near, T far) {
  T t = ::tan(angle / T(2));
  return mat<4, 4, T>(T(1) / (aspect * t), T(0), T(0), T(0), T(0), T(1) / t, T(0), T(0), T(0), T(0),
                      -(far + near) / (far - near), T(-1), T(0), T(0), -(T(2) * far * near) / (far - near), T(0));
}
template <class T>
__GPURACE_GLM mat<4, 4, T> ortho(T left, T right, T bottom, T top, T near, T far) {
  return mat<4, 4, T>(T(2) / (right - left), T(0), T(0), T(0), T(0), T(2) / (top - bottom), T(0), T(0), T(0), T(0),
                      T(-2) / (far - near), T(0), -(right + left) / (right - left), -(top + bottom) / (top - bottom),
                      -(far + near) / (far - near), T(1));
}

// ---- constants and pointers ----------------------------------------------------------------------------------------
template <class T>
__GPURACE_GLM constexpr T pi() {
  return T(3.14159265358979323846);
}
template <class T>
__GPURACE_GLM constexpr T two_pi() {
  return T(6.28318530717958647693);
}
template <class T>
__GPURACE_GLM constexpr T half_pi() {
  return T(1.57079632679489661923);
}
template <class T>
__GPURACE_GLM constexpr T epsilon() {
  return std::numeric_limits<T>::epsilon();
}
template <class M>
__GPURACE_GLM constexpr M identity() {
  return M(1);
}
__GPURACE_GLM_OF_L __GPURACE_GLM constexpr T *value_ptr(vec<L, T, Q> &v) { return &v.x; }
__GPURACE_GLM_OF_L __GPURACE_GLM constexpr const T *value_ptr(const vec<L, T, Q> &v) { return &v.x; }
__GPURACE_GLM_OF_M __GPURACE_GLM constexpr T *value_ptr(mat<C, R, T, Q> &m) { return &m.value[0].x; }
__GPURACE_GLM_OF_M __GPURACE_GLM constexpr const T *value_ptr(const mat<C, R, T, Q> &m) { return &m.value[0].x; }
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr T *value_ptr(qua<T, Q> &q) { return &q.x; }
__GPURACE_GLM_OF_Q __GPURACE_GLM constexpr const T *value_ptr(const qua<T, Q> &q) { return &q.x; }
#define __GPURACE_GLM_MAKE(NAME, TYPE, EXPRESSION) \
  template <class T>                               \
  __GPURACE_GLM constexpr TYPE NAME(const T *p) {  \
    return TYPE EXPRESSION;                        \
  }
#define __GPURACE_M(C, R) mat<C, R, T>
#define __GPURACE_VEC(L) vec<L, T>
__GPURACE_GLM_MAKE(make_vec2, __GPURACE_VEC(2), (p[0], p[1]))
__GPURACE_GLM_MAKE(make_vec3, __GPURACE_VEC(3), (p[0], p[1], p[2]))
__GPURACE_GLM_MAKE(make_vec4, __GPURACE_VEC(4), (p[0], p[1], p[2], p[3]))
__GPURACE_GLM_MAKE(make_quat, qua<T>, (p[3], p[0], p[1], p[2]))
__GPURACE_GLM_MAKE(make_mat2, __GPURACE_M(2, 2), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat3, __GPURACE_M(3, 3), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat4, __GPURACE_M(4, 4), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat2x2, __GPURACE_M(2, 2), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat2x3, __GPURACE_M(2, 3), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat2x4, __GPURACE_M(2, 4), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat3x2, __GPURACE_M(3, 2), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat3x3, __GPURACE_M(3, 3), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat3x4, __GPURACE_M(3, 4), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat4x2, __GPURACE_M(4, 2), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat4x3, __GPURACE_M(4, 3), (p, nullptr))
__GPURACE_GLM_MAKE(make_mat4x4, __GPURACE_M(4, 4), (p, nullptr))

// ---- names ---------------------------------------------------------------------------------------------------------
#define __GPURACE_GLM_VECTORS(PREFIX, T) \
  typedef vec<1, T> PREFIX##vec1;        \
  typedef vec<2, T> PREFIX##vec2;        \
  typedef vec<3, T> PREFIX##vec3;        \
  typedef vec<4, T> PREFIX##vec4;
#define __GPURACE_GLM_MATRICES(PREFIX, T) \
  typedef mat<2, 2, T> PREFIX##mat2;      \
  typedef mat<3, 3, T> PREFIX##mat3;      \
  typedef mat<4, 4, T> PREFIX##mat4;      \
  typedef mat<2, 2, T> PREFIX##mat2x2;    \
  typedef mat<2, 3, T> PREFIX##mat2x3;    \
  typedef mat<2, 4, T> PREFIX##mat2x4;    \
  typedef mat<3, 2, T> PREFIX##mat3x2;    \
  typedef mat<3, 3, T> PREFIX##mat3x3;    \
  typedef mat<3, 4, T> PREFIX##mat3x4;    \
  typedef mat<4, 2, T> PREFIX##mat4x2;    \
  typedef mat<4, 3, T> PREFIX##mat4x3;    \
  typedef mat<4, 4, T> PREFIX##mat4x4;    \
  typedef qua<T> PREFIX##quat;
__GPURACE_GLM_VECTORS(, float)
__GPURACE_GLM_VECTORS(f, float)
__GPURACE_GLM_VECTORS(f32, float)
__GPURACE_GLM_VECTORS(d, double)
__GPURACE_GLM_VECTORS(f64, double)
__GPURACE_GLM_VECTORS(i, int)
__GPURACE_GLM_VECTORS(u, unsigned int)
__GPURACE_GLM_VECTORS(b, bool)
__GPURACE_GLM_VECTORS(i8, signed char)
__GPURACE_GLM_VECTORS(u8, unsigned char)
__GPURACE_GLM_VECTORS(i16, short)
__GPURACE_GLM_VECTORS(u16, unsigned short)
__GPURACE_GLM_VECTORS(i32, int)
__GPURACE_GLM_VECTORS(u32, unsigned int)
__GPURACE_GLM_VECTORS(i64, long long)
__GPURACE_GLM_VECTORS(u64, unsigned long long)
__GPURACE_GLM_MATRICES(, float)
__GPURACE_GLM_MATRICES(f, float)
__GPURACE_GLM_MATRICES(f32, float)
__GPURACE_GLM_MATRICES(d, double)
__GPURACE_GLM_MATRICES(f64, double)
}  // namespace glm
#endif
