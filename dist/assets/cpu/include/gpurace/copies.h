// Copies that threads do not wait for at once. The runtime makes them when somebody does.
#pragma once
#pragma GCC system_header

namespace cuda {
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  explicit constexpr aligned_size_t(size_t n) : value(n) {}
  constexpr operator size_t() const { return value; }
};
}  // namespace cuda

namespace gpurace {

// Each thread of the group makes its share, in steps as wide as both ends are aligned.
template <class Group>
inline void copyTogether(const Group &group, void *to, const void *from, size_t n, unsigned long long *object, const void *pc) {
  size_t step = 16;
  while (((reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | n) & (step - 1)) != 0) step /= 2;
  for (size_t at = group.thread_rank() * step; at < n; at += group.size() * step)
    gpurace_copy(static_cast<char *>(to) + at, static_cast<const char *>(from) + at, step, 0, object, pc);
}

}  // namespace gpurace
