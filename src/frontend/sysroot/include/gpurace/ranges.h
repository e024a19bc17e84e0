// What stands for the work of algorithms on ranges of host code, and for what containers keep that are not followed.
#pragma once
#include <gpurace/types.h>

// May change whatever lies behind the pointer.
extern "C" void __gpurace_host_memory_changes(void *p);
namespace __gpurace {
template <class F, class... A>
auto calls(int, F &f, A &&...a) -> decltype((void)f(a...)) {
  while (__gpurace_unknown_i32()) f(a...);
}
template <class F, class... A>
void calls(long, F &, A &&...) {}
template <class I>
auto changes(int, I &place) -> decltype((void)__builtin_addressof(*place)) {
  __gpurace_host_memory_changes((void *)__builtin_addressof(*place));
}
template <class I>
void changes(long, I &) {}
template <class I>
auto somewhere(int, I &first) -> decltype(I(first + __gpurace_unknown_i64())) {
  return first + __gpurace_unknown_i64();
}
template <class I>
I somewhere(long, I &) {
  return anything<I>::value();
}
// Where an output ends: what only goes forward stands for all places behind it.
template <class I>
auto behind(int, I &to) -> decltype(I(to + __gpurace_unknown_i64())) {
  return to + __gpurace_unknown_i64();
}
template <class I>
I behind(long, I &to) {
  return to;
}
// Addresses in it may come back from anywhere.
template <class T>
void keeps(long, const T &value) {
  if (__is_class(T) && __is_trivially_copyable(T))
    __builtin_memcpy(reinterpret_cast<void *>(__gpurace_unknown_i64()), (const void *)__builtin_addressof(value), sizeof(T));
}
template <class T>
void keeps(int, T *const &address) {
  *reinterpret_cast<T **>(__gpurace_unknown_i64()) = address;
}
template <class T>
auto keeps(int, const T &value) -> decltype((void)value.second) {
  keeps(0, value.first);
  keeps(0, value.second);
}
inline void keeps_all() {}
template <class T, class... A>
void keeps_all(const T &value, const A &...others) {
  keeps(0, value);
  keeps_all(others...);
}
}  // namespace __gpurace
