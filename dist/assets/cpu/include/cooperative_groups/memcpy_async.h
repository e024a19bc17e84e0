// Copies that a group makes together. Every call is a group of copies of its own.
#pragma once
#pragma GCC system_header
#include <cooperative_groups.h>
#include <gpurace/copies.h>

namespace cooperative_groups {

template <class Group, class T, class Size>
GPURACE_OUT void memcpy_async(const Group &group, T *to, const T *from, Size bytes) {
  gpurace::copyTogether(group, to, from, bytes, nullptr, GPURACE_HERE);
  gpurace_copy_group();
}
template <class Group, class T, class U, class ToCount, class FromCount>
GPURACE_OUT void memcpy_async(const Group &group, T *to, const ToCount &toCount, const U *from, const FromCount &fromCount) {
  size_t count = static_cast<size_t>(toCount) < static_cast<size_t>(fromCount) ? toCount : fromCount;
  gpurace::copyTogether(group, to, from, count * sizeof(T), nullptr, GPURACE_HERE);
  gpurace_copy_group();
}
template <unsigned Stages, class Group>
GPURACE_OUT void wait_prior(const Group &group) {
  gpurace_copy_wait(Stages);
  group.sync();
}
template <class Group>
GPURACE_OUT void wait(const Group &group) {
  gpurace_copy_wait(0);
  group.sync();
}

}  // namespace cooperative_groups
