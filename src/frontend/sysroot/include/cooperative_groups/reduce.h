// Reductions over a group of lanes: a butterfly of shuffles, as wide as the group.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <class T>
struct plus {
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  __host__ __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  __host__ __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  __host__ __device__ T operator()(T a, T b) const { return a ^ b; }
};

namespace __gpurace_detail {

// Operations of which both orders of two numbers give the same, so that all lanes of a butterfly come to one value.
template <class Operation>
struct commuting {
  static constexpr bool is_plain = false;
  static constexpr bool is_choice = false;
};
template <class T>
struct commuting<plus<T>> {
  static constexpr bool is_plain = __is_arithmetic(T);
  static constexpr bool is_choice = false;
};
// Of floats the order matters where one is a NaN, or two are zeros of different sign.
template <class T>
struct commuting_choice {
  static constexpr bool is_plain = __is_integral(T);
  static constexpr bool is_choice = __is_floating_point(T);
};
template <class T>
struct commuting<less<T>> : commuting_choice<T> {};
template <class T>
struct commuting<greater<T>> : commuting_choice<T> {};
template <class T>
struct commuting_bits {
  static constexpr bool is_plain = __is_integral(T);
  static constexpr bool is_choice = false;
};
template <class T>
struct commuting<bit_and<T>> : commuting_bits<T> {};
template <class T>
struct commuting<bit_or<T>> : commuting_bits<T> {};
template <class T>
struct commuting<bit_xor<T>> : commuting_bits<T> {};

template <class Operation, class T>
__GPURACE_D T group_value(const T &value, unsigned int group, unsigned int lanes) {
  if (commuting<Operation>::is_plain)
    return move_words(value, [=](int word) { return __gpurace_group_value(word, group, lanes); });
  if (commuting<Operation>::is_choice)
    return move_words(value, [=](int word) { return __gpurace_group_choice(word, group, lanes); });
  return value;
}

}  // namespace __gpurace_detail

// A tile of several warps exchanges values through memory of its own, with its barrier on both sides.
template <unsigned int Size, class Parent, class T, class Operation>
__GPURACE_D T reduce(const thread_block_tile<Size, Parent> &group, T value, Operation operation) {
  if (Size > __gpurace::wavefront()) {
    group.sync();
    value = __gpurace_detail::move_words(value, [](int) { return __gpurace_unknown_i32(); });
    group.sync();
    return value;
  }
  for (int lanes = Size / 2; lanes > 0; lanes /= 2) value = operation(value, group.shfl_xor(value, lanes));
  return __gpurace_detail::group_value<Operation>(value, group.meta_group_rank(), Size);
}
template <class T, class Operation>
__GPURACE_D T reduce(const coalesced_group &group, T value, Operation operation) {
  T sum = group.shfl(value, 0);
  for (unsigned int rank = 1; rank < group.size(); rank++) sum = operation(sum, group.shfl(value, rank));
  return sum;
}
template <class Group, class T, class Operation>
__GPURACE_D void reduce_update_async(const Group &group, T &target, T value, Operation operation) {
  value = reduce(group, value, operation);
  if (group.thread_rank() == 0) target.fetch_add(value);
}

}  // namespace cooperative_groups
