// cuCollections: pairs, hash functions, probing sequences and the storage of hash tables, as kernels of one's own use them.
// What the tables' own device functions do is not known.
#pragma once
#include <array>
#include <cuda/std/utility>
#include <cuda/std/limits>
#include <cuda/atomic>
#include <rmm/rmm.hpp>

#if __cplusplus >= 201402L
namespace cuco {
// ---- values ----------------------------------------------------------------------------------------------------------
template <class A, class B>
struct alignas(sizeof(A) == sizeof(B) && sizeof(A) <= 8 ? 2 * sizeof(A) : alignof(A) > alignof(B) ? alignof(A) : alignof(B))
    pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  pair() = default;
  __host__ __device__ constexpr pair(const A &a, const B &b) : first(a), second(b) {}
  template <class C, class D>
  __host__ __device__ constexpr pair(const pair<C, D> &p) : first(p.first), second(p.second) {}
  template <class C, class D>
  __host__ __device__ constexpr pair(const ::std::pair<C, D> &p) : first(p.first), second(p.second) {}
  __host__ __device__ friend constexpr bool operator==(const pair &a, const pair &b) {
    return a.first == b.first && a.second == b.second;
  }
  __host__ __device__ friend constexpr bool operator!=(const pair &a, const pair &b) { return !(a == b); }
};
#if __cplusplus >= 201703L
template <class A, class B>
pair(A, B) -> pair<A, B>;
#endif
template <class A, class B>
__host__ __device__ constexpr pair<::std::decay_t<A>, ::std::decay_t<B>> make_pair(A &&a, B &&b) {
  return pair<::std::decay_t<A>, ::std::decay_t<B>>(static_cast<A &&>(a), static_cast<B &&>(b));
}
#define __GPURACE_SENTINEL(NAME)                                                          \
  template <class T>                                                                      \
  struct NAME {                                                                           \
    T value;                                                                              \
    __host__ __device__ constexpr explicit NAME(const T &v) : value(v) {}                 \
    __host__ __device__ constexpr operator T() const { return value; }                    \
  };
__GPURACE_SENTINEL(empty_key)
__GPURACE_SENTINEL(empty_value)
__GPURACE_SENTINEL(erased_key)
#undef __GPURACE_SENTINEL

// ---- sizes -----------------------------------------------------------------------------------------------------------
static constexpr ::std::size_t dynamic_extent = static_cast<::std::size_t>(-1);
template <class T, ::std::size_t N = dynamic_extent>
struct extent {
  typedef T value_type;
  constexpr extent() = default;
  __host__ __device__ constexpr explicit extent(T) {}
  __host__ __device__ constexpr operator T() const { return N; }
};
template <class T>
struct extent<T, dynamic_extent> {
  typedef T value_type;
  T value_ = 0;
  constexpr extent() = default;
  __host__ __device__ constexpr extent(T n) : value_(n) {}
  __host__ __device__ constexpr operator T() const { return value_; }
};
template <class T, ::std::size_t N = dynamic_extent>
using valid_extent = extent<T, N>;
template <class T, ::std::size_t N = dynamic_extent>
using window_extent = extent<T, N>;

enum class thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
template <::cuda::thread_scope S>
using cuda_thread_scope = ::std::integral_constant<::cuda::thread_scope, S>;
static constexpr cuda_thread_scope<::cuda::thread_scope_system> thread_scope_system{};
static constexpr cuda_thread_scope<::cuda::thread_scope_device> thread_scope_device{};
static constexpr cuda_thread_scope<::cuda::thread_scope_block> thread_scope_block{};
static constexpr cuda_thread_scope<::cuda::thread_scope_thread> thread_scope_thread{};

