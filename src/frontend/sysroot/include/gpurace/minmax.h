// std::min and std::max, which come with most headers of the standard library.
#pragma once
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

namespace std {

template <class T>
__host__ __device__ constexpr const T &min(const T &a, const T &b) {
  return b < a ? b : a;
}
template <class T>
__host__ __device__ constexpr const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}
template <class T, class C>
__host__ __device__ constexpr const T &min(const T &a, const T &b, C less) {
  return less(b, a) ? b : a;
}
template <class T, class C>
__host__ __device__ constexpr const T &max(const T &a, const T &b, C less) {
  return less(a, b) ? b : a;
}

}  // namespace std
#pragma pop_macro("min")
#pragma pop_macro("max")
