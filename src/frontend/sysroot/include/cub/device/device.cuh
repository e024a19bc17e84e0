// Algorithms of the whole device, called from host code: what they compute lies in device memory, of which host code knows
// nothing. Device code that calls them does not compile, as their work would be that of other kernels.
#pragma once
#include <cub/iterator/iterators.cuh>

namespace cub {

namespace __gpurace_detail {
// Sorting leaves either buffer as the current one.
template <class T>
inline void left(T &) {}
template <class T>
inline void left(DoubleBuffer<T> &buffer) {
  buffer.selector = __gpurace_unknown_i32() & 1;
}
inline void left_all() {}
template <class A, class... B>
inline void left_all(A &a, B &...b) {
  left(a);
  left_all(b...);
}
}  // namespace __gpurace_detail

#define __GPURACE_ALGORITHM(NAME)                                                  \
  template <class... A>                                                            \
  static cudaError_t NAME(void *, size_t &bytes, A &&...arguments) {               \
    bytes = __gpurace_unknown_i64();                                               \
    __gpurace_detail::left_all(arguments...);                                      \
    return static_cast<cudaError_t>(__gpurace_unknown_i32());                      \
  }
#define __GPURACE_2(A, B) __GPURACE_ALGORITHM(A) __GPURACE_ALGORITHM(B)
#define __GPURACE_4(A, B, C, D) __GPURACE_2(A, B) __GPURACE_2(C, D)

struct DeviceReduce {
  __GPURACE_4(Reduce, Sum, Min, Max)
  __GPURACE_4(ArgMin, ArgMax, ReduceByKey, TransformReduce)
};
struct DeviceSegmentedReduce {
  __GPURACE_4(Reduce, Sum, Min, Max)
  __GPURACE_2(ArgMin, ArgMax)
};
struct DeviceScan {
  __GPURACE_4(ExclusiveSum, InclusiveSum, ExclusiveScan, InclusiveScan)
  __GPURACE_4(ExclusiveSumByKey, InclusiveSumByKey, ExclusiveScanByKey, InclusiveScanByKey)
  __GPURACE_ALGORITHM(InclusiveScanInit)
};
struct DeviceRadixSort {
  __GPURACE_4(SortKeys, SortKeysDescending, SortPairs, SortPairsDescending)
};
struct DeviceSegmentedRadixSort : DeviceRadixSort {};
struct DeviceSegmentedSort : DeviceRadixSort {
  __GPURACE_4(StableSortKeys, StableSortKeysDescending, StableSortPairs, StableSortPairsDescending)
};
struct DeviceMergeSort {
  __GPURACE_4(SortKeys, SortPairs, StableSortKeys, StableSortPairs)
  __GPURACE_2(SortKeysCopy, SortPairsCopy)
};
struct DeviceSelect {
  __GPURACE_4(Flagged, If, Unique, UniqueByKey)
  __GPURACE_ALGORITHM(FlaggedIf)
};
struct DevicePartition {
  __GPURACE_2(Flagged, If)
};
struct DeviceHistogram {
  __GPURACE_4(HistogramEven, HistogramRange, MultiHistogramEven_, MultiHistogramRange_)
  template <int Channels, int Active, class... A>
  static cudaError_t MultiHistogramEven(void *p, size_t &bytes, A &&...arguments) {
    return MultiHistogramEven_(p, bytes, arguments...);
  }
  template <int Channels, int Active, class... A>
  static cudaError_t MultiHistogramRange(void *p, size_t &bytes, A &&...arguments) {
    return MultiHistogramRange_(p, bytes, arguments...);
  }
};
struct DeviceRunLengthEncode {
  __GPURACE_2(Encode, NonTrivialRuns)
};
struct DeviceSpmv {
  __GPURACE_ALGORITHM(CsrMV)
};
struct DeviceAdjacentDifference {
  __GPURACE_4(SubtractLeft, SubtractLeftCopy, SubtractRight, SubtractRightCopy)
};
struct DeviceMemcpy {
  __GPURACE_ALGORITHM(Batched)
};
struct DeviceCopy {
  __GPURACE_ALGORITHM(Batched)
};
struct DeviceFor {
  __GPURACE_4(ForEach, ForEachN, Bulk, ForEachCopy)
  template <class N, class Op>
  static cudaError_t Bulk(N, Op, cudaStream_t = 0) {
    return static_cast<cudaError_t>(__gpurace_unknown_i32());
  }
  template <class I, class N, class Op>
  static cudaError_t ForEachN(I, N, Op, cudaStream_t = 0) {
    return static_cast<cudaError_t>(__gpurace_unknown_i32());
  }
};
#undef __GPURACE_4
#undef __GPURACE_2
#undef __GPURACE_ALGORITHM

}  // namespace cub
