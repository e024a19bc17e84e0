// Copies that a group makes together and on its own time: which thread moves what, and when, is open until the group waits.
#pragma once
#include <cooperative_groups.h>
#include <gpurace/copies.h>

namespace cooperative_groups {

// Every call is a group of copies of its own: `wait_prior` counts calls.
template <class Group, class T>
__GPURACE_D void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
  __gpurace::begin_copy(to, from, bytes, __gpurace::makers_of(group, 0));
  __gpurace_copy_group();
}
template <class Group, class T, class U>
__GPURACE_D void memcpy_async(const Group &group, T *to, size_t toCount, const U *from, size_t fromCount) {
  size_t count = toCount < fromCount ? toCount : fromCount;
  __gpurace::begin_copy(to, from, count * sizeof(T), __gpurace::makers_of(group, 0));
  __gpurace_copy_group();
}
template <unsigned int Stages, class Group>
__GPURACE_D void wait_prior(const Group &group) {
  __gpurace_copy_wait(Stages);
  group.sync();
}
template <class Group>
__GPURACE_D void wait(const Group &group) {
  __gpurace_copy_wait(0);
  group.sync();
}

}  // namespace cooperative_groups
