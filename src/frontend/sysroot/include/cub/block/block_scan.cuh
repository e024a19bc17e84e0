// Prefix sums over a block. Each warp's last lane writes its sum to the temporary storage, a barrier, then all threads read
// all of it; nothing orders the storage's next use.
#pragma once
#include <cub/warp/warp_scan.cuh>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan {
  typedef __gpurace_detail::block_shape<X, Y, Z> shape;
  // The raking algorithms leave the barriers out where one warp does it all.
  static constexpr bool through_memory = Algorithm == BLOCK_SCAN_WARP_SCANS || shape::threads > 32;
  struct storage {
    __gpurace_detail::slots<T, shape::warps> sums;
    __gpurace_detail::slots<T, 1> prefix;
  };

 public:
  typedef storage TempStorage;
  __device__ BlockScan() : temp_(own()) {}
  __device__ explicit BlockScan(TempStorage &temp) : temp_(temp) {}

  // ---- one item per thread ------------------------------------------------------------------------------------------------
  __device__ void ExclusiveSum(T in, T &out) { ExclusiveScan(in, out, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T in, T &out, T &aggregate) { ExclusiveScan(in, out, T(), cub::Sum(), aggregate); }
  template <class Prefix>
  __device__ void ExclusiveSum(T in, T &out, Prefix &prefix) {
    ExclusiveScan(in, out, cub::Sum(), prefix);
  }
  __device__ void InclusiveSum(T in, T &out) { InclusiveScan(in, out, cub::Sum()); }
  __device__ void InclusiveSum(T in, T &out, T &aggregate) { InclusiveScan(in, out, cub::Sum(), aggregate); }
  template <class Prefix>
  __device__ void InclusiveSum(T in, T &out, Prefix &prefix) {
    InclusiveScan(in, out, cub::Sum(), prefix);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T &out, Op op) {
    T inclusive, aggregate;
    scan(in, inclusive, out, op, aggregate);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T &out, Op op, T &aggregate) {
    T inclusive;
    scan(in, inclusive, out, op, aggregate);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T &out, T initial, Op op) {
    T aggregate;
    ExclusiveScan(in, out, initial, op, aggregate);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T &out, T initial, Op op, T &aggregate) {
    T inclusive, exclusive;
    scan(in, inclusive, exclusive, op, aggregate);
    out = shape::thread() == 0 ? initial : op(initial, exclusive);
  }
  template <class Op, class Prefix>
  __device__ void ExclusiveScan(T in, T &out, Op op, Prefix &prefix) {
    T inclusive, exclusive, aggregate;
    scan(in, inclusive, exclusive, op, aggregate);
    T before = prefix_of(prefix, aggregate);
    out = shape::thread() == 0 ? before : op(before, exclusive);
  }
  template <class Op>
  __device__ void InclusiveScan(T in, T &out, Op op) {
    T exclusive, aggregate;
    scan(in, out, exclusive, op, aggregate);
  }
  template <class Op>
  __device__ void InclusiveScan(T in, T &out, Op op, T &aggregate) {
    T exclusive;
    scan(in, out, exclusive, op, aggregate);
  }
  template <class Op, class Prefix>
  __device__ void InclusiveScan(T in, T &out, Op op, Prefix &prefix) {
    T inclusive, exclusive, aggregate;
    scan(in, inclusive, exclusive, op, aggregate);
    out = op(prefix_of(prefix, aggregate), inclusive);
  }

  // ---- several items per thread -----------------------------------------------------------------------------------------------
  template <int N, class... Rest>
  __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], Rest &...rest) {
    T before;
    ExclusiveSum(ThreadReduce(in, cub::Sum()), before, rest...);
    ThreadScanExclusive(in, out, cub::Sum(), before);
  }
  template <int N, class... Rest>
  __device__ void InclusiveSum(T (&in)[N], T (&out)[N], Rest &...rest) {
    T before;
    ExclusiveSum(ThreadReduce(in, cub::Sum()), before, rest...);
    for (int i = 0; i < N; i++) out[i] = before = before + in[i];
  }
  template <int N, class Op, class... Rest>
  __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T initial, Op op, Rest &...rest) {
    T before;
    ExclusiveScan(ThreadReduce(in, op), before, initial, op, rest...);
    ThreadScanExclusive(in, out, op, before);
  }
  template <int N, class Op>
  __device__ void InclusiveScan(T (&in)[N], T (&out)[N], Op op) {
    T aggregate;
    InclusiveScan(in, out, op, aggregate);
  }
  template <int N, class Op>
  __device__ void InclusiveScan(T (&in)[N], T (&out)[N], Op op, T &aggregate) {
    T inclusive, before;
    scan(ThreadReduce(in, op), inclusive, before, op, aggregate);
    ThreadScanInclusive(in, out, op);
    if (shape::thread() != 0)
      for (int i = 0; i < N; i++) out[i] = op(before, out[i]);
  }

 private:
  template <class Op>
  __device__ void scan(T in, T &inclusive, T &exclusive, Op op, T &aggregate) {
    int thread = shape::thread(), warp = thread / 32, lane = thread % 32;
    T own = __gpurace_detail::scan_lanes(in, op, lane, shape::lanes(), 32);
    T before = __gpurace_detail::up(own, 1, shape::lanes(), 32);
    inclusive = own;
    exclusive = before;
    if (!through_memory) {
      aggregate = __gpurace_detail::from(own, shape::threads - 1, shape::lanes(), 32);
      return;
    }
    if (lane == 31 || thread == shape::threads - 1) temp_.sums[warp] = own;
    __syncthreads();
    T sum = temp_.sums[0];
    for (int i = 1; i < shape::warps; i++) {
      if (i == warp) {
        inclusive = op(sum, own);
        exclusive = lane == 0 ? sum : op(sum, before);
      }
      sum = op(sum, temp_.sums[i]);
    }
    aggregate = sum;
  }
  // The callback is called by the first warp; its lane 0 hands the result to all.
  template <class Prefix>
  __device__ T prefix_of(Prefix &prefix, T aggregate) {
    int thread = shape::thread();
    T before = aggregate;
    if (thread < 32) before = prefix(aggregate);
    if (!through_memory) return __gpurace_detail::from(before, 0, shape::lanes(), 32);
    if (thread == 0) temp_.prefix[0] = before;
    __syncthreads();
    return temp_.prefix[0];
  }
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};

}  // namespace cub
