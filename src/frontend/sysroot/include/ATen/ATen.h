// PyTorch's tensors, as host code that launches kernels uses them. A tensor is a pointer to its sizes and its data; tensors
// made here have memory of their own, of others nothing is known but that they stay what they are.
#pragma once
#include <ATen/TensorAccessor.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

// ---- checks: what fails does not go on -----------------------------------------------------------------------------------
extern "C" __host__ __device__ void __gpurace_check_failed(void) __attribute__((noreturn));
#define TORCH_CHECK(condition, ...) ((condition) ? (void)0 : __gpurace_check_failed())
#define TORCH_CHECK_VALUE TORCH_CHECK
#define TORCH_CHECK_TYPE TORCH_CHECK
#define TORCH_CHECK_INDEX TORCH_CHECK
#define TORCH_CHECK_ARG(condition, ...) TORCH_CHECK(condition)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_INTERNAL_ASSERT TORCH_CHECK
#define AT_ASSERT TORCH_CHECK
#define AT_ASSERTM TORCH_CHECK
#define AT_ERROR(...) __gpurace_check_failed()
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)

#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(n) __launch_bounds__(n)
#define C10_LAUNCH_BOUNDS_2(n, m) __launch_bounds__(n, m)
#define C10_LIKELY(x) (x)
#define C10_UNLIKELY(x) (x)
#define C10_RESTRICT __restrict
#define C10_WARP_SIZE 32
#define C10_ALWAYS_INLINE inline
#define C10_API
#define TORCH_API

namespace c10 {

typedef __half Half;
typedef __nv_bfloat16 BFloat16;

// ---- types of elements -----------------------------------------------------------------------------------------------------
enum class ScalarType : int8_t {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32,
  BFloat16, Undefined = 44
};
#define __GPURACE_SCALAR(NAME) static constexpr ScalarType k##NAME = ScalarType::NAME;
__GPURACE_SCALAR(Byte)
__GPURACE_SCALAR(Char)
__GPURACE_SCALAR(Short)
__GPURACE_SCALAR(Int)
__GPURACE_SCALAR(Long)
__GPURACE_SCALAR(Half)
__GPURACE_SCALAR(Float)
__GPURACE_SCALAR(Double)
__GPURACE_SCALAR(ComplexFloat)
__GPURACE_SCALAR(ComplexDouble)
__GPURACE_SCALAR(Bool)
__GPURACE_SCALAR(BFloat16)
#undef __GPURACE_SCALAR
static constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong,
                            kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble;
template <class T>
struct CppTypeToScalarType : std::integral_constant<ScalarType, ScalarType::Undefined> {};
template <ScalarType>
struct __gpurace_type_of;
#define __GPURACE_SCALAR(NAME, T)                                                                          \
  template <>                                                                                              \
  struct CppTypeToScalarType<T> : std::integral_constant<ScalarType, ScalarType::NAME> {};                 \
  template <>                                                                                              \
  struct __gpurace_type_of<ScalarType::NAME> {                                                             \
    typedef T type;                                                                                        \
  };
__GPURACE_SCALAR(Byte, uint8_t)
__GPURACE_SCALAR(Char, int8_t)
__GPURACE_SCALAR(Short, int16_t)
__GPURACE_SCALAR(Int, int)
__GPURACE_SCALAR(Long, int64_t)
__GPURACE_SCALAR(Half, Half)
__GPURACE_SCALAR(Float, float)
__GPURACE_SCALAR(Double, double)
__GPURACE_SCALAR(Bool, bool)
__GPURACE_SCALAR(BFloat16, BFloat16)
#undef __GPURACE_SCALAR
inline size_t elementSize(ScalarType) { return __gpurace_unknown_i32() & 15; }

// ---- devices and options -----------------------------------------------------------------------------------------------------
enum class DeviceType : int8_t { CPU = 0, CUDA = 1, XPU = 12 };
static constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kXPU = DeviceType::XPU;
typedef int8_t DeviceIndex;
struct Device {
  DeviceType type_;
  DeviceIndex index_;
  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}
  Device(const char *) : type_(kCUDA), index_(__gpurace_unknown_i32()) {}
  DeviceType type() const { return type_; }
  DeviceIndex index() const { return index_; }
  bool is_cuda() const { return type_ == kCUDA; }
  bool is_cpu() const { return type_ == kCPU; }
  bool operator==(const Device &o) const { return type_ == o.type_ && index_ == o.index_; }
  bool operator!=(const Device &o) const { return !(*this == o); }
};
enum class Layout : int8_t { Strided, Sparse };
static constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
struct TensorOptions {
  ScalarType type_ = kFloat;
  TensorOptions() {}
  TensorOptions(ScalarType type) : type_(type) {}
  TensorOptions(DeviceType) {}
  TensorOptions(Device) {}
  TensorOptions dtype(ScalarType type) const { return TensorOptions(type); }
  template <class... A>
  TensorOptions device(A &&...) const {
    return *this;
  }
  TensorOptions requires_grad(bool = true) const { return *this; }
  TensorOptions layout(Layout) const { return *this; }
  TensorOptions memory_format(MemoryFormat) const { return *this; }
  TensorOptions pinned_memory(bool) const { return *this; }
  ScalarType dtype() const { return type_; }
};
inline TensorOptions dtype(ScalarType type) { return TensorOptions(type); }
template <class... A>
inline TensorOptions device(A &&...) {
  return TensorOptions();
}
inline TensorOptions requires_grad(bool = true) { return TensorOptions(); }

