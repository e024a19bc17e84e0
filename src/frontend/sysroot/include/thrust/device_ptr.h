// Pointers to device memory. Host code that follows one gets a value nothing is known of, as kernels may have changed it.
#pragma once
#include <thrust/execution_policy.h>

#include <iterator>

namespace thrust {

template <class T>
class device_ptr;

template <class T>
class device_reference {
  typedef typename std::remove_cv<T>::type value;

 public:
  __host__ __device__ explicit device_reference(T *p) : p_(p) {}
  __host__ __device__ device_ptr<T> operator&() const;
  __host__ __device__ operator value() const {
#ifdef __CUDA_ARCH__
    return *p_;
#else
    return __gpurace::anything<value>::value();
#endif
  }
  __host__ __device__ const device_reference &operator=(const value &v) const {
#ifdef __CUDA_ARCH__
    *const_cast<value *>(p_) = v;
#else
    (void)v;
#endif
    return *this;
  }
  __host__ __device__ device_reference &operator=(const device_reference &other) {
    static_cast<const device_reference &>(*this) = static_cast<value>(other);
    return *this;
  }
  device_reference(const device_reference &) = default;
#define __GPURACE_ASSIGN(OPERATOR)                                                      \
  template <class U>                                                                    \
  __host__ __device__ const device_reference &operator OPERATOR##=(const U &u) const {  \
    return *this = static_cast<value>(static_cast<value>(*this) OPERATOR u);            \
  }
  __GPURACE_ASSIGN(+)
  __GPURACE_ASSIGN(-)
  __GPURACE_ASSIGN(*)
  __GPURACE_ASSIGN(/)
#undef __GPURACE_ASSIGN
  __host__ __device__ value operator++() const { return *this += 1; }
  __host__ __device__ value operator--() const { return *this -= 1; }

 private:
  T *p_;
};
template <class Stream, class T>
Stream &operator<<(Stream &s, const device_reference<T> &r) {
  return s << static_cast<typename std::remove_cv<T>::type>(r);
}

template <class T>
class device_ptr {
 public:
  typedef typename std::remove_cv<T>::type value_type;
  typedef T element_type;
  typedef ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef device_reference<T> reference;
  typedef std::random_access_iterator_tag iterator_category;
  typedef T *raw_pointer;
  __host__ __device__ device_ptr() : p_(nullptr) {}
  __host__ __device__ device_ptr(decltype(nullptr)) : p_(nullptr) {}
  __host__ __device__ explicit device_ptr(T *p) : p_(p) {}
  template <class U, class = typename std::enable_if<std::is_convertible<U *, T *>::value>::type>
  __host__ __device__ device_ptr(const device_ptr<U> &other) : p_(other.get()) {}
  __host__ __device__ T *get() const { return p_; }
  __host__ __device__ device_ptr base() const { return *this; }
  __host__ __device__ reference operator*() const { return reference(p_); }
  __host__ __device__ T *operator->() const { return p_; }
  template <class D>
  __host__ __device__ reference operator[](D n) const {
    return reference(p_ + n);
  }
  template <class D>
  __host__ __device__ device_ptr operator+(D n) const {
    return device_ptr(p_ + n);
  }
  template <class D, class = typename std::enable_if<std::is_integral<D>::value>::type>
  __host__ __device__ device_ptr operator-(D n) const {
    return device_ptr(p_ - n);
  }
  __host__ __device__ ptrdiff_t operator-(const device_ptr &other) const { return p_ - other.p_; }
  template <class D>
  __host__ __device__ device_ptr &operator+=(D n) {
    p_ += n;
    return *this;
  }
  template <class D>
  __host__ __device__ device_ptr &operator-=(D n) {
    p_ -= n;
    return *this;
  }
  __host__ __device__ device_ptr &operator++() { return *this += 1; }
  __host__ __device__ device_ptr &operator--() { return *this -= 1; }
  __host__ __device__ device_ptr operator++(int) { return device_ptr(p_++); }
  __host__ __device__ device_ptr operator--(int) { return device_ptr(p_--); }
  __host__ __device__ bool operator==(const device_ptr &o) const { return p_ == o.p_; }
  __host__ __device__ bool operator!=(const device_ptr &o) const { return p_ != o.p_; }
  __host__ __device__ bool operator<(const device_ptr &o) const { return p_ < o.p_; }
  __host__ __device__ explicit operator bool() const { return p_ != nullptr; }

 private:
  T *p_;
};
template <>
class device_ptr<void> {
 public:
  __host__ __device__ explicit device_ptr(void *p = nullptr) : p_(p) {}
  __host__ __device__ void *get() const { return p_; }

 private:
  void *p_;
};
template <class T>
__host__ __device__ device_ptr<T> device_reference<T>::operator&() const {
  return device_ptr<T>(p_);
}
template <class T>
__host__ __device__ inline T *raw_pointer_cast(T *p) {
  return p;
}
template <class T>
__host__ __device__ inline T *raw_pointer_cast(const device_ptr<T> &p) {
  return p.get();
}
template <class T>
__host__ __device__ inline T &raw_reference_cast(const device_reference<T> &r) {
  return *(&r).get();
}
template <class T>
__host__ __device__ inline T &raw_reference_cast(T &r) {
  return r;
}
template <class T>
__host__ __device__ inline device_ptr<T> device_pointer_cast(T *p) {
  return device_ptr<T>(p);
}
template <class T>
__host__ __device__ inline device_ptr<T> device_pointer_cast(const device_ptr<T> &p) {
  return p;
}

template <class T>
inline device_ptr<T> device_malloc(size_t n) {
  void *p;
  cudaMalloc(&p, n * sizeof(T));
  return device_ptr<T>(static_cast<T *>(p));
}
inline device_ptr<void> device_malloc(size_t n) { return device_ptr<void>(device_malloc<char>(n).get()); }
template <class T>
inline device_ptr<T> device_new(size_t n = 1) {
  return device_malloc<T>(n);
}
template <class T>
inline void device_free(const device_ptr<T> &p) {
  cudaFree(p.get());
}
template <class T>
inline void device_delete(const device_ptr<T> &p, size_t = 0) {
  cudaFree(p.get());
}
template <class T>
struct device_allocator {
  typedef T value_type;
};
template <class T>
using device_malloc_allocator = device_allocator<T>;

}  // namespace thrust
