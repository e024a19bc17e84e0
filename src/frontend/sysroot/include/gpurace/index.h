// threadIdx, blockIdx, blockDim, gridDim, warpSize. Reading a component calls the LLVM intrinsic of its register; the
// variables themselves have no content, so no load of them ever appears.
#pragma once

#define __GPURACE_AXIS(AXIS, REGISTER)                                                                              \
  __declspec(property(get = __get_##AXIS)) unsigned int AXIS;                                                       \
  static __inline__ __attribute__((always_inline, device)) unsigned int __get_##AXIS() {                            \
    return __nvvm_read_ptx_sreg_##REGISTER##_##AXIS();                                                              \
  }

#define __GPURACE_INDEX(TYPE, VARIABLE, REGISTER)                                                                   \
  namespace __gpurace {                                                                                             \
  struct TYPE {                                                                                                     \
    __GPURACE_AXIS(x, REGISTER)                                                                                     \
    __GPURACE_AXIS(y, REGISTER)                                                                                     \
    __GPURACE_AXIS(z, REGISTER)                                                                                     \
    __device__ operator uint3() const { return make_uint3(__get_x(), __get_y(), __get_z()); }                       \
  };                                                                                                                \
  }                                                                                                                 \
  extern const __device__ __attribute__((weak)) __gpurace::TYPE VARIABLE;                                           \
  __device__ inline dim3::dim3(const __gpurace::TYPE &)                                                             \
      : x(__gpurace::TYPE::__get_x()), y(__gpurace::TYPE::__get_y()), z(__gpurace::TYPE::__get_z()) {}

__GPURACE_INDEX(thread_index, threadIdx, tid)
__GPURACE_INDEX(block_index, blockIdx, ctaid)
__GPURACE_INDEX(block_size, blockDim, ntid)
__GPURACE_INDEX(grid_size, gridDim, nctaid)

#ifndef __HIP__
// Every GPU that CUDA runs on has warps of 32 threads. HIP's size is chosen per run: <hip/hip_runtime.h> has it.
static const int warpSize = 32;
#endif

namespace __gpurace {

// The number of this thread within its block, and of threads in a block.
__GPURACE_D unsigned int linear_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__GPURACE_D unsigned int linear_block() {
  return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
__GPURACE_D unsigned int block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
__GPURACE_D unsigned int grid_blocks() { return gridDim.x * gridDim.y * gridDim.z; }

}  // namespace __gpurace