// ---- small values --------------------------------------------------------------------------------------------------------------
#if __cplusplus >= 201402L
using std::nullopt;
using std::nullopt_t;
using std::optional;
#else
struct nullopt_t {};
static const nullopt_t nullopt{};
template <class T>
class optional {
  bool has_;
  alignas(T) unsigned char bytes_[sizeof(T)];

 public:
  optional(nullopt_t = nullopt_t()) : has_(false) {}
  optional(const T &value) : has_(true) { new (bytes_) T(value); }
  bool has_value() const { return has_; }
  explicit operator bool() const { return has_; }
  T &value() { return *reinterpret_cast<T *>(bytes_); }
  const T &value() const { return *reinterpret_cast<const T *>(bytes_); }
  T value_or(const T &other) const { return has_ ? value() : other; }
  T &operator*() { return value(); }
  const T &operator*() const { return value(); }
  T *operator->() { return &value(); }
  const T *operator->() const { return &value(); }
};
#endif
// Objects that count who holds them, which no kernel cares about.
struct intrusive_ptr_target {
  virtual ~intrusive_ptr_target() = default;
};
template <class T>
class intrusive_ptr {
  T *object_;

 public:
  typedef T element_type;
  intrusive_ptr(decltype(nullptr) = nullptr) : object_(nullptr) {}
  explicit intrusive_ptr(T *object) : object_(object) {}
  template <class U>
  intrusive_ptr(const intrusive_ptr<U> &other) : object_(other.get()) {}
  template <class... A>
  static intrusive_ptr make(A &&...a) {
    return intrusive_ptr(new T(std::forward<A>(a)...));
  }
  T *get() const { return object_; }
  T &operator*() const { return *object_; }
  T *operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool defined() const { return object_ != nullptr; }
  void reset() { object_ = nullptr; }
  friend bool operator==(const intrusive_ptr &a, const intrusive_ptr &b) { return a.object_ == b.object_; }
  friend bool operator!=(const intrusive_ptr &a, const intrusive_ptr &b) { return a.object_ != b.object_; }
};
template <class T, class... A>
intrusive_ptr<T> make_intrusive(A &&...a) {
  return intrusive_ptr<T>::make(std::forward<A>(a)...);
}
template <class T>
class ArrayRef {
  const T *data_;
  size_t size_;

