// Iterators that compute, combine or discard. Usable in device code.
#pragma once
#include <thrust/functional.h>

#include <iterator>

namespace thrust {
using std::iterator_traits;
using std::make_reverse_iterator;
using std::random_access_iterator_tag;
using std::reverse_iterator;
template <class I>
struct iterator_value : std::enable_if<true, typename std::iterator_traits<I>::value_type> {};
template <class I>
struct iterator_reference : std::enable_if<true, typename std::iterator_traits<I>::reference> {};
template <class I>
struct iterator_difference : std::enable_if<true, typename std::iterator_traits<I>::difference_type> {};
template <class I>
struct iterator_system : std::enable_if<true, __gpurace_policy> {};
struct use_default {};

// `AT` is what moves.
#define __GPURACE_ITERATOR(NAME, VALUE, REFERENCE, AT)                                                   \
  typedef ptrdiff_t difference_type;                                                                     \
  typedef VALUE value_type;                                                                              \
  typedef VALUE *pointer;                                                                                \
  typedef REFERENCE reference;                                                                           \
  typedef std::random_access_iterator_tag iterator_category;                                             \
  __host__ __device__ reference operator[](difference_type n) const { return *(*this + n); }             \
  __host__ __device__ NAME operator+(difference_type n) const {                                          \
    NAME moved = *this;                                                                                  \
    return moved += n;                                                                                   \
  }                                                                                                      \
  __host__ __device__ NAME operator-(difference_type n) const { return *this + -n; }                     \
  __host__ __device__ difference_type operator-(const NAME &other) const { return AT - other.AT; }       \
  __host__ __device__ NAME &operator++() { return *this += 1; }                                          \
  __host__ __device__ NAME &operator--() { return *this += -1; }                                         \
  __host__ __device__ NAME operator++(int) {                                                             \
    NAME old = *this;                                                                                    \
    *this += 1;                                                                                          \
    return old;                                                                                          \
  }                                                                                                      \
  __host__ __device__ bool operator==(const NAME &other) const { return AT == other.AT; }                \
  __host__ __device__ bool operator!=(const NAME &other) const { return !(*this == other); }             \
  __host__ __device__ bool operator<(const NAME &other) const { return AT < other.AT; }
#define __GPURACE_MOVES(NAME, AT)                              \
  __host__ __device__ NAME &operator+=(ptrdiff_t n) {          \
    AT += n;                                                   \
    return *this;                                              \
  }

template <class T, class = void, class = void, class = void>
class counting_iterator {
  T at_;

 public:
  __host__ __device__ counting_iterator() : at_() {}
  __host__ __device__ explicit counting_iterator(const T &at) : at_(at) {}
  __host__ __device__ T operator*() const { return at_; }
  __host__ __device__ T base() const { return at_; }
  __GPURACE_MOVES(counting_iterator, at_)
  __GPURACE_ITERATOR(counting_iterator, T, T, at_)
};
template <class T>
__host__ __device__ counting_iterator<T> make_counting_iterator(T at) {
  return counting_iterator<T>(at);
}
template <class T, class = void, class = void>
class constant_iterator {
  T value_;
  ptrdiff_t at_;

 public:
  __host__ __device__ constant_iterator(const T &value = T(), ptrdiff_t at = 0) : value_(value), at_(at) {}
  __host__ __device__ T operator*() const { return value_; }
  __GPURACE_MOVES(constant_iterator, at_)
  __GPURACE_ITERATOR(constant_iterator, T, T, at_)
};
template <class T>
__host__ __device__ constant_iterator<T> make_constant_iterator(T value, ptrdiff_t at = 0) {
  return constant_iterator<T>(value, at);
}
template <class = void>
class discard_iterator {
  ptrdiff_t at_;

 public:
  struct sink {
    template <class T>
    __host__ __device__ const sink &operator=(const T &) const {
      return *this;
    }
  };
  __host__ __device__ discard_iterator(ptrdiff_t at = 0) : at_(at) {}
  __host__ __device__ sink operator*() const { return sink(); }
  __GPURACE_MOVES(discard_iterator, at_)
  __GPURACE_ITERATOR(discard_iterator, sink, sink, at_)
};
__GPURACE_HD discard_iterator<> make_discard_iterator(ptrdiff_t at = 0) { return discard_iterator<>(at); }

// What a function object makes of an element; `value_type` is taken from what calling it gives.
template <class F, class I, class Reference = void, class Value = void>
class transform_iterator {
  typedef typename std::decay<decltype(std::declval<F &>()(*std::declval<I>()))>::type result;
  I at_;
  F f_;

