// Random numbers: of what an engine yields nothing is known.
#pragma once
#include <thrust/execution_policy.h>

#include <iostream>

namespace thrust {
namespace random {
class __gpurace_engine {
 public:
  typedef unsigned int result_type;
  __host__ __device__ __gpurace_engine(result_type = 0) {}
  __host__ __device__ void seed(result_type = 0) {}
  __host__ __device__ void discard(unsigned long long) {}
  __host__ __device__ result_type operator()() { return __gpurace_unknown_i32(); }
};
typedef __gpurace_engine default_random_engine, minstd_rand, minstd_rand0, taus88, ranlux24, ranlux48;
#define __GPURACE_DISTRIBUTION(NAME, T)                           \
  template <class T>                                              \
  class NAME {                                                    \
   public:                                                        \
    typedef T result_type;                                        \
    __host__ __device__ NAME(T = 0, T = 1) {}                     \
    template <class Engine>                                       \
    __host__ __device__ T operator()(Engine &) {                  \
      return __gpurace::unknown<T>::value();                      \
    }                                                             \
  };
__GPURACE_DISTRIBUTION(uniform_real_distribution, Real)
__GPURACE_DISTRIBUTION(uniform_int_distribution, Integer)
__GPURACE_DISTRIBUTION(normal_distribution, Real)
#undef __GPURACE_DISTRIBUTION
}  // namespace random
using namespace random;
}  // namespace thrust