 public:
  ArrayRef() : data_(nullptr), size_(0) {}
  ArrayRef(const T &one) : data_(&one), size_(1) {}
  ArrayRef(const T *data, size_t n) : data_(data), size_(n) {}
  ArrayRef(const std::vector<T> &v) : data_(v.data()), size_(v.size()) {}
  ArrayRef(std::initializer_list<T> v) : data_(v.begin()), size_(v.size()) {}
  template <size_t N>
  ArrayRef(const std::array<T, N> &v) : data_(v.data()), size_(N) {}
  const T &operator[](size_t i) const { return data_[i]; }
  const T *data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  const T &front() const { return data_[0]; }
  const T &back() const { return data_[size_ - 1]; }
  ArrayRef slice(size_t from, size_t n) const { return ArrayRef(data_ + from, n); }
  std::vector<T> vec() const { return std::vector<T>(data_, data_ + size_); }
  friend bool operator==(const ArrayRef &, const ArrayRef &) { return __gpurace_unknown_i32(); }
  friend bool operator!=(const ArrayRef &, const ArrayRef &) { return __gpurace_unknown_i32(); }
};
typedef ArrayRef<int64_t> IntArrayRef;
// A vector that keeps few values without memory of its own, which no kernel sees.
template <class T, unsigned N = 8>
class SmallVector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  SmallVector() {}
  SmallVector(ArrayRef<T> values) : std::vector<T>(values.begin(), values.end()) {}
  template <class I>
  void append(I from, I to) {
    this->insert(this->end(), from, to);
  }
  template <class C>
  void append(const C &values) {
    append(values.begin(), values.end());
  }
  void append(std::initializer_list<T> values) { append(values.begin(), values.end()); }
};
typedef SmallVector<int64_t, 5> DimVector;
// A size that is a number wherever kernels are launched.
class SymInt {
  int64_t value_;

 public:
  SymInt(int64_t value = 0) : value_(value) {}
  int64_t expect_int() const { return value_; }
  int64_t guard_int(const char *, int64_t) const { return value_; }
  operator int64_t() const { return value_; }
};
typedef ArrayRef<SymInt> SymIntArrayRef;
template <class C>
inline int64_t multiply_integers(const C &values) {
  int64_t product = 1;
  for (auto value : values) product *= value;
  return product;
}
template <class I>
struct __gpurace_integers {
  struct iterator {
    I i_;
    I operator*() const { return i_; }
    iterator &operator++() {
      ++i_;
      return *this;
    }
    bool operator!=(const iterator &o) const { return i_ < o.i_; }
  };
  I from_, to_;
  iterator begin() const { return iterator{from_}; }
  iterator end() const { return iterator{to_}; }
};
template <class I>
inline __gpurace_integers<I> irange(I n) {
  return __gpurace_integers<I>{I(0), n};
}
template <class I, class J>
inline __gpurace_integers<J> irange(I from, J to) {
  return __gpurace_integers<J>{J(from), to};
}
class Scalar {
 public:
  template <class T>
  Scalar(T) {}
  Scalar() {}
#define __GPURACE_TO(NAME, T) \
  T to##NAME() const { return __gpurace::unknown<T>::value(); }
  __GPURACE_TO(Float, float)
  __GPURACE_TO(Double, double)
  __GPURACE_TO(Int, int)
  __GPURACE_TO(Long, int64_t)
  __GPURACE_TO(Bool, bool)
#undef __GPURACE_TO
  template <class T>
  T to() const {
    return __gpurace::anything<T>::value();
  }
};

}  // namespace c10

namespace at {
using namespace c10;
class Tensor;

// Parts of tensors, which are no more known than their shapes.
namespace indexing {
enum class EllipsisIndexType { Ellipsis };
static constexpr EllipsisIndexType Ellipsis = EllipsisIndexType::Ellipsis;
static const nullopt_t None{c10::nullopt};
struct Slice {
  template <class... A>
  explicit Slice(A &&...) {}
};
struct TensorIndex {
  template <class T>
  TensorIndex(T &&) {}
};
}  // namespace indexing
}  // namespace at

// Some tensor: an operation's result, of which nothing is known. Sizes are asked for from the end as well, however many there are.
struct __gpurace_tensor {
  void *data;
  int64_t dim, numel, sizes[8], last[8], strides[8];
  c10::ScalarType type;
};
extern "C" __gpurace_tensor *__gpurace_some_tensor(void);

namespace at {

class Tensor {
  __gpurace_tensor *impl_;
  int64_t axis(int64_t i) const { return i < 0 ? i + impl_->dim : i; }

 public:
  Tensor() : impl_(nullptr) {}
  explicit Tensor(__gpurace_tensor *impl) : impl_(impl) {}
  __gpurace_tensor *unsafeGetTensorImpl() const { return impl_; }

