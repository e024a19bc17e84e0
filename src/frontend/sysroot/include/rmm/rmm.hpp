// RAPIDS' memory manager, as far as host code of kernels names it. Memory that is asked for is asked for with `cudaMalloc`,
// and copies are the runtime's: a stream keeps their order, as it keeps that of launches.
#pragma once
#include <cuda/memory_resource>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>

#define RMM_EXPORT
#define RMM_NAMESPACE rmm
#define RMM_CUDA_TRY(...) (void)(__VA_ARGS__)
#define RMM_EXPECTS(condition, ...) (void)(condition)
#define RMM_FAIL(...) ::rmm::__gpurace_fail()
#define RMM_FUNC_RANGE()

namespace rmm {
[[noreturn]] void __gpurace_fail();

static const std::size_t CUDA_ALLOCATION_ALIGNMENT = 256;
static const std::size_t RMM_DEFAULT_HOST_ALIGNMENT = alignof(std::max_align_t);
inline constexpr std::size_t align_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }
inline constexpr std::size_t align_down(std::size_t n, std::size_t to) { return n / to * to; }

struct logic_error : std::logic_error {
  using std::logic_error::logic_error;
};
struct cuda_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct bad_alloc : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct out_of_memory : bad_alloc {
  using bad_alloc::bad_alloc;
};
struct out_of_range : std::out_of_range {
  using std::out_of_range::out_of_range;
};

class cuda_stream_view {
  cudaStream_t stream_ = nullptr;

 public:
  constexpr cuda_stream_view() = default;
  constexpr cuda_stream_view(cudaStream_t stream) : stream_(stream) {}
  constexpr cudaStream_t value() const { return stream_; }
  constexpr operator cudaStream_t() const { return stream_; }
  bool is_default() const { return stream_ == nullptr; }
  bool is_per_thread_default() const { return false; }
  void synchronize() const { cudaStreamSynchronize(stream_); }
  void synchronize_no_throw() const { cudaStreamSynchronize(stream_); }
};
inline bool operator==(cuda_stream_view a, cuda_stream_view b) { return a.value() == b.value(); }
inline bool operator!=(cuda_stream_view a, cuda_stream_view b) { return a.value() != b.value(); }
static const cuda_stream_view cuda_stream_default, cuda_stream_legacy, cuda_stream_per_thread;

class cuda_stream {
  cuda_stream_view view_;

 public:
  cuda_stream();
  cudaStream_t value() const { return view_.value(); }
  cuda_stream_view view() const { return view_; }
  operator cuda_stream_view() const { return view_; }
  void synchronize() const { view_.synchronize(); }
};
class cuda_stream_pool {
 public:
  explicit cuda_stream_pool(std::size_t size = 16);
  cuda_stream_view get_stream() const;
  cuda_stream_view get_stream(std::size_t) const;
  std::size_t get_pool_size() const;
};

struct cuda_device_id {
  using value_type = int;
  constexpr explicit cuda_device_id(int id = 0) : id_(id) {}
  constexpr int value() const { return id_; }

 private:
  int id_;
};
cuda_device_id get_current_cuda_device();
int get_num_cuda_devices();
std::pair<std::size_t, std::size_t> available_device_memory();
struct cuda_set_device_raii {
  explicit cuda_set_device_raii(cuda_device_id);
  ~cuda_set_device_raii();
};

