// Execution policies. Where an algorithm runs makes no difference to its caller's launches.
#pragma once
#include <stdlib.h>

#include <type_traits>

#define THRUST_VERSION 200400
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 4
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_NAMESPACE_BEGIN namespace thrust {
#define THRUST_NAMESPACE_END }
#define THRUST_HOST_SYSTEM_CPP 1
#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM_OMP 2
#define THRUST_HOST_SYSTEM THRUST_HOST_SYSTEM_CPP
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CUDA

namespace thrust {
namespace __gpurace_detail {
struct any_policy {};
}  // namespace __gpurace_detail
template <class Derived>
struct execution_policy : __gpurace_detail::any_policy {};
template <class Derived>
struct device_execution_policy : execution_policy<Derived> {};
template <class Derived>
struct host_execution_policy : execution_policy<Derived> {};
struct __gpurace_policy : device_execution_policy<__gpurace_policy> {
  __gpurace_policy on(cudaStream_t) const { return *this; }
  template <class Allocator>
  __gpurace_policy operator()(const Allocator &) const {
    return *this;
  }
};
static const __gpurace_policy device, host, seq;
typedef __gpurace_policy device_system_tag, host_system_tag;
namespace cuda_cub {
static const __gpurace_policy par, par_nosync;
typedef __gpurace_policy tag;
template <class Derived>
using execution_policy = thrust::execution_policy<Derived>;
}  // namespace cuda_cub
namespace cuda = cuda_cub;
namespace omp {
static const __gpurace_policy par;
typedef __gpurace_policy tag;
}  // namespace omp
namespace cpp {
static const __gpurace_policy par;
typedef __gpurace_policy tag;
}  // namespace cpp
namespace system {
namespace cuda = thrust::cuda_cub;
namespace omp = thrust::omp;
namespace cpp = thrust::cpp;
}  // namespace system
}  // namespace thrust