  // ---- what is known ------------------------------------------------------------------------------------------------------
  bool defined() const { return impl_ != nullptr; }
  int64_t dim() const { return impl_->dim; }
  int64_t ndimension() const { return impl_->dim; }
  int64_t numel() const { return impl_->numel; }
  int64_t size(int64_t i) const { return i < 0 ? impl_->last[-1 - i] : impl_->sizes[i]; }
  int64_t stride(int64_t i) const { return impl_->strides[axis(i)]; }
  IntArrayRef sizes() const { return IntArrayRef(impl_->sizes, impl_->dim); }
  IntArrayRef strides() const { return IntArrayRef(impl_->strides, impl_->dim); }
  ScalarType scalar_type() const { return impl_->type; }
  ScalarType dtype() const { return impl_->type; }
  ScalarType type() const { return impl_->type; }
  TensorOptions options() const { return TensorOptions(impl_->type); }
  size_t nbytes() const { return impl_->numel * element_size(); }
  size_t element_size() const { return elementSize(impl_->type); }
  size_t itemsize() const { return element_size(); }
  template <class T>
  T *data_ptr() const {
    return static_cast<T *>(impl_->data);
  }
  void *data_ptr() const { return impl_->data; }
  const void *const_data_ptr() const { return impl_->data; }
  void *mutable_data_ptr() const { return impl_->data; }
  template <class T>
  const T *const_data_ptr() const {
    return static_cast<const T *>(impl_->data);
  }
  template <class T>
  T *mutable_data_ptr() const {
    return static_cast<T *>(impl_->data);
  }
  template <class T>
  T *data() const {
    return static_cast<T *>(impl_->data);
  }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t>
  PackedTensorAccessor<T, N, Traits, Index> generic_packed_accessor() const {
    return PackedTensorAccessor<T, N, Traits, Index>(static_cast<T *>(impl_->data), impl_->sizes);
  }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
  PackedTensorAccessor<T, N, Traits, int32_t> packed_accessor32() const {
    return generic_packed_accessor<T, N, Traits, int32_t>();
  }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
  PackedTensorAccessor<T, N, Traits, int64_t> packed_accessor64() const {
    return generic_packed_accessor<T, N, Traits, int64_t>();
  }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t>
  PackedTensorAccessor<T, N, Traits, Index> packed_accessor() const {
    return generic_packed_accessor<T, N, Traits, Index>();
  }
  template <class T, size_t N>
  PackedTensorAccessor<T, N, DefaultPtrTraits, int64_t> accessor() const {
    return generic_packed_accessor<T, N>();
  }

  // ---- what is the tensor itself, or memory of the same shape ---------------------------------------------------------------
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const { return *this; }
  Tensor detach() const { return *this; }
  const Tensor &zero_() const { return *this; }
  template <class T>
  const Tensor &fill_(const T &) const {
    return *this;
  }
  template <class T>
  const Tensor &copy_(const T &, bool = false) const {
    return *this;
  }
  Tensor clone() const;

  // ---- what the host is told ---------------------------------------------------------------------------------------------------
  Device device() const { return Device(DeviceType(__gpurace_unknown_i32()), __gpurace_unknown_i32()); }
  int64_t get_device() const { return __gpurace_unknown_i32(); }
  Layout layout() const { return Layout(__gpurace_unknown_i32()); }
#define __GPURACE_ASKED(NAME) \
  bool NAME() const { return __gpurace_unknown_i32(); }
  __GPURACE_ASKED(is_cuda)
  __GPURACE_ASKED(is_cpu)
  __GPURACE_ASKED(is_sparse)
  __GPURACE_ASKED(is_floating_point)
  __GPURACE_ASKED(is_complex)
  __GPURACE_ASKED(requires_grad)
  __GPURACE_ASKED(is_privateuseone)
  __GPURACE_ASKED(is_xpu)
  __GPURACE_ASKED(is_hip)
  __GPURACE_ASKED(is_coalesced)
  __GPURACE_ASKED(is_leaf)
#undef __GPURACE_ASKED
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const { return __gpurace_unknown_i32(); }
  bool is_same(const Tensor &o) const { return impl_ == o.impl_; }
  int64_t storage_offset() const { return __gpurace_unknown_i64(); }
  template <class T>
  T item() const {
    return __gpurace::anything<T>::value();
  }
  Scalar item() const { return Scalar(); }

