// Keywords of CUDA C++, the built-in variables, and what a launch and a kernel become.
#pragma once
#pragma GCC system_header

#define __CUDACC__ 1
#define __NVCC__ 1
#define __GPURACE_CPU__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#define __CUDART_API_VERSION 12040
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __HOST_DEFINES_H__

#define __host__
#define __device__
#define __constant__
#define __managed__
#define __grid_constant__
#ifdef __clang__
#define __global__ __attribute__((noinline))
#define GPURACE_OUT __attribute__((noinline, no_sanitize("thread")))
#else
#define __global__ __attribute__((noinline, noclone))
#define GPURACE_OUT __attribute__((noinline, noclone, no_sanitize_thread))
#endif
// One of each a block: all threads of a launch run on one thread of the system, whose thread-local variables the runtime
// exchanges when it is another block's turn.
#define __shared__ thread_local

#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline_hint__ inline
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __nv_pure__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

#define GPURACE_HERE __builtin_return_address(0)

extern const uint3 threadIdx __asm__("gpurace_threadIdx");
extern const uint3 blockIdx __asm__("gpurace_blockIdx");
extern const gpurace_extent blockDim __asm__("gpurace_blockDim");
extern const gpurace_extent gridDim __asm__("gpurace_gridDim");
static const int warpSize = 32;

namespace gpurace {

// `kernel<<<grid, block, bytes, stream>>>(…)` becomes `gpurace::configure(grid, block, bytes, stream) ? (void)0 : kernel(…)`.
inline bool configure(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0) {
  return gpurace_configure(grid, block, shared, stream, 0) != 0;
}

template <class Body>
struct Thread {
  // Each thread has parameters of its own; that they are copied is no access of the kernel's.
  static void run(void *closure) {
    gpurace_silent(1);
    Body own(*static_cast<Body *>(closure));
    gpurace_silent(0);
    own();
  }
  static void *copy(const void *closure) { return new Body(*static_cast<const Body *>(closure)); }
  static void drop(void *closure) { delete static_cast<Body *>(closure); }
};

// The body of a kernel becomes `{ gpurace::kernel([=]() mutable { … }); }`.
template <class Body>
GPURACE_OUT void kernel(Body body) {
  gpurace_launch(Thread<Body>::run, &body, sizeof body, Thread<Body>::drop, Thread<Body>::copy, GPURACE_HERE);
}

}  // namespace gpurace
