// Prefix sums over a group of lanes.
#pragma once
#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <class Group, class T, class Operation>
__GPURACE_D T inclusive_scan(const Group &group, T value, Operation operation) {
  for (unsigned int delta = 1; delta < group.size(); delta *= 2) {
    T other = group.shfl_up(value, delta);
    if (group.thread_rank() >= delta) value = operation(other, value);
  }
  return value;
}
template <class Group, class T>
__GPURACE_D T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Operation>
__GPURACE_D T exclusive_scan(const Group &group, T value, Operation operation) {
  T sum = inclusive_scan(group, value, operation);
  T before = group.shfl_up(sum, 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
__GPURACE_D T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