namespace mr {
class device_memory_resource {
 public:
  virtual ~device_memory_resource();
  void *allocate(std::size_t bytes, cuda_stream_view = {}) {
    void *memory = nullptr;
    cudaMalloc(&memory, bytes);
    return memory;
  }
  void *allocate_async(std::size_t bytes, std::size_t, cuda_stream_view) { return allocate(bytes); }
  void *allocate_async(std::size_t bytes, cuda_stream_view) { return allocate(bytes); }
  void deallocate(void *, std::size_t, cuda_stream_view = {});
  void deallocate_async(void *, std::size_t, std::size_t, cuda_stream_view);
  void deallocate_async(void *, std::size_t, cuda_stream_view);
};
class host_memory_resource {
 public:
  virtual ~host_memory_resource();
  void *allocate(std::size_t, std::size_t = 0);
  void deallocate(void *, std::size_t, std::size_t = 0);
};
struct cuda_memory_resource : device_memory_resource {};
struct managed_memory_resource : device_memory_resource {};
struct cuda_async_memory_resource : device_memory_resource {
  template <class... A>
  cuda_async_memory_resource(A &&...);
};
struct pinned_memory_resource : host_memory_resource {};
struct new_delete_resource : host_memory_resource {};
struct pinned_host_memory_resource : device_memory_resource {};
template <class Upstream>
struct pool_memory_resource : device_memory_resource {
  template <class... A>
  pool_memory_resource(A &&...);
};
template <class Upstream>
struct arena_memory_resource : pool_memory_resource<Upstream> {
  using pool_memory_resource<Upstream>::pool_memory_resource;
};
template <class Upstream>
struct statistics_resource_adaptor : pool_memory_resource<Upstream> {
  using pool_memory_resource<Upstream>::pool_memory_resource;
};
template <class Upstream>
struct aligned_resource_adaptor : pool_memory_resource<Upstream> {
  using pool_memory_resource<Upstream>::pool_memory_resource;
};
device_memory_resource *get_current_device_resource();
device_memory_resource *set_current_device_resource(device_memory_resource *);
device_memory_resource *get_per_device_resource(cuda_device_id);
template <class T>
class polymorphic_allocator {
 public:
  using value_type = T;
  polymorphic_allocator() = default;
  template <class R>
  polymorphic_allocator(R &&) {}
  T *allocate(std::size_t n, cuda_stream_view = {}) {
    void *memory = nullptr;
    cudaMalloc(&memory, n * sizeof(T));
    return static_cast<T *>(memory);
  }
  void deallocate(T *, std::size_t, cuda_stream_view = {});
};
template <class A>
class stream_allocator_adaptor {
 public:
  using value_type = typename A::value_type;
  stream_allocator_adaptor(A a, cuda_stream_view) : allocator_(a) {}
  value_type *allocate(std::size_t n) { return allocator_.allocate(n); }
  void deallocate(value_type *, std::size_t);

 private:
  A allocator_;
};
}  // namespace mr

// A reference to whatever gives memory.
class device_async_resource_ref {
 public:
  device_async_resource_ref() = default;
  template <class R>
  device_async_resource_ref(R *) {}
  template <class R>
  device_async_resource_ref(R &) {}
  void *allocate(std::size_t bytes, std::size_t = 0) const { return mr::device_memory_resource().allocate(bytes); }
  void *allocate_async(std::size_t bytes, cuda_stream_view) const { return allocate(bytes); }
  void *allocate_async(std::size_t bytes, std::size_t, cuda_stream_view) const { return allocate(bytes); }
  void *allocate(cuda_stream_view, std::size_t bytes, std::size_t = 0) const { return allocate(bytes); }
  void deallocate(void *, std::size_t, std::size_t = 0) const;
  void deallocate_async(void *, std::size_t, cuda_stream_view) const;
  void deallocate_async(void *, std::size_t, std::size_t, cuda_stream_view) const;
  void deallocate(cuda_stream_view, void *, std::size_t, std::size_t = 0) const;
  friend bool operator==(const device_async_resource_ref &, const device_async_resource_ref &) {
    return __gpurace_unknown_i32();
  }
  friend bool operator!=(const device_async_resource_ref &a, const device_async_resource_ref &b) { return !(a == b); }
};
typedef device_async_resource_ref device_resource_ref, host_resource_ref, host_async_resource_ref,
    host_device_resource_ref, host_device_async_resource_ref;
namespace mr {
device_async_resource_ref get_current_device_resource_ref();
device_async_resource_ref set_current_device_resource_ref(device_async_resource_ref);
device_async_resource_ref get_per_device_resource_ref(cuda_device_id);
device_async_resource_ref set_per_device_resource_ref(cuda_device_id, device_async_resource_ref);
device_async_resource_ref reset_current_device_resource_ref();
device_async_resource_ref reset_per_device_resource_ref(cuda_device_id);
}  // namespace mr

class device_buffer {
  void *data_ = nullptr;
  std::size_t size_ = 0;

 public:
  device_buffer() = default;
  device_buffer(std::size_t size, cuda_stream_view, device_async_resource_ref = {}) : size_(size) {
    cudaMalloc(&data_, size);
  }
  device_buffer(const void *from, std::size_t size, cuda_stream_view stream, device_async_resource_ref = {})
      : size_(size) {
    cudaMalloc(&data_, size);
    cudaMemcpyAsync(data_, from, size, cudaMemcpyDefault, stream);
  }
  device_buffer(const device_buffer &other, cuda_stream_view stream, device_async_resource_ref = {})
      : device_buffer(other.data_, other.size_, stream) {}
  device_buffer(device_buffer &&other) : data_(other.data_), size_(other.size_) { other.data_ = nullptr; }
  device_buffer &operator=(device_buffer &&other) {
    data_ = other.data_;
    size_ = other.size_;
    return *this;
  }
  void *data() { return data_; }
  const void *data() const { return data_; }
  std::size_t size() const { return size_; }
  std::int64_t ssize() const { return size_; }
  bool is_empty() const { return size_ == 0; }
  std::size_t capacity() const { return size_; }
  void resize(std::size_t, cuda_stream_view);
  void reserve(std::size_t, cuda_stream_view);
  void shrink_to_fit(cuda_stream_view);
  cuda_stream_view stream() const { return {}; }
  void set_stream(cuda_stream_view) {}
  device_async_resource_ref memory_resource() const { return {}; }
};

