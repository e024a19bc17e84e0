// Sorting a block's keys. What goes where is not followed: items are written to the temporary storage, a barrier, then every
// thread may read all of it and gets values of which nothing is known.
#pragma once
#include <cub/block/block_scan.cuh>

namespace cub {

namespace __gpurace_detail {
template <class T, int X, int Items, int Y, int Z>
struct sort_storage {
  typedef block_shape<X, Y, Z> shape;
  slots<T, shape::threads * Items> items;
  __device__ void put(T (&values)[Items]) {
    for (int i = 0; i < Items; i++) items[shape::thread() * Items + i] = values[i];
  }
  __device__ void take(T (&values)[Items]) {
    for (int i = 0; i < shape::threads * Items; i++) values[i % Items] = items[i];
    for (int i = 0; i < Items; i++) values[i] = exchanged(values[i]);
  }
};
template <int X, int Items, int Y, int Z>
struct sort_storage<NullType, X, Items, Y, Z> {};
}  // namespace __gpurace_detail

template <class Key, int X, int Items, class Value = NullType, int Y = 1, int Z = 1>
class __gpurace_block_sort {
 public:
  struct TempStorage {
    __gpurace_detail::sort_storage<Key, X, Items, Y, Z> keys;
    __gpurace_detail::sort_storage<Value, X, Items, Y, Z> values;
  };
  __device__ __gpurace_block_sort() : temp_(own()) {}
  __device__ explicit __gpurace_block_sort(TempStorage &temp) : temp_(temp) {}

 protected:
  __device__ void sort(Key (&keys)[Items]) {
    temp_.keys.put(keys);
    __syncthreads();
    temp_.keys.take(keys);
  }
  template <class V>
  __device__ void sort(Key (&keys)[Items], V (&values)[Items]) {
    temp_.keys.put(keys);
    temp_.values.put(values);
    __syncthreads();
    temp_.keys.take(keys);
    temp_.values.take(values);
  }

 private:
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};

// `Rest` tells how to compare, or which bits count.
#define __GPURACE_SORT(NAME)                                                     \
  template <class... Rest>                                                       \
  __device__ void NAME(Key (&keys)[Items], Rest...) {                            \
    this->sort(keys);                                                            \
  }                                                                              \
  template <class V, class... Rest>                                              \
  __device__ void NAME(Key (&keys)[Items], V (&values)[Items], Rest...) {        \
    this->sort(keys, values);                                                    \
  }

template <class Key, int X, int Items, class Value = NullType, int Bits = 4, bool Memoize = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig = cudaSharedMemBankSizeFourByte, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort : public __gpurace_block_sort<Key, X, Items, Value, Y, Z> {
 public:
  using __gpurace_block_sort<Key, X, Items, Value, Y, Z>::__gpurace_block_sort;
  __GPURACE_SORT(Sort)
  __GPURACE_SORT(SortDescending)
  __GPURACE_SORT(SortBlockedToStriped)
  __GPURACE_SORT(SortDescendingBlockedToStriped)
};

}  // namespace cub
