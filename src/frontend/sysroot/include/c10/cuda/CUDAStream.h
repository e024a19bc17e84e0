// Streams, the current device, and checks of the runtime's results.
#pragma once
#include <ATen/ATen.h>
#include <cublas_v2.h>

#define C10_CUDA_CHECK(call) TORCH_CHECK((call) == cudaSuccess)
#define C10_CUDA_CHECK_WARN(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define AT_CUDA_CHECK C10_CUDA_CHECK
#define TORCH_CUDA_CHECK C10_CUDA_CHECK
#define THCudaCheck C10_CUDA_CHECK
#define TORCH_CUDABLAS_CHECK(call) TORCH_CHECK((call) == CUBLAS_STATUS_SUCCESS)
#define TORCH_CUDA_KERNEL_LAUNCH_CHECK C10_CUDA_KERNEL_LAUNCH_CHECK

extern "C" cudaStream_t __gpurace_some_stream(void);
extern "C" cudaDeviceProp *__gpurace_device_properties(void);

namespace c10 {
namespace cuda {
class CUDAStream {
  cudaStream_t stream_;

 public:
  explicit CUDAStream(cudaStream_t stream) : stream_(stream) {}
  operator cudaStream_t() const { return stream_; }
  cudaStream_t stream() const { return stream_; }
  void synchronize() const { cudaStreamSynchronize(stream_); }
  DeviceIndex device_index() const { return __gpurace_unknown_i32(); }
};
inline CUDAStream getCurrentCUDAStream(DeviceIndex = -1) { return CUDAStream(__gpurace_some_stream()); }
inline CUDAStream getDefaultCUDAStream(DeviceIndex = -1) { return CUDAStream(0); }
inline CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1) { return CUDAStream(__gpurace_some_stream()); }
inline void setCurrentCUDAStream(CUDAStream) {}
struct CUDAGuard {
  template <class T>
  explicit CUDAGuard(const T &) {}
  ~CUDAGuard() {}
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard() {}
  template <class T>
  explicit OptionalCUDAGuard(const T &) {}
  ~OptionalCUDAGuard() {}
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream) {}
  ~CUDAStreamGuard() {}
};
inline DeviceIndex current_device() { return __gpurace_unknown_i32(); }
inline DeviceIndex device_count() { return __gpurace_unknown_i32(); }
inline void set_device(DeviceIndex) {}
}  // namespace cuda
}  // namespace c10

namespace at {
inline Device device_of(const Tensor &t) { return t.device(); }
struct DeviceGuard {
  template <class T>
  explicit DeviceGuard(const T &) {}
  ~DeviceGuard() {}
};
struct OptionalDeviceGuard : DeviceGuard {
  using DeviceGuard::DeviceGuard;
};
namespace cuda {
using namespace c10::cuda;
inline cudaDeviceProp *getCurrentDeviceProperties() { return __gpurace_device_properties(); }
inline cudaDeviceProp *getDeviceProperties(int64_t) { return __gpurace_device_properties(); }
inline cublasHandle_t getCurrentCUDABlasHandle() { return 0; }
inline int warp_size() { return 32; }
template <class T>
__host__ __device__ inline T ATenCeilDiv(T a, T b) {
  return (a + b - 1) / b;
}
namespace detail {
static constexpr int CUDA_NUM_THREADS = 1024;
inline int GET_BLOCKS(int64_t n, int64_t most = CUDA_NUM_THREADS) {
  TORCH_CHECK(n > 0);
  return static_cast<int>((n - 1) / most + 1);
}
}  // namespace detail
}  // namespace cuda
}  // namespace at
namespace torch {
namespace cuda {
using namespace at::cuda;
}
}  // namespace torch

#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                                     \
  int64_t _i_n_d_e_x = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;                 \
  for (index_type i = _i_n_d_e_x; _i_n_d_e_x < (n); _i_n_d_e_x += blockDim.x * gridDim.x, i = _i_n_d_e_x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)

template <class T>
__GPURACE_D void gpuAtomicAddNoReturn(T *p, typename std::enable_if<true, T>::type value) {
  atomicAdd(p, value);
}
template <class T>
__GPURACE_D T gpuAtomicAdd(T *p, typename std::enable_if<true, T>::type value) {
  return atomicAdd(p, value);
}
template <class T>
__GPURACE_D T gpuAtomicMax(T *p, typename std::enable_if<true, T>::type value) {
  return atomicMax(p, value);
}
template <class T>
__GPURACE_D T gpuAtomicMin(T *p, typename std::enable_if<true, T>::type value) {
  return atomicMin(p, value);
}