// ---- hash functions: some number that hangs on the key ---------------------------------------------------------------
#define __GPURACE_HASH(NAME, RESULT, SEED, UNKNOWN)                                                              \
  template <class Key>                                                                                           \
  struct NAME {                                                                                                  \
    typedef Key argument_type;                                                                                   \
    typedef RESULT result_type;                                                                                  \
    __host__ __device__ constexpr NAME(SEED = 0) {}                                                              \
    __host__ __device__ RESULT operator()(const Key &) const { return UNKNOWN(); }                               \
    template <class E>                                                                                           \
    __host__ __device__ RESULT compute_hash(const ::std::byte *, E) const { return UNKNOWN(); }                  \
    template <class T>                                                                                           \
    __host__ __device__ RESULT compute_hash(const T &) const { return UNKNOWN(); }                               \
  };
__GPURACE_HASH(murmurhash3_32, uint32_t, uint32_t, __gpurace_unknown_i32)
__GPURACE_HASH(murmurhash3_fmix_32, uint32_t, uint32_t, __gpurace_unknown_i32)
__GPURACE_HASH(murmurhash3_fmix_64, uint64_t, uint64_t, __gpurace_unknown_i64)
__GPURACE_HASH(xxhash_32, uint32_t, uint32_t, __gpurace_unknown_i32)
__GPURACE_HASH(xxhash_64, uint64_t, uint64_t, __gpurace_unknown_i64)
#undef __GPURACE_HASH
template <class Key>
using default_hash_function = xxhash_32<Key>;
template <class Key>
struct identity_hash {
  __host__ __device__ constexpr auto operator()(const Key &key) const { return static_cast<::std::size_t>(key); }
};
template <class Key>
struct murmurhash3_x64_128 {
  __host__ __device__ constexpr murmurhash3_x64_128(uint64_t = 0) {}
  template <class E>
  __host__ __device__ ::std::array<uint64_t, 2> compute_hash(const ::std::byte *, E) const {
    return {static_cast<uint64_t>(__gpurace_unknown_i64()), static_cast<uint64_t>(__gpurace_unknown_i64())};
  }
  __host__ __device__ ::std::array<uint64_t, 2> operator()(const Key &) const {
    return {static_cast<uint64_t>(__gpurace_unknown_i64()), static_cast<uint64_t>(__gpurace_unknown_i64())};
  }
};

// ---- probing ---------------------------------------------------------------------------------------------------------
template <class Size>
class __gpurace_probing_iterator {
  Size at_, step_, bound_;

 public:
  __host__ __device__ constexpr __gpurace_probing_iterator(Size at, Size step, Size bound)
      : at_(at), step_(step), bound_(bound) {}
  __host__ __device__ constexpr Size operator*() const { return at_; }
  __host__ __device__ constexpr __gpurace_probing_iterator &operator++() {
    at_ = (at_ + step_) % bound_;
    return *this;
  }
  __host__ __device__ constexpr __gpurace_probing_iterator operator++(int) {
    __gpurace_probing_iterator old = *this;
    ++*this;
    return old;
  }
};
template <int CG, class Hash>
class linear_probing {
  Hash hash_;

 public:
  typedef Hash hasher;
  static constexpr int cg_size = CG;
  __host__ __device__ constexpr linear_probing(const Hash &hash = {}) : hash_(hash) {}
  __host__ __device__ constexpr Hash hash_function() const { return hash_; }
  template <int Bucket = 1, class Key, class Extent>
  __host__ __device__ constexpr auto make_iterator(const Key &key, Extent bound) const {
    typedef typename Extent::value_type Size;
    Size n = bound;
    return __gpurace_probing_iterator<Size>(static_cast<Size>(hash_(key)) % n / Bucket * Bucket, Bucket, n);
  }
};
template <int CG, class Hash1, class Hash2 = Hash1>
class double_hashing {
  Hash1 first_;
  Hash2 second_;

 public:
  typedef Hash1 hasher;
  static constexpr int cg_size = CG;
  __host__ __device__ constexpr double_hashing(const Hash1 &first = {}, const Hash2 &second = {})
      : first_(first), second_(second) {}
  __host__ __device__ constexpr Hash1 hash_function() const { return first_; }
  template <int Bucket = 1, class Key, class Extent>
  __host__ __device__ constexpr auto make_iterator(const Key &key, Extent bound) const {
    typedef typename Extent::value_type Size;
    Size n = bound;
    return __gpurace_probing_iterator<Size>(static_cast<Size>(first_(key)) % n / Bucket * Bucket,
                                            (static_cast<Size>(second_(key)) % n + 1) * Bucket, n);
  }
};

