// Prefix sums over the lanes of a warp, by shuffles.
#pragma once
#include <cub/config.cuh>

namespace cub {

template <class T, int Width = 32, int = 0>
class WarpScan {
 public:
  struct TempStorage {
    unsigned char unused;
  };
  __device__ explicit WarpScan(TempStorage &) {}

  __device__ void InclusiveSum(T input, T &out) { InclusiveScan(input, out, cub::Sum()); }
  __device__ void InclusiveSum(T input, T &out, T &aggregate) { InclusiveScan(input, out, cub::Sum(), aggregate); }
  __device__ void ExclusiveSum(T input, T &out) { ExclusiveScan(input, out, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T input, T &out, T &aggregate) { ExclusiveScan(input, out, T(), cub::Sum(), aggregate); }
  template <class Op>
  __device__ void InclusiveScan(T input, T &out, Op op) {
    out = __gpurace_detail::scan_lanes(input, op, lane(), mask(), Width);
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T &out, Op op, T &aggregate) {
    InclusiveScan(input, out, op);
    aggregate = Broadcast(out, Width - 1);
  }
  // Without an initial value lane 0 gets nothing of meaning.
  template <class Op>
  __device__ void ExclusiveScan(T input, T &out, Op op) {
    T sum;
    InclusiveScan(input, sum, op);
    out = __gpurace_detail::up(sum, 1, mask(), Width);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T &out, Op op, T &aggregate) {
    T sum;
    Scan(input, sum, out, op);
    aggregate = Broadcast(sum, Width - 1);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T &out, T initial, Op op) {
    ExclusiveScan(input, out, op);
    out = lane() == 0 ? initial : op(initial, out);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T &out, T initial, Op op, T &aggregate) {
    T sum;
    Scan(input, sum, out, initial, op);
    aggregate = Broadcast(__gpurace_detail::scan_lanes(input, op, lane(), mask(), Width), Width - 1);
  }
  template <class Op>
  __device__ void Scan(T input, T &inclusive, T &exclusive, Op op) {
    InclusiveScan(input, inclusive, op);
    exclusive = __gpurace_detail::up(inclusive, 1, mask(), Width);
  }
  template <class Op>
  __device__ void Scan(T input, T &inclusive, T &exclusive, T initial, Op op) {
    Scan(input, inclusive, exclusive, op);
    inclusive = op(initial, inclusive);
    exclusive = lane() == 0 ? initial : op(initial, exclusive);
  }
  __device__ T Broadcast(T input, unsigned int lane) { return __gpurace_detail::from(input, lane, mask(), Width); }

 private:
  static __device__ int lane() { return LaneId() % Width; }
  static __device__ unsigned int mask() { return __gpurace_detail::lanes_of<Width>(LaneId()); }
};

}  // namespace cub
