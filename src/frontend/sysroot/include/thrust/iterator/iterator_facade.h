// Iterators of one's own: of what moves one and what it points at, the rest is made. Usable in device code.
#pragma once
#include <thrust/iterator/iterators.h>

#if __cplusplus >= 201402L
namespace thrust {
struct incrementable_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};
struct any_system_tag {};

class iterator_core_access {
 public:
  template <class I>
  __host__ __device__ static constexpr decltype(auto) dereference(const I &i) {
    return i.dereference();
  }
  template <class I>
  __host__ __device__ static constexpr void increment(I &i) {
    i.increment();
  }
  template <class I>
  __host__ __device__ static constexpr void decrement(I &i) {
    i.decrement();
  }
  template <class I, class N>
  __host__ __device__ static constexpr void advance(I &i, N n) {
    i.advance(n);
  }
  template <class I, class J>
  __host__ __device__ static constexpr bool equal(const I &i, const J &j) {
    return i.equal(j);
  }
  template <class I, class J>
  __host__ __device__ static constexpr auto distance(const I &from, const J &to) {
    return from.distance_to(to);
  }
};
template <class T, class Default>
using __or_default = typename std::conditional<std::is_same<T, use_default>::value, Default, T>::type;

template <class Derived, class Value, class System, class Traversal, class Reference, class Difference = ptrdiff_t>
class iterator_facade {
  typedef iterator_core_access core;
  __host__ __device__ constexpr Derived &self() { return *static_cast<Derived *>(this); }
  __host__ __device__ constexpr const Derived &self() const { return *static_cast<const Derived *>(this); }

 public:
  typedef __or_default<Difference, ptrdiff_t> difference_type;
  typedef typename std::remove_const<Value>::type value_type;
  typedef __or_default<Reference, Value &> reference;
  typedef void pointer;
  typedef std::random_access_iterator_tag iterator_category;
  __host__ __device__ constexpr reference operator*() const { return core::dereference(self()); }
  __host__ __device__ constexpr reference operator[](difference_type n) const { return *(self() + n); }
  __host__ __device__ constexpr Derived &operator++() {
    core::increment(self());
    return self();
  }
  __host__ __device__ constexpr Derived operator++(int) {
    Derived old = self();
    core::increment(self());
    return old;
  }
  __host__ __device__ constexpr Derived &operator--() {
    core::decrement(self());
    return self();
  }
  __host__ __device__ constexpr Derived &operator+=(difference_type n) {
    core::advance(self(), n);
    return self();
  }
  __host__ __device__ constexpr Derived &operator-=(difference_type n) {
    core::advance(self(), -n);
    return self();
  }
  __host__ __device__ constexpr Derived operator+(difference_type n) const {
    Derived moved = self();
    return moved += n;
  }
  __host__ __device__ constexpr Derived operator-(difference_type n) const {
    Derived moved = self();
    return moved -= n;
  }
  __host__ __device__ friend constexpr difference_type operator-(const Derived &a, const Derived &b) {
    return core::distance(b, a);
  }
  __host__ __device__ friend constexpr bool operator==(const Derived &a, const Derived &b) { return core::equal(a, b); }
  __host__ __device__ friend constexpr bool operator!=(const Derived &a, const Derived &b) { return !core::equal(a, b); }
  __host__ __device__ friend constexpr bool operator<(const Derived &a, const Derived &b) {
    return 0 < core::distance(a, b);
  }
};

template <class Derived, class Base, class Value = use_default, class System = use_default, class Traversal = use_default,
          class Reference = use_default, class Difference = use_default>
class iterator_adaptor
    : public iterator_facade<Derived, __or_default<Value, typename std::iterator_traits<Base>::value_type>, System,
                             Traversal, __or_default<Reference, typename std::iterator_traits<Base>::reference>,
                             Difference> {
  friend class iterator_core_access;
  Base base_;

 public:
  typedef Base base_type;
  typedef iterator_adaptor super_t;
  iterator_adaptor() = default;
  __host__ __device__ constexpr explicit iterator_adaptor(const Base &base) : base_(base) {}
  __host__ __device__ constexpr const Base &base() const { return base_; }

 protected:
  __host__ __device__ constexpr const Base &base_reference() const { return base_; }
  __host__ __device__ constexpr Base &base_reference() { return base_; }

 private:
  __host__ __device__ constexpr decltype(auto) dereference() const { return *base_; }
  __host__ __device__ constexpr void increment() { ++base_; }
  __host__ __device__ constexpr void decrement() { --base_; }
  template <class N>
  __host__ __device__ constexpr void advance(N n) {
    base_ += n;
  }
  template <class D>
  __host__ __device__ constexpr bool equal(const D &other) const {
    return base_ == other.base();
  }
  template <class D>
  __host__ __device__ constexpr auto distance_to(const D &other) const {
    return other.base() - base_;
  }
};
}  // namespace thrust
#endif