// ---- storage ---------------------------------------------------------------------------------------------------------
template <class T, int Bucket, class Extent = extent<::std::size_t>>
class bucket_storage_ref {
  T *slots_;
  Extent extent_;

 public:
  typedef T value_type;
  typedef Extent extent_type;
  typedef typename Extent::value_type size_type;
  static constexpr int bucket_size = Bucket;
  __host__ __device__ constexpr bucket_storage_ref(Extent n, T *slots) : slots_(slots), extent_(n) {}
  __host__ __device__ constexpr bucket_storage_ref(T *slots, Extent n) : slots_(slots), extent_(n) {}
  __host__ __device__ constexpr T *data() const { return slots_; }
  __host__ __device__ constexpr size_type capacity() const { return extent_; }
  __host__ __device__ constexpr size_type num_buckets() const { return static_cast<size_type>(extent_) / Bucket; }
  __host__ __device__ constexpr Extent extent() const { return extent_; }
  __host__ __device__ constexpr Extent bucket_extent() const { return extent_; }
};
template <class T, int Bucket = 1, class Extent = extent<::std::size_t>, class Allocator = rmm::mr::polymorphic_allocator<T>>
class bucket_storage {
  T *slots_;
  Extent extent_;

 public:
  typedef T value_type;
  typedef typename Extent::value_type size_type;
  typedef bucket_storage_ref<T, Bucket, Extent> ref_type;
  static constexpr int bucket_size = Bucket;
  template <class... A>
  bucket_storage(Extent n, A &&...) : extent_(n) {
    void *memory = nullptr;
    cudaMalloc(&memory, static_cast<size_type>(n) * sizeof(T));
    slots_ = static_cast<T *>(memory);
  }
  T *data() const { return slots_; }
  size_type capacity() const { return extent_; }
  size_type num_buckets() const { return static_cast<size_type>(extent_) / Bucket; }
  Extent extent() const { return extent_; }
  Extent bucket_extent() const { return extent_; }
  ref_type ref() const { return ref_type(extent_, slots_); }
  template <class... A>
  void initialize(A &&...);
  template <class... A>
  void initialize_async(A &&...);
};
template <int Bucket>
struct storage {
  static constexpr int bucket_size = Bucket;
};
template <class Extent, class... A>
constexpr Extent make_valid_extent(Extent n, A...) {
  return n;
}
template <class Probing, class Storage, class Size, class... A>
constexpr auto make_valid_extent(Size n, A...) {
  return extent<Size>(static_cast<Size>(__gpurace_unknown_i64()));
}

// ---- tables ----------------------------------------------------------------------------------------------------------
struct op {
  struct insert_tag {};
};
static constexpr struct __gpurace_operation {
} insert{}, insert_and_find{}, insert_or_assign{}, insert_or_apply{}, erase{}, contains{}, find{}, count{}, retrieve{}, for_each{};
#define __GPURACE_TABLE(NAME)                                                            \
  template <class... P>                                                                  \
  class NAME {                                                                           \
   public:                                                                               \
    typedef ::std::size_t size_type;                                                     \
    template <class... A>                                                                \
    __host__ __device__ NAME(A &&...);                                                   \
    template <class... A>                                                                \
    __host__ __device__ bool insert(A &&...);                                            \
    template <class... A>                                                                \
    __host__ __device__ bool contains(A &&...) const;                                    \
  };
__GPURACE_TABLE(static_set_ref)
__GPURACE_TABLE(static_map_ref)
__GPURACE_TABLE(static_multiset_ref)
__GPURACE_TABLE(static_multimap_ref)
#undef __GPURACE_TABLE
}  // namespace cuco
#endif