  // ---- operations --------------------------------------------------------------------------------------------------------------
#define __GPURACE_OPERATION(NAME)                        \
  template <class... A>                                  \
  Tensor NAME(A &&...) const {                           \
    return Tensor(__gpurace_some_tensor());              \
  }                                                      \
  Tensor NAME(IntArrayRef, bool = false) const {         \
    return Tensor(__gpurace_some_tensor());              \
  }
#define __GPURACE_4(A, B, C, D) \
  __GPURACE_OPERATION(A) __GPURACE_OPERATION(B) __GPURACE_OPERATION(C) __GPURACE_OPERATION(D)
  __GPURACE_4(view, reshape, expand, permute)
  __GPURACE_4(transpose, t, squeeze, unsqueeze)
  __GPURACE_4(to, cuda, cpu, toType)
  __GPURACE_4(sum, mean, max, min)
  __GPURACE_4(select, slice, narrow, index)
  __GPURACE_4(index_select, gather, scatter, masked_select)
  __GPURACE_4(add, sub, mul, div)
  __GPURACE_4(add_, sub_, mul_, div_)
  __GPURACE_4(matmul, mm, bmm, repeat)
  __GPURACE_4(flatten, abs, sqrt, exp)
  __GPURACE_4(cumsum, argsort, nonzero, norm)
  __GPURACE_4(eq, ne, resize_, new_ones)
  __GPURACE_4(new_empty, new_zeros, new_full, view_as)
  __GPURACE_4(expand_as, set_requires_grad, pow, clamp)
  __GPURACE_4(all, any, lt, gt)
  __GPURACE_4(masked_fill_, pin_memory, unbind, masked_fill)
#undef __GPURACE_4
#undef __GPURACE_OPERATION
  Tensor index(std::initializer_list<indexing::TensorIndex>) const { return Tensor(__gpurace_some_tensor()); }
  template <class T>
  Tensor index_put_(std::initializer_list<indexing::TensorIndex>, const T &) const {
    return *this;
  }
  template <class T>
  Tensor operator[](const T &) const {
    return Tensor(__gpurace_some_tensor());
  }
};
#define __GPURACE_OPERATOR(OP)                                                                    \
  template <class B>                                                                              \
  inline Tensor operator OP(const Tensor &, const B &) {                                          \
    return Tensor(__gpurace_some_tensor());                                                       \
  }
__GPURACE_OPERATOR(+)
__GPURACE_OPERATOR(-)
__GPURACE_OPERATOR(*)
__GPURACE_OPERATOR(/)
__GPURACE_OPERATOR(<)
__GPURACE_OPERATOR(>)
__GPURACE_OPERATOR(==)
__GPURACE_OPERATOR(!=)
#undef __GPURACE_OPERATOR
typedef ArrayRef<Tensor> TensorList;

// ---- making tensors -----------------------------------------------------------------------------------------------------------
inline Tensor __gpurace_make(IntArrayRef sizes, ScalarType type) {
  __gpurace_tensor *made = static_cast<__gpurace_tensor *>(::operator new(sizeof(__gpurace_tensor)));
  made->dim = sizes.size();
  made->type = type;
  // Nobody asks for more than there are.
  for (int i = 0; i < 8; i++) made->last[i] = sizes.end()[-1 - i];
  int64_t n = 1;
  for (int i = 7; i >= 0; i--) {
    made->strides[i] = n;
    made->sizes[i] = i < sizes.size() ? sizes[i] : 1;
    n *= made->sizes[i];
  }
  made->numel = n;
  cudaMalloc(&made->data, n * 8);
  return Tensor(made);
}
inline Tensor __gpurace_make_like(const Tensor &other, ScalarType type) {
  __gpurace_tensor *made = static_cast<__gpurace_tensor *>(::operator new(sizeof(__gpurace_tensor)));
  *made = *other.unsafeGetTensorImpl();
  made->type = type;
  cudaMalloc(&made->data, made->numel * 8);
  return Tensor(made);
}
inline Tensor Tensor::clone() const { return __gpurace_make_like(*this, impl_->type); }
#define __GPURACE_FACTORY(NAME)                                                                                      \
  inline Tensor NAME(IntArrayRef sizes, TensorOptions options = TensorOptions()) {                                   \
    return __gpurace_make(sizes, options.dtype());                                                                   \
  }                                                                                                                  \
  inline Tensor NAME##_like(const Tensor &other) { return __gpurace_make_like(other, other.scalar_type()); }         \
  inline Tensor NAME##_like(const Tensor &other, TensorOptions options) {                                            \
    return __gpurace_make_like(other, options.dtype());                                                              \
  }
