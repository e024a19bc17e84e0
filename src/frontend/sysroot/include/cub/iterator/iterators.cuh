// Iterators that compute or convert.
#pragma once
#include <cub/config.cuh>

namespace cub {

#define __GPURACE_ITERATOR(NAME, VALUE, ...)                                                             \
  typedef NAME self_type;                                                                                \
  typedef ptrdiff_t difference_type;                                                                     \
  typedef VALUE value_type;                                                                              \
  typedef VALUE *pointer;                                                                                \
  typedef VALUE reference;                                                                               \
  typedef std::random_access_iterator_tag iterator_category;                                             \
  __host__ __device__ VALUE operator*() const { return (*this)[0]; }                                     \
  template <class D>                                                                                     \
  __host__ __device__ NAME operator+(D n) const {                                                        \
    NAME moved = *this;                                                                                  \
    return moved += n;                                                                                   \
  }                                                                                                      \
  template <class D>                                                                                     \
  __host__ __device__ NAME operator-(D n) const {                                                        \
    return *this + -static_cast<difference_type>(n);                                                     \
  }                                                                                                      \
  template <class D>                                                                                     \
  __host__ __device__ NAME &operator+=(D n) {                                                            \
    __VA_ARGS__ += n;                                                                                    \
    return *this;                                                                                        \
  }                                                                                                      \
  __host__ __device__ NAME &operator++() { return *this += 1; }                                          \
  __host__ __device__ NAME operator++(int) {                                                             \
    NAME old = *this;                                                                                    \
    *this += 1;                                                                                          \
    return old;                                                                                          \
  }                                                                                                      \
  __host__ __device__ difference_type operator-(const NAME &other) const { return __VA_ARGS__ - other.__VA_ARGS__; } \
  __host__ __device__ bool operator==(const NAME &other) const { return __VA_ARGS__ == other.__VA_ARGS__; }          \
  __host__ __device__ bool operator!=(const NAME &other) const { return !(*this == other); }

template <class T, class Offset = ptrdiff_t>
class CountingInputIterator {
  T value_;

 public:
  __host__ __device__ CountingInputIterator(const T &value) : value_(value) {}
  template <class D>
  __host__ __device__ T operator[](D n) const {
    return value_ + static_cast<T>(n);
  }
  __GPURACE_ITERATOR(CountingInputIterator, T, value_)
};
template <class T, class Offset = ptrdiff_t>
class ConstantInputIterator {
  T value_;
  Offset at_;

 public:
  __host__ __device__ ConstantInputIterator(const T &value, Offset at = 0) : value_(value), at_(at) {}
  template <class D>
  __host__ __device__ T operator[](D) const {
    return value_;
  }
  __GPURACE_ITERATOR(ConstantInputIterator, T, at_)
};
template <class T, class Op, class I, class Offset = ptrdiff_t>
class TransformInputIterator {
  I it_;
  Op op_;

 public:
  __host__ __device__ TransformInputIterator(I it, Op op) : it_(it), op_(op) {}
  template <class D>
  __host__ __device__ T operator[](D n) const {
    Op op = op_;
    return op(it_[n]);
  }
  __GPURACE_ITERATOR(TransformInputIterator, T, it_)
};
template <CacheLoadModifier M, class T, class Offset = ptrdiff_t>
class CacheModifiedInputIterator {
 public:
  T *ptr;
  template <class U>
  __host__ __device__ CacheModifiedInputIterator(U *p) : ptr(const_cast<T *>(p)) {}
  template <class D>
  __host__ __device__ T operator[](D n) const {
    return ptr[n];
  }
  __GPURACE_ITERATOR(CacheModifiedInputIterator, T, ptr)
};
template <CacheStoreModifier M, class T, class Offset = ptrdiff_t>
class CacheModifiedOutputIterator {
 public:
  T *ptr;
  template <class U>
  __host__ __device__ CacheModifiedOutputIterator(U *p) : ptr(const_cast<T *>(p)) {}
  template <class D>
  __host__ __device__ T &operator[](D n) const {
    return ptr[n];
  }
  __host__ __device__ T &operator*() const { return *ptr; }
  template <class D>
  __host__ __device__ CacheModifiedOutputIterator operator+(D n) const {
    return CacheModifiedOutputIterator(ptr + n);
  }
};
template <class I, class Offset = ptrdiff_t, class T = typename std::iterator_traits<I>::value_type>
class ArgIndexInputIterator {
  typedef KeyValuePair<Offset, T> item;
  I it_;
  Offset at_;

 public:
  __host__ __device__ ArgIndexInputIterator(I it, Offset at = 0) : it_(it), at_(at) {}
  template <class D>
  __host__ __device__ item operator[](D n) const {
    return item(at_ + n, it_[at_ + n]);
  }
  __GPURACE_ITERATOR(ArgIndexInputIterator, item, at_)
};
#undef __GPURACE_ITERATOR
template <class Offset = ptrdiff_t>
struct DiscardOutputIterator {
  struct sink {
    template <class T>
    __host__ __device__ const sink &operator=(const T &) const {
      return *this;
    }
  };
  __host__ __device__ DiscardOutputIterator(Offset = 0) {}
  template <class D>
  __host__ __device__ sink operator[](D) const {
    return sink();
  }
  __host__ __device__ sink operator*() const { return sink(); }
};

}  // namespace cub
