// Sorting a block's keys by a comparison; see block_radix_sort.cuh.
#pragma once
#include <cub/block/block_radix_sort.cuh>

namespace cub {
template <class Key, int X, int Items, class Value = NullType, int Y = 1, int Z = 1>
class BlockMergeSort : public __gpurace_block_sort<Key, X, Items, Value, Y, Z> {
 public:
  using __gpurace_block_sort<Key, X, Items, Value, Y, Z>::__gpurace_block_sort;
  __GPURACE_SORT(Sort)
  __GPURACE_SORT(StableSort)
};
}  // namespace cub