__GPURACE_FACTORY(empty)
__GPURACE_FACTORY(zeros)
__GPURACE_FACTORY(ones)
__GPURACE_FACTORY(rand)
__GPURACE_FACTORY(randn)
#undef __GPURACE_FACTORY
template <class T>
inline Tensor full(IntArrayRef sizes, const T &, TensorOptions options = TensorOptions()) {
  return __gpurace_make(sizes, options.dtype());
}
template <class T>
inline Tensor full_like(const Tensor &other, const T &) {
  return __gpurace_make_like(other, other.scalar_type());
}
#define __GPURACE_FUNCTION(NAME)                \
  template <class... A>                         \
  inline Tensor NAME(A &&...) {                 \
    return Tensor(__gpurace_some_tensor());     \
  }
__GPURACE_FUNCTION(arange)
__GPURACE_FUNCTION(tensor)
__GPURACE_FUNCTION(from_blob)
inline Tensor from_blob(const void *, IntArrayRef, TensorOptions = TensorOptions()) {
  return Tensor(__gpurace_some_tensor());
}
__GPURACE_FUNCTION(matmul)
__GPURACE_FUNCTION(mm)
__GPURACE_FUNCTION(bmm)
__GPURACE_FUNCTION(sum)
__GPURACE_FUNCTION(cumsum)
__GPURACE_FUNCTION(where)
__GPURACE_FUNCTION(nonzero)
__GPURACE_FUNCTION(sigmoid)
__GPURACE_FUNCTION(tanh)
__GPURACE_FUNCTION(exp)
__GPURACE_FUNCTION(addmm)
inline Tensor cat(TensorList, int64_t = 0) { return Tensor(__gpurace_some_tensor()); }
inline Tensor stack(TensorList, int64_t = 0) { return Tensor(__gpurace_some_tensor()); }
__GPURACE_FUNCTION(sparse_coo_tensor)
__GPURACE_FUNCTION(reshape)
__GPURACE_FUNCTION(mul)
__GPURACE_FUNCTION(sub)
inline int64_t numel(const Tensor &t) { return t.numel(); }
inline bool equal(const Tensor &, const Tensor &) { return __gpurace_unknown_i32(); }
inline bool allclose(const Tensor &, const Tensor &, double = 0, double = 0) { return __gpurace_unknown_i32(); }
#undef __GPURACE_FUNCTION
struct GradMode {
  static bool is_enabled() { return __gpurace_unknown_i32(); }
  static void set_enabled(bool) {}
};
#define __GPURACE_GUARD(NAME)     \
  struct NAME {                   \
    explicit NAME(bool = true) {} \
    ~NAME() {}                    \
  };
__GPURACE_GUARD(NoGradGuard)
__GPURACE_GUARD(AutoGradMode)
__GPURACE_GUARD(InferenceMode)
__GPURACE_GUARD(AutoDispatchBelowAutograd)
__GPURACE_GUARD(AutoDispatchBelowADInplaceOrView)
#undef __GPURACE_GUARD

template <class T, bool = true>
struct AccumulateType {
  typedef T type;
};
template <>
struct AccumulateType<Half, true> {
  typedef float type;
};
template <>
struct AccumulateType<BFloat16, true> {
  typedef float type;
};
template <class T, bool Cuda>
using acc_type = typename AccumulateType<T, true>::type;
template <class T>
using opmath_type = typename AccumulateType<T, true>::type;
template <class T>
__host__ __device__ inline constexpr T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}

}  // namespace at

namespace c10 {
using at::Tensor;
}  // namespace c10
namespace torch {
using namespace at;
typedef at::ScalarType Dtype;
typedef at::TensorOptions TensorOptions;
struct CustomClassHolder : c10::intrusive_ptr_target {};
}  // namespace torch

#include <ATen/Dispatch.h>
