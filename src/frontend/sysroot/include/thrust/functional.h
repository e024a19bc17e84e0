// Function objects.
#pragma once
#include <thrust/tuple.h>

#include <functional>

namespace thrust {
using std::binary_function;
using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::plus;
using std::unary_function;

#define __GPURACE_FUNCTION(NAME, ...)                           \
  template <class T = void>                                     \
  struct NAME {                                                 \
    typedef T first_argument_type;                              \
    typedef T second_argument_type;                             \
    typedef T result_type;                                      \
    template <class A, class B>                                 \
    __host__ __device__ A operator()(const A &a, const B &b) const { \
      return __VA_ARGS__;                                       \
    }                                                           \
  };
__GPURACE_FUNCTION(maximum, a < b ? b : a)
__GPURACE_FUNCTION(minimum, b < a ? b : a)
#undef __GPURACE_FUNCTION
template <class T = void>
struct identity {
  typedef T argument_type;
  typedef T result_type;
  template <class A>
  __host__ __device__ A operator()(const A &a) const {
    return a;
  }
};
template <class T = void>
struct square {
  template <class A>
  __host__ __device__ A operator()(const A &a) const {
    return a * a;
  }
};
template <class A, class B>
struct project1st {
  __host__ __device__ A operator()(const A &a, const B &) const { return a; }
};
template <class A, class B>
struct project2nd {
  __host__ __device__ B operator()(const A &, const B &b) const { return b; }
};
template <class F>
struct unary_negate {
  F f;
  template <class... A>
  __host__ __device__ bool operator()(const A &...a) {
    return !f(a...);
  }
};
template <class F>
__host__ __device__ unary_negate<F> not1(const F &f) {
  return unary_negate<F>{f};
}
template <class F>
__host__ __device__ unary_negate<F> not2(const F &f) {
  return unary_negate<F>{f};
}
template <class F>
struct zip_function {
  F f;
  template <class Tuple>
  __host__ __device__ auto operator()(Tuple &&t) const -> decltype(std::apply(f, t)) {
    return std::apply(f, t);
  }
};
template <class F>
__host__ __device__ zip_function<F> make_zip_function(const F &f) {
  return zip_function<F>{f};
}

// Formulas over placeholders: they are handed to algorithms of the host, which do not call them.
namespace placeholders {
struct formula {
  template <class T>
  formula operator=(const T &) const {
    return formula();
  }
};
static const formula _1, _2, _3, _4;
#define __GPURACE_FORMULA(OPERATOR)                                  \
  inline formula operator OPERATOR(formula, formula) { return {}; }  \
  template <class T>                                                 \
  formula operator OPERATOR(formula, const T &) {                    \
    return {};                                                       \
  }                                                                  \
  template <class T>                                                 \
  formula operator OPERATOR(const T &, formula) {                    \
    return {};                                                       \
  }
__GPURACE_FORMULA(+)
__GPURACE_FORMULA(-)
__GPURACE_FORMULA(*)
__GPURACE_FORMULA(/)
__GPURACE_FORMULA(%)
__GPURACE_FORMULA(<)
__GPURACE_FORMULA(>)
__GPURACE_FORMULA(<=)
__GPURACE_FORMULA(>=)
__GPURACE_FORMULA(==)
__GPURACE_FORMULA(!=)
__GPURACE_FORMULA(&&)
__GPURACE_FORMULA(||)
__GPURACE_FORMULA(&)
__GPURACE_FORMULA(|)
__GPURACE_FORMULA(^)
#undef __GPURACE_FORMULA
inline formula operator!(formula) { return {}; }
inline formula operator-(formula) { return {}; }
}  // namespace placeholders
}  // namespace thrust