template <class T>
class device_uvector {
  device_buffer storage_;

 public:
  using value_type = T;
  using size_type = std::size_t;
  using reference = T &;
  using const_reference = const T &;
  using pointer = T *;
  using const_pointer = const T *;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<T *>;
  using const_reverse_iterator = std::reverse_iterator<const T *>;
  device_uvector(std::size_t n, cuda_stream_view stream, device_async_resource_ref = {})
      : storage_(n * sizeof(T), stream) {}
  device_uvector(const device_uvector &other, cuda_stream_view stream, device_async_resource_ref = {})
      : storage_(other.storage_, stream) {}
  device_uvector(device_uvector &&) = default;
  device_uvector &operator=(device_uvector &&) = default;
  T *data() { return static_cast<T *>(storage_.data()); }
  const T *data() const { return static_cast<const T *>(storage_.data()); }
  std::size_t size() const { return storage_.size() / sizeof(T); }
  std::int64_t ssize() const { return size(); }
  std::size_t capacity() const { return size(); }
  bool is_empty() const { return size() == 0; }
  T *begin() { return data(); }
  T *end() { return data() + size(); }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size(); }
  const T *cbegin() const { return data(); }
  const T *cend() const { return data() + size(); }
  T *element_ptr(std::size_t i) { return data() + i; }
  const T *element_ptr(std::size_t i) const { return data() + i; }
  T element(std::size_t i, cuda_stream_view stream) const {
    T value;
    cudaMemcpyAsync(&value, data() + i, sizeof(T), cudaMemcpyDefault, stream);
    return value;
  }
  T front_element(cuda_stream_view stream) const { return element(0, stream); }
  T back_element(cuda_stream_view stream) const { return element(size() - 1, stream); }
  void set_element_async(std::size_t i, const T &value, cuda_stream_view stream) {
    cudaMemcpyAsync(data() + i, &value, sizeof(T), cudaMemcpyDefault, stream);
  }
  void set_element(std::size_t i, const T &value, cuda_stream_view stream) { set_element_async(i, value, stream); }
  void set_element_to_zero_async(std::size_t i, cuda_stream_view stream) {
    cudaMemsetAsync(data() + i, 0, sizeof(T), stream);
  }
  void resize(std::size_t n, cuda_stream_view stream) { storage_.resize(n * sizeof(T), stream); }
  void reserve(std::size_t n, cuda_stream_view stream) { storage_.reserve(n * sizeof(T), stream); }
  void shrink_to_fit(cuda_stream_view stream) { storage_.shrink_to_fit(stream); }
  device_buffer release() { return std::move(storage_); }
  cuda_stream_view stream() const { return {}; }
  void set_stream(cuda_stream_view) {}
  device_async_resource_ref memory_resource() const { return {}; }
};

template <class T>
class device_scalar {
  device_uvector<T> storage_;

 public:
  using value_type = T;
  explicit device_scalar(cuda_stream_view stream, device_async_resource_ref = {}) : storage_(1, stream) {}
  device_scalar(const T &value, cuda_stream_view stream, device_async_resource_ref = {}) : storage_(1, stream) {
    storage_.set_element_async(0, value, stream);
  }
  device_scalar(const device_scalar &other, cuda_stream_view stream, device_async_resource_ref = {})
      : storage_(other.storage_, stream) {}
  device_scalar(device_scalar &&) = default;
  device_scalar &operator=(device_scalar &&) = default;
  T *data() { return storage_.data(); }
  const T *data() const { return storage_.data(); }
  std::size_t size() const { return 1; }
  T value(cuda_stream_view stream) const { return storage_.element(0, stream); }
  void set_value_async(const T &value, cuda_stream_view stream) { storage_.set_element_async(0, value, stream); }
  void set_value_to_zero_async(cuda_stream_view stream) { storage_.set_element_to_zero_async(0, stream); }
  cuda_stream_view stream() const { return {}; }
  void set_stream(cuda_stream_view) {}
};

template <class T>
using device_vector = thrust::device_vector<T>;

struct exec_policy : thrust::execution_policy<exec_policy> {
  exec_policy(cuda_stream_view = {}, device_async_resource_ref = {}) {}
  exec_policy on(cudaStream_t) const { return *this; }
  const exec_policy *operator->() const { return this; }
};
struct exec_policy_nosync : exec_policy {
  using exec_policy::exec_policy;
};
}  // namespace rmm
