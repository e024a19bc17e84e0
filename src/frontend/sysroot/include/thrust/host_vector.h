// Vectors of the host are the standard library's; those of the device are allocations. Sizes are kept exactly, as launches
// are computed from them; elements of device memory are not.
#pragma once
#include <thrust/device_ptr.h>

#include <thrust/detail/algorithms.h>
#include <thrust/system_error.h>

#include <vector>

namespace thrust {

template <class T, class A>
class device_vector;

template <class T, class A = std::allocator<T>>
class host_vector : public std::vector<T, A> {
 public:
  using std::vector<T, A>::vector;
  host_vector() {}
  template <class B>
  host_vector(const std::vector<T, B> &other) : std::vector<T, A>(other.size()) {}
  template <class U, class B>
  host_vector(const device_vector<U, B> &other) : std::vector<T, A>(other.size()) {}
  template <class U, class B>
  host_vector &operator=(const device_vector<U, B> &other) {
    this->resize(other.size());
    return *this;
  }
  template <class B>
  host_vector &operator=(const std::vector<T, B> &other) {
    this->resize(other.size());
    return *this;
  }
};

template <class T, class A = device_allocator<T>>
class device_vector {
 public:
  typedef T value_type;
  typedef A allocator_type;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  typedef device_ptr<T> pointer, iterator;
  typedef device_ptr<const T> const_pointer, const_iterator;
  typedef device_reference<T> reference;
  typedef device_reference<const T> const_reference;

  // ---- making -----------------------------------------------------------------------------------------------------------
  device_vector() : first_(nullptr), last_(nullptr) {}
  explicit device_vector(const A &) : first_(nullptr), last_(nullptr) {}
  explicit device_vector(size_t n) : first_(room(n)), last_(first_ + n) {}
  device_vector(size_t n, const T &) : first_(room(n)), last_(first_ + n) {}
  device_vector(std::initializer_list<T> values) : first_(room(values.size())), last_(first_ + values.size()) {}
  device_vector(const device_vector &other) : first_(room(other.size())), last_(first_ + other.size()) {}
  device_vector(device_vector &&other) noexcept : first_(other.first_), last_(other.last_) { other.last_ = other.first_; }
  template <class U, class B>
  device_vector(const device_vector<U, B> &other) : first_(room(other.size())), last_(first_ + other.size()) {}
  template <class U, class B>
  device_vector(const std::vector<U, B> &other) : first_(room(other.size())), last_(first_ + other.size()) {}
  template <class I, class = typename std::iterator_traits<I>::iterator_category>
  device_vector(I first, I last) : first_(room(last - first)), last_(first_ + (last - first)) {}
  ~device_vector() {}
  device_vector &operator=(const device_vector &other) {
    resize(other.size());
    return *this;
  }
  device_vector &operator=(device_vector &&other) noexcept {
    swap(other);
    return *this;
  }
  template <class Other>
  device_vector &operator=(const Other &other) {
    resize(other.size());
    return *this;
  }

  // ---- elements ---------------------------------------------------------------------------------------------------------
  reference operator[](size_t i) { return reference(first_ + i); }
  const_reference operator[](size_t i) const { return const_reference(first_ + i); }
  reference front() { return reference(first_); }
  const_reference front() const { return const_reference(first_); }
  reference back() { return reference(last_ - 1); }
  const_reference back() const { return const_reference(last_ - 1); }
  pointer data() { return pointer(first_); }
  const_pointer data() const { return const_pointer(first_); }
  iterator begin() { return iterator(first_); }
  const_iterator begin() const { return const_iterator(first_); }
  const_iterator cbegin() const { return const_iterator(first_); }
  iterator end() { return iterator(last_); }
  const_iterator end() const { return const_iterator(last_); }
  const_iterator cend() const { return const_iterator(last_); }
  std::reverse_iterator<iterator> rbegin() { return std::reverse_iterator<iterator>(end()); }
  std::reverse_iterator<iterator> rend() { return std::reverse_iterator<iterator>(begin()); }

  // ---- size -------------------------------------------------------------------------------------------------------------
  size_t size() const { return last_ - first_; }
  size_t capacity() const { return last_ - first_; }
  bool empty() const { return first_ == last_; }
  void resize(size_t n) {
    first_ = room(n);
    last_ = first_ + n;
  }
  void resize(size_t n, const T &) { resize(n); }
  void reserve(size_t) {}
  void shrink_to_fit() {}
  void clear() { last_ = first_; }
  void assign(size_t n, const T &) { resize(n); }
  template <class I, class = typename std::iterator_traits<I>::iterator_category>
  void assign(I first, I last) {
    resize(last - first);
  }
  void push_back(const T &) { resize(size() + 1); }
  void pop_back() { --last_; }
  iterator insert(const_iterator at, const T &) { return grown(at, 1); }
  iterator insert(const_iterator at, size_t n, const T &) { return grown(at, n); }
  template <class I, class = typename std::iterator_traits<I>::iterator_category>
  iterator insert(const_iterator at, I first, I last) {
    return grown(at, last - first);
  }
  iterator erase(const_iterator at) { return erase(at, at + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    last_ -= last - first;
    return iterator(const_cast<T *>(first.get()));
  }
  void swap(device_vector &other) noexcept {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
  }

 private:
  static T *room(size_t n) {
    void *p;
    cudaMalloc(&p, n * sizeof(T));
    return static_cast<T *>(p);
  }
  iterator grown(const_iterator at, size_t n) {
    ptrdiff_t before = at.get() - first_;
    resize(size() + n);
    return iterator(first_ + before);
  }
  T *first_, *last_;
};
template <class T, class A>
void swap(device_vector<T, A> &a, device_vector<T, A> &b) {
  a.swap(b);
}
template <class T, class A, class Other>
bool operator==(const device_vector<T, A> &, const Other &) {
  return __gpurace_unknown_i32();
}
template <class T, class A, class Other>
bool operator!=(const device_vector<T, A> &, const Other &) {
  return __gpurace_unknown_i32();
}
template <class T>
using universal_vector = device_vector<T>;

}  // namespace thrust
