// Reductions over the lanes of a warp. A width that is a power of two needs shuffles alone; others pass through memory.
#pragma once
#include <cub/config.cuh>

namespace cub {

template <class T, int Width = 32, int = 0>
class WarpReduce {
  static constexpr bool shuffles = (Width & (Width - 1)) == 0;

 public:
  typedef __gpurace_detail::slots<T, shuffles ? 1 : Width> TempStorage;
  __device__ explicit WarpReduce(TempStorage &temp) : temp_(temp) {}
  __device__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
  template <class Op>
  __device__ T Reduce(T input, Op op) {
    return Reduce(input, op, Width);
  }
  template <class Op>
  __device__ T Reduce(T input, Op op, int valid) {
    int lane = LaneId() % Width;
    unsigned int mask = __gpurace_detail::lanes_of<Width>(LaneId());
    if (shuffles) return __gpurace_detail::fold_lanes(input, op, lane, valid, mask, Width);
    for (int delta = 1; delta < Width; delta *= 2) {
      temp_[lane] = input;
      __syncwarp(mask);
      T other = temp_[lane + delta < Width ? lane + delta : lane];
      if (lane + delta < valid) input = op(input, other);
      __syncwarp(mask);
    }
    return input;
  }
  // Each segment's result depends on where others begin.
  template <class Flag>
  __device__ T HeadSegmentedSum(T input, Flag) {
    return __gpurace_detail::exchanged(input);
  }
  template <class Flag>
  __device__ T TailSegmentedSum(T input, Flag) {
    return __gpurace_detail::exchanged(input);
  }
  template <class Op, class Flag>
  __device__ T HeadSegmentedReduce(T input, Flag, Op) {
    return __gpurace_detail::exchanged(input);
  }
  template <class Op, class Flag>
  __device__ T TailSegmentedReduce(T input, Flag, Op) {
    return __gpurace_detail::exchanged(input);
  }

 private:
  TempStorage &temp_;
};

}  // namespace cub
