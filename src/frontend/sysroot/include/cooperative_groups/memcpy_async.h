// Copies shared out over a group. The copy is written out at the call; `wait` is the group's barrier, before which no
// other thread of the group may rely on the data.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <class Group, class T>
__GPURACE_D void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
}
template <class Group, class T, class U>
__GPURACE_D void memcpy_async(const Group &group, T *to, size_t toCount, const U *from, size_t fromCount) {
  size_t count = toCount < fromCount ? toCount : fromCount;
  for (size_t i = group.thread_rank(); i < count; i += group.size()) to[i] = from[i];
}
template <class Group>
__GPURACE_D void wait(const Group &group) {
  group.sync();
}
template <unsigned int Stages, class Group>
__GPURACE_D void wait_prior(const Group &group) {
  group.sync();
}

}  // namespace cooperative_groups
