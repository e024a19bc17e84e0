// The algorithms that device code calls with `thrust::seq`: a thread does all of it by itself, so that what it reads and
// writes is seen.
#pragma once
#include <thrust/iterator/iterators.h>

namespace thrust {
#define __GPURACE_SEQ(RESULT, NAME, ...) __device__ RESULT NAME(const __gpurace_policy &, I first, I last, __VA_ARGS__)
template <class I, class F>
__GPURACE_SEQ(ptrdiff_t, count_if, F f) {
  ptrdiff_t n = 0;
  for (; first != last; ++first) n += f(*first) ? 1 : 0;
  return n;
}
template <class I, class T>
__GPURACE_SEQ(ptrdiff_t, count, const T &value) {
  ptrdiff_t n = 0;
  for (; first != last; ++first) n += *first == value ? 1 : 0;
  return n;
}
template <class I, class F>
__GPURACE_SEQ(I, find_if, F f) {
  for (; first != last; ++first)
    if (f(*first)) break;
  return first;
}
template <class I, class F>
__GPURACE_SEQ(I, find_if_not, F f) {
  for (; first != last; ++first)
    if (!f(*first)) break;
  return first;
}
template <class I, class T>
__GPURACE_SEQ(I, find, const T &value) {
  for (; first != last; ++first)
    if (*first == value) break;
  return first;
}
template <class I, class F>
__GPURACE_SEQ(bool, any_of, F f) {
  for (; first != last; ++first)
    if (f(*first)) return true;
  return false;
}
template <class I, class F>
__GPURACE_SEQ(bool, all_of, F f) {
  for (; first != last; ++first)
    if (!f(*first)) return false;
  return true;
}
template <class I, class F>
__GPURACE_SEQ(bool, none_of, F f) {
  for (; first != last; ++first)
    if (f(*first)) return false;
  return true;
}
template <class I, class J>
__GPURACE_SEQ(bool, equal, J second) {
  for (; first != last; ++first, ++second)
    if (!(*first == *second)) return false;
  return true;
}
template <class I, class J, class F>
__GPURACE_SEQ(bool, equal, J second, F f) {
  for (; first != last; ++first, ++second)
    if (!f(*first, *second)) return false;
  return true;
}
template <class I, class J>
__device__ pair<I, J> mismatch(const __gpurace_policy &, I first, I last, J second) {
  for (; first != last; ++first, ++second)
    if (!(*first == *second)) break;
  return {first, second};
}
template <class I, class J, class F>
__device__ pair<I, J> mismatch(const __gpurace_policy &, I first, I last, J second, F f) {
  for (; first != last; ++first, ++second)
    if (!f(*first, *second)) break;
  return {first, second};
}
template <class I, class F>
__GPURACE_SEQ(I, for_each, F f) {
  for (; first != last; ++first) f(*first);
  return first;
}
template <class I, class J>
__GPURACE_SEQ(J, copy, J to) {
  for (; first != last; ++first, ++to) *to = *first;
  return to;
}
template <class I, class T>
__GPURACE_SEQ(void, fill, const T &value) {
  for (; first != last; ++first) *first = value;
}
template <class I, class J, class F>
__GPURACE_SEQ(J, transform, J to, F f) {
  for (; first != last; ++first, ++to) *to = f(*first);
  return to;
}
template <class I, class T, class F>
__GPURACE_SEQ(T, reduce, T sum, F f) {
  for (; first != last; ++first) sum = f(sum, *first);
  return sum;
}
template <class I, class T>
__GPURACE_SEQ(T, reduce, T sum) {
  for (; first != last; ++first) sum = sum + *first;
  return sum;
}
template <class I>
__device__ typename std::iterator_traits<I>::value_type reduce(const __gpurace_policy &, I first, I last) {
  typename std::iterator_traits<I>::value_type sum = 0;
  for (; first != last; ++first) sum = sum + *first;
  return sum;
}
template <class I, class J>
__GPURACE_SEQ(J, inclusive_scan, J to) {
  if (first == last) return to;
  typename std::iterator_traits<I>::value_type sum = *first;
  *to = sum;
  for (++first, ++to; first != last; ++first, ++to) {
    sum = sum + *first;
    *to = sum;
  }
  return to;
}
template <class I, class J, class T>
__GPURACE_SEQ(J, exclusive_scan, J to, T sum) {
  for (; first != last; ++first, ++to) {
    auto next = sum + *first;
    *to = sum;
    sum = next;
  }
  return to;
}
template <class I, class F, class T, class G>
__GPURACE_SEQ(T, transform_reduce, F f, T sum, G g) {
  for (; first != last; ++first) sum = g(sum, f(*first));
  return sum;
}
// Bounds of a sorted range, by halves.
template <class I, class T, class F>
__GPURACE_SEQ(I, lower_bound, const T &value, F less) {
  auto n = last - first;
  while (n > 0) {
    auto half = n / 2;
    if (less(*(first + half), value)) {
      first = first + (half + 1);
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return first;
}
template <class I, class T, class F>
__GPURACE_SEQ(I, upper_bound, const T &value, F less) {
  auto n = last - first;
  while (n > 0) {
    auto half = n / 2;
    if (!less(value, *(first + half))) {
      first = first + (half + 1);
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return first;
}
struct __gpurace_less {
  template <class A, class B>
  __host__ __device__ constexpr bool operator()(const A &a, const B &b) const {
    return a < b;
  }
};
template <class I, class T>
__GPURACE_SEQ(I, lower_bound, const T &value) {
  return thrust::lower_bound(seq, first, last, value, __gpurace_less());
}
template <class I, class T>
__GPURACE_SEQ(I, upper_bound, const T &value) {
  return thrust::upper_bound(seq, first, last, value, __gpurace_less());
}
template <class I, class T>
__GPURACE_SEQ(bool, binary_search, const T &value) {
  I at = thrust::lower_bound(seq, first, last, value, __gpurace_less());
  return at != last && !(value < *at);
}
#undef __GPURACE_SEQ
}  // namespace thrust
