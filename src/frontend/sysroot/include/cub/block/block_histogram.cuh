// Histograms of a block's items. Bins are counted up atomically by either algorithm; the one that sorts also works through
// its temporary storage.
#pragma once
#include <cub/block/block_radix_sort.cuh>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1,
          int = 0>
class BlockHistogram {
  typedef __gpurace_detail::block_shape<X, Y, Z> shape;
  struct nothing {
    unsigned char unused;
  };
  typedef __gpurace_detail::sort_storage<T, X, Items, Y, Z> sorted;

 public:
  typedef typename std::conditional<Algorithm == BLOCK_HISTO_SORT, sorted, nothing>::type TempStorage;
  __device__ BlockHistogram() : temp_(own()) {}
  __device__ explicit BlockHistogram(TempStorage &temp) : temp_(temp) {}
  template <class Counter>
  __device__ void InitHistogram(Counter histogram[Bins]) {
    for (int i = shape::thread(); i < Bins; i += shape::threads) histogram[i] = 0;
  }
  template <class Counter>
  __device__ void Composite(T (&items)[Items], Counter histogram[Bins]) {
    through(temp_, items);
    for (int i = 0; i < Items; i++) atomicAdd(histogram + static_cast<int>(items[i]), Counter(1));
  }
  template <class Counter>
  __device__ void Histogram(T (&items)[Items], Counter histogram[Bins]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }

 private:
  __device__ void through(nothing &, T (&)[Items]) {}
  __device__ void through(sorted &temp, T (&items)[Items]) {
    T others[Items];
    temp.put(items);
    __syncthreads();
    temp.take(others);
  }
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};

}  // namespace cub
