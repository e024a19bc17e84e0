// The algorithms, as host code calls them. What they compute lies in device memory, of which host code knows nothing, or in
// host memory, which is forgotten; where an output ends, and which numbers come back, is said as far as it is known. Device
// code may call those of `sequential.h`.
#pragma once
#include <thrust/detail/sequential.h>
#include <thrust/iterator/iterators.h>

// May change whatever lies behind the pointer.
extern "C" void __gpurace_host_memory_changes(void *p);

namespace thrust {
namespace __gpurace_detail {

template <class T>
inline auto forget(T *p) -> typename std::enable_if<!std::is_function<T>::value>::type {
  __gpurace_host_memory_changes(const_cast<typename std::remove_cv<T>::type *>(p));
}
template <class T>
inline auto forget(const T &) ->
    typename std::enable_if<!std::is_pointer<T>::value || std::is_function<typename std::remove_pointer<T>::type>::value>::type {}
template <class... I>
inline void forget(const zip_iterator<std::tuple<I...>> &);
inline void forget_all() {}
template <class A, class... B>
inline void forget_all(const A &a, const B &...b) {
  forget(a);
  forget_all(b...);
}
template <class Tuple, size_t... N>
inline void forget_parts(const Tuple &its, std::index_sequence<N...>) {
  forget_all(std::get<N>(its)...);
}
template <class... I>
inline void forget(const zip_iterator<std::tuple<I...>> &it) {
  forget_parts(it.get_iterator_tuple(), std::index_sequence_for<I...>());
}

// Argument `K`, not counting an execution policy in front.
template <size_t K, class... A>
struct pick {
  typedef std::tuple<typename std::decay<A>::type...> all;
  static constexpr size_t at = K + std::is_base_of<any_policy, typename std::tuple_element<0, all>::type>::value;
  typedef typename std::tuple_element<at, all>::type type;
  template <class... B>
  static type of(B &...b) {
    return std::get<at>(std::tie(b...));
  }
};
template <class... A>
struct count_of {
  static constexpr size_t value =
      sizeof...(A) -
      std::is_base_of<any_policy, typename std::tuple_element<0, std::tuple<typename std::decay<A>::type...>>::type>::value;
};
template <size_t K, class... A>
using argument = typename pick<K, typename std::decay<A>::type...>::type;
template <size_t K, class... A>
inline argument<K, A...> given(A &...a) {
  return pick<K, typename std::decay<A>::type...>::of(a...);
}
template <class I>
using value_of = typename std::iterator_traits<I>::value_type;

template <class I, class N>
inline auto ahead(const I &it, N n, int) -> decltype(I(it + n)) {
  return it + n;
}
template <class I, class N>
inline I ahead(const I &it, N, long) {
  return it;
}
template <class I>
inline I somewhere(const I &it) {
  return ahead(it, __gpurace_unknown_i64(), 0);
}

}  // namespace __gpurace_detail

#define __GPURACE_NOTHING(NAME)                \
  template <class... A>                        \
  inline void NAME(A &&...a) {                 \
    __gpurace_detail::forget_all(a...);        \
  }
// Returns argument OUT, moved by the length of the range of arguments 0 and 1.
#define __GPURACE_FILLED(NAME, OUT)                                                                               \
  template <class... A>                                                                                           \
  inline __gpurace_detail::argument<OUT, A...> NAME(A &&...a) {                                                   \
    __gpurace_detail::forget_all(a...);                                                                           \
    return __gpurace_detail::ahead(__gpurace_detail::given<OUT>(a...),                                              \
                                   __gpurace_detail::given<1>(a...) - __gpurace_detail::given<0>(a...), 0);           \
  }
// Returns argument OUT, moved by the count that is argument 1.
#define __GPURACE_COUNTED(NAME, OUT)                                                                              \
  template <class... A>                                                                                           \
  inline __gpurace_detail::argument<OUT, A...> NAME(A &&...a) {                                                   \
    __gpurace_detail::forget_all(a...);                                                                           \
    return __gpurace_detail::ahead(__gpurace_detail::given<OUT>(a...), __gpurace_detail::given<1>(a...), 0);          \
  }
// Returns argument OUT, moved by a length nothing is known of.
#define __GPURACE_SOMEWHERE(NAME, OUT)                                                                            \
  template <class... A>                                                                                           \
  inline __gpurace_detail::argument<OUT, A...> NAME(A &&...a) {                                                   \
    __gpurace_detail::forget_all(a...);                                                                           \
    return __gpurace_detail::somewhere(__gpurace_detail::given<OUT>(a...));                                         \
  }
#define __GPURACE_TWO_PLACES(NAME, FIRST, SECOND)                                                                 \
  template <class... A>                                                                                           \
  inline pair<__gpurace_detail::argument<FIRST, A...>, __gpurace_detail::argument<SECOND, A...>> NAME(A &&...a) { \
    __gpurace_detail::forget_all(a...);                                                                           \
    return {__gpurace_detail::somewhere(__gpurace_detail::given<FIRST>(a...)),                                      \
            __gpurace_detail::somewhere(__gpurace_detail::given<SECOND>(a...))};                                    \
  }
// Returns a value of the type of argument OF, or of a type named.
#define __GPURACE_VALUE(NAME, OF)                                                                                 \
  template <class... A>                                                                                           \
  inline __gpurace_detail::argument<OF, A...> NAME(A &&...) {                                                     \
    return __gpurace::anything<__gpurace_detail::argument<OF, A...>>::value();                                    \
  }
#define __GPURACE_NUMBER(NAME, TYPE)                                                                              \
  template <class... A>                                                                                           \
  inline TYPE NAME(A &&...) {                                                                                     \
    return static_cast<TYPE>(__gpurace_unknown_i64());                                                            \
  }

__GPURACE_NOTHING(fill)
__GPURACE_NOTHING(generate)
__GPURACE_NOTHING(sequence)
__GPURACE_NOTHING(tabulate)
__GPURACE_NOTHING(replace)
__GPURACE_NOTHING(replace_if)
__GPURACE_NOTHING(reverse)
__GPURACE_NOTHING(shuffle)
__GPURACE_NOTHING(sort)
__GPURACE_NOTHING(sort_by_key)
__GPURACE_NOTHING(stable_sort)
__GPURACE_NOTHING(stable_sort_by_key)
__GPURACE_NOTHING(scatter)
__GPURACE_NOTHING(scatter_if)
__GPURACE_NOTHING(uninitialized_fill)
__GPURACE_FILLED(for_each, 0)
__GPURACE_FILLED(copy, 2)
__GPURACE_FILLED(uninitialized_copy, 2)
__GPURACE_FILLED(swap_ranges, 2)
__GPURACE_FILLED(inclusive_scan, 2)
__GPURACE_FILLED(exclusive_scan, 2)
__GPURACE_FILLED(inclusive_scan_by_key, 3)
__GPURACE_FILLED(exclusive_scan_by_key, 3)
__GPURACE_FILLED(transform_inclusive_scan, 2)
__GPURACE_FILLED(transform_exclusive_scan, 2)
__GPURACE_FILLED(adjacent_difference, 2)
__GPURACE_FILLED(reverse_copy, 2)
__GPURACE_FILLED(replace_copy, 2)
__GPURACE_FILLED(replace_copy_if, 2)
__GPURACE_FILLED(gather, 3)
__GPURACE_FILLED(gather_if, 4)
__GPURACE_COUNTED(fill_n, 0)
__GPURACE_COUNTED(for_each_n, 0)
__GPURACE_COUNTED(generate_n, 0)
__GPURACE_COUNTED(copy_n, 2)
__GPURACE_COUNTED(uninitialized_fill_n, 0)
__GPURACE_COUNTED(uninitialized_copy_n, 2)
__GPURACE_SOMEWHERE(unique, 0)
__GPURACE_SOMEWHERE(unique_copy, 2)
__GPURACE_SOMEWHERE(copy_if, 2)
__GPURACE_SOMEWHERE(remove, 0)
__GPURACE_SOMEWHERE(remove_if, 0)
__GPURACE_SOMEWHERE(remove_copy, 2)
__GPURACE_SOMEWHERE(remove_copy_if, 2)
__GPURACE_SOMEWHERE(partition, 0)
__GPURACE_SOMEWHERE(stable_partition, 0)
__GPURACE_SOMEWHERE(partition_point, 0)
__GPURACE_SOMEWHERE(find, 0)
__GPURACE_SOMEWHERE(find_if, 0)
__GPURACE_SOMEWHERE(find_if_not, 0)
__GPURACE_SOMEWHERE(min_element, 0)
__GPURACE_SOMEWHERE(max_element, 0)
__GPURACE_SOMEWHERE(is_sorted_until, 0)
__GPURACE_SOMEWHERE(merge, 4)
__GPURACE_SOMEWHERE(set_union, 4)
__GPURACE_SOMEWHERE(set_intersection, 4)
__GPURACE_SOMEWHERE(set_difference, 4)
__GPURACE_SOMEWHERE(set_symmetric_difference, 4)
__GPURACE_TWO_PLACES(unique_by_key, 0, 2)
__GPURACE_TWO_PLACES(unique_by_key_copy, 3, 4)
__GPURACE_TWO_PLACES(reduce_by_key, 3, 4)
__GPURACE_TWO_PLACES(partition_copy, 2, 3)
__GPURACE_TWO_PLACES(stable_partition_copy, 2, 3)
__GPURACE_TWO_PLACES(minmax_element, 0, 0)
__GPURACE_TWO_PLACES(mismatch, 0, 2)
__GPURACE_TWO_PLACES(equal_range, 0, 0)
__GPURACE_TWO_PLACES(merge_by_key, 6, 7)
__GPURACE_TWO_PLACES(set_union_by_key, 6, 7)
__GPURACE_TWO_PLACES(set_difference_by_key, 6, 7)
__GPURACE_TWO_PLACES(set_intersection_by_key, 5, 6)
__GPURACE_VALUE(transform_reduce, 3)
__GPURACE_VALUE(inner_product, 3)
__GPURACE_NUMBER(count, ptrdiff_t)
__GPURACE_NUMBER(count_if, ptrdiff_t)
__GPURACE_NUMBER(all_of, bool)
__GPURACE_NUMBER(any_of, bool)
__GPURACE_NUMBER(none_of, bool)
__GPURACE_NUMBER(equal, bool)
__GPURACE_NUMBER(is_sorted, bool)
__GPURACE_NUMBER(is_partitioned, bool)

// ---- what differs by the number of arguments --------------------------------------------------------------------------------
namespace __gpurace_detail {
// `transform(first, last, out, f)`, `transform(first, last, second, out, f)`; the conditional form has a stencil more.
template <size_t Fixed, class... A>
using transformed = argument<(count_of<A...>::value > Fixed ? 3 : 2), A...>;
// `reduce(first, last[, init[, op]])`.
template <size_t N, class... A>
struct reduced : std::enable_if<true, argument<2, A...>> {};
template <class... A>
struct reduced<2, A...> : std::enable_if<true, value_of<argument<0, A...>>> {};
// Searching for one value gives a place; for a range of values, the end of the results.
template <bool Many, class... A>
struct search {
  typedef argument<0, A...> type;
  template <class... B>
  static type of(B &...b) {
    return somewhere(get<0>(b...));
  }
};
template <class... A>
struct search<true, A...> {
  typedef argument<4, A...> type;
  template <class... B>
  static type of(B &...b) {
    return ahead(get<4>(b...), get<3>(b...) - get<2>(b...), 0);
  }
};
template <class... A>
struct search_of : search<(count_of<A...>::value >= 5), typename std::decay<A>::type...> {};
}  // namespace __gpurace_detail
template <class... A>
inline __gpurace_detail::transformed<4, A...> transform(A &&...a) {
  __gpurace_detail::forget_all(a...);
  return __gpurace_detail::ahead(__gpurace_detail::given<(__gpurace_detail::count_of<A...>::value > 4 ? 3 : 2)>(a...),
                                 __gpurace_detail::given<1>(a...) - __gpurace_detail::given<0>(a...), 0);
}
template <class... A>
inline void transform_if(A &&...a) {
  __gpurace_detail::forget_all(a...);
}
template <class... A>
inline typename __gpurace_detail::reduced<__gpurace_detail::count_of<A...>::value, A...>::type reduce(A &&...) {
  return __gpurace::anything<
      typename __gpurace_detail::reduced<__gpurace_detail::count_of<A...>::value, A...>::type>::value();
}
#define __GPURACE_SEARCH(NAME)                                              \
  template <class... A>                                                     \
  inline typename __gpurace_detail::search_of<A...>::type NAME(A &&...a) {  \
    __gpurace_detail::forget_all(a...);                                     \
    return __gpurace_detail::search_of<A...>::of(a...);                     \
  }
__GPURACE_SEARCH(lower_bound)
__GPURACE_SEARCH(upper_bound)
template <class... A>
inline bool binary_search(A &&...a) {
  __gpurace_detail::forget_all(a...);
  return __gpurace_unknown_i32();
}
#undef __GPURACE_SEARCH
#undef __GPURACE_NUMBER
#undef __GPURACE_VALUE
#undef __GPURACE_TWO_PLACES
#undef __GPURACE_SOMEWHERE
#undef __GPURACE_COUNTED
#undef __GPURACE_FILLED
#undef __GPURACE_NOTHING

template <class I>
__host__ __device__ inline ptrdiff_t distance(I first, I last) {
  return last - first;
}
template <class I, class N>
__host__ __device__ inline void advance(I &it, N n) {
  it += n;
}
template <class I>
__host__ __device__ inline I next(I it, ptrdiff_t n = 1) {
  it += n;
  return it;
}
template <class I>
__host__ __device__ inline I prev(I it, ptrdiff_t n = 1) {
  it += -n;
  return it;
}
template <class T>
__host__ __device__ inline const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}
template <class T>
__host__ __device__ inline const T &min(const T &a, const T &b) {
  return b < a ? b : a;
}

}  // namespace thrust