 public:
  __host__ __device__ transform_iterator() : at_(), f_() {}
  __host__ __device__ transform_iterator(I at, F f) : at_(at), f_(f) {}
  __host__ __device__ explicit transform_iterator(I at) : at_(at), f_() {}
  __host__ __device__ result operator*() const {
    F f = f_;
    return f(*at_);
  }
  __host__ __device__ I base() const { return at_; }
  __host__ __device__ transform_iterator &operator=(const transform_iterator &other) {
    at_ = other.at_;
    return *this;
  }
  transform_iterator(const transform_iterator &) = default;
  __GPURACE_MOVES(transform_iterator, at_)
  __GPURACE_ITERATOR(transform_iterator, result, result, at_)
};
template <class F, class I>
__host__ __device__ transform_iterator<F, I> make_transform_iterator(I at, F f) {
  return transform_iterator<F, I>(at, f);
}
template <class F, class I>
struct transform_output_iterator : discard_iterator<> {
  __host__ __device__ transform_output_iterator(I, F) {}
};
template <class F, class I>
__host__ __device__ transform_output_iterator<F, I> make_transform_output_iterator(I at, F f) {
  return transform_output_iterator<F, I>(at, f);
}
template <class E, class I>
class permutation_iterator {
  E elements_;
  I at_;

 public:
  __host__ __device__ permutation_iterator() : elements_(), at_() {}
  __host__ __device__ permutation_iterator(E elements, I at) : elements_(elements), at_(at) {}
  __host__ __device__ typename std::iterator_traits<E>::reference operator*() const { return elements_[*at_]; }
  __GPURACE_MOVES(permutation_iterator, at_)
  __GPURACE_ITERATOR(permutation_iterator, typename std::iterator_traits<E>::value_type,
                     typename std::iterator_traits<E>::reference, at_)
};
template <class E, class I>
__host__ __device__ permutation_iterator<E, I> make_permutation_iterator(E elements, I at) {
  return permutation_iterator<E, I>(elements, at);
}

template <class Tuple>
class zip_iterator;
template <class... I>
class zip_iterator<std::tuple<I...>> {
  typedef std::tuple<typename std::iterator_traits<I>::reference...> references;
  typedef std::tuple<typename std::iterator_traits<I>::value_type...> values;
  typedef std::index_sequence_for<I...> all;
  std::tuple<I...> its_;
  ptrdiff_t at_;
  template <size_t... N>
  __host__ __device__ references elements(std::index_sequence<N...>) const {
    return references(*(std::get<N>(its_) + at_)...);
  }

 public:
  __host__ __device__ zip_iterator() : at_(0) {}
  __host__ __device__ explicit zip_iterator(const std::tuple<I...> &its) : its_(its), at_(0) {}
  __host__ __device__ references operator*() const { return elements(all()); }
  __host__ __device__ const std::tuple<I...> &get_iterator_tuple() const { return its_; }
  __GPURACE_MOVES(zip_iterator, at_)
  typedef ptrdiff_t difference_type;
  typedef values value_type;
  typedef values *pointer;
  typedef references reference;
  typedef std::random_access_iterator_tag iterator_category;
  __host__ __device__ reference operator[](ptrdiff_t n) const { return *(*this + n); }
  __host__ __device__ zip_iterator operator+(ptrdiff_t n) const {
    zip_iterator moved = *this;
    return moved += n;
  }
  __host__ __device__ zip_iterator operator-(ptrdiff_t n) const { return *this + -n; }
  __host__ __device__ ptrdiff_t operator-(const zip_iterator &other) const {
    return (std::get<0>(its_) + at_) - (std::get<0>(other.its_) + other.at_);
  }
  __host__ __device__ zip_iterator &operator++() { return *this += 1; }
  __host__ __device__ bool operator==(const zip_iterator &other) const { return *this - other == 0; }
  __host__ __device__ bool operator!=(const zip_iterator &other) const { return *this - other != 0; }
};
template <class... I>
__host__ __device__ zip_iterator<std::tuple<I...>> make_zip_iterator(const std::tuple<I...> &its) {
  return zip_iterator<std::tuple<I...>>(its);
}
template <class... I>
__host__ __device__ zip_iterator<std::tuple<I...>> make_zip_iterator(I... its) {
  return zip_iterator<std::tuple<I...>>(std::tuple<I...>(its...));
}
#undef __GPURACE_MOVES
#undef __GPURACE_ITERATOR

}  // namespace thrust
