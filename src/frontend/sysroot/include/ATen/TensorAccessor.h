// Tensors as kernels index them. Distinct indices within the sizes name distinct elements, as in every tensor that may be
// written to: elements are placed densely, by rows, whichever strides the tensor has. Verdicts name it as an assumption.
#pragma once
#include <stdint.h>

extern "C" __host__ __device__ void __gpurace_distinct_elements(void);

namespace at {

template <class T>
struct DefaultPtrTraits {
  typedef T *PtrType;
};
template <class T>
struct RestrictPtrTraits {
  typedef T *__restrict__ PtrType;
};

// The part of a tensor that `offset` is the number of, of `N` dimensions; `sizes` are those from its first one on.
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t>
class TensorAccessor {
  T *data_;
  const Index *sizes_;
  Index offset_;

 public:
  __host__ __device__ TensorAccessor(T *data, const Index *sizes, Index offset)
      : data_(data), sizes_(sizes), offset_(offset) {}
  __host__ __device__ TensorAccessor<T, N - 1, Traits, Index> operator[](Index i) const {
    return TensorAccessor<T, N - 1, Traits, Index>(data_, sizes_ + 1, offset_ * sizes_[0] + i);
  }
  __host__ __device__ Index size(int i) const { return sizes_[i]; }
  __host__ __device__ Index stride(int axis) const {
    Index n = 1;
    for (int i = N - 1; i > axis; i--) n *= sizes_[i];
    return n;
  }
  __host__ __device__ T *data() const {
    __gpurace_distinct_elements();
    return data_ + offset_ * sizes_[0] * stride(0);
  }
};
template <class T, template <class> class Traits, class Index>
class TensorAccessor<T, 1, Traits, Index> {
  T *data_;
  const Index *sizes_;
  Index offset_;

 public:
  __host__ __device__ TensorAccessor(T *data, const Index *sizes, Index offset)
      : data_(data), sizes_(sizes), offset_(offset) {}
  __host__ __device__ T &operator[](Index i) const {
    __gpurace_distinct_elements();
    return data_[offset_ * sizes_[0] + i];
  }
  __host__ __device__ Index size(int i) const { return sizes_[i]; }
  __host__ __device__ Index stride(int) const { return 1; }
  __host__ __device__ T *data() const {
    __gpurace_distinct_elements();
    return data_ + offset_ * sizes_[0];
  }
};

template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t>
class PackedTensorAccessor {
  T *data_;
  Index sizes_[N];

 public:
  __host__ PackedTensorAccessor(T *data, const int64_t *sizes) : data_(data) {
    for (int i = 0; i < N; i++) sizes_[i] = static_cast<Index>(sizes[i]);
  }
  __host__ __device__ TensorAccessor<T, N - 1, Traits, Index> operator[](Index i) const {
    return TensorAccessor<T, N - 1, Traits, Index>(data_, sizes_ + 1, i);
  }
  __host__ __device__ Index size(int i) const { return sizes_[i]; }
  __host__ __device__ Index stride(int i) const {
    return TensorAccessor<T, N, Traits, Index>(data_, sizes_, 0).stride(i);
  }
  __host__ __device__ T *data() const {
    __gpurace_distinct_elements();
    return data_;
  }
};
template <class T, template <class> class Traits, class Index>
class PackedTensorAccessor<T, 1, Traits, Index> {
  T *data_;
  Index sizes_[1];

 public:
  __host__ PackedTensorAccessor(T *data, const int64_t *sizes) : data_(data) { sizes_[0] = static_cast<Index>(sizes[0]); }
  __host__ __device__ T &operator[](Index i) const {
    __gpurace_distinct_elements();
    return data_[i];
  }
  __host__ __device__ Index size(int) const { return sizes_[0]; }
  __host__ __device__ Index stride(int) const { return 1; }
  __host__ __device__ T *data() const {
    __gpurace_distinct_elements();
    return data_;
  }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = PackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = PackedTensorAccessor<T, N, Traits, int64_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t>
using GenericPackedTensorAccessor = PackedTensorAccessor<T, N, Traits, Index>;

}  // namespace at
