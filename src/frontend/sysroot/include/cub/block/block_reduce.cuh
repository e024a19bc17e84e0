// Reductions over a block. Each warp's first lane writes its part to the temporary storage, a barrier, then everybody may
// read all of it, as the library's contract says; nothing orders the storage's next use. Thread 0 gets the result.
#pragma once
#include <cub/warp/warp_reduce.cuh>

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
class BlockReduce {
  typedef __gpurace_detail::block_shape<X, Y, Z> shape;
  // The raking algorithms leave the barrier out where one warp does it all.
  static constexpr bool through_memory = Algorithm == BLOCK_REDUCE_WARP_REDUCTIONS || shape::threads > 32;

 public:
  typedef __gpurace_detail::slots<T, shape::warps> TempStorage;
  __device__ BlockReduce() : temp_(own()) {}
  __device__ explicit BlockReduce(TempStorage &temp) : temp_(temp) {}

  template <class Op>
  __device__ T Reduce(T input, Op op) {
    return Reduce(input, op, shape::threads);
  }
  template <class Op, int N>
  __device__ T Reduce(T (&inputs)[N], Op op) {
    return Reduce(ThreadReduce(inputs, op), op);
  }
  template <class Op>
  __device__ T Reduce(T input, Op op, int valid) {
    int thread = shape::thread(), warp = thread / 32, lane = thread % 32;
    T part = __gpurace_detail::fold_lanes(input, op, lane, valid - warp * 32, shape::lanes(), 32);
    if (!through_memory) return part;
    if (lane == 0) temp_[warp] = part;
    __syncthreads();
    T total = temp_[0];
    for (int i = 1; i < shape::warps; i++) {
      T other = temp_[i];
      if (i * 32 < valid) total = op(total, other);
    }
    return thread == 0 ? total : part;
  }
  __device__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
  template <int N>
  __device__ T Sum(T (&inputs)[N]) {
    return Reduce(inputs, cub::Sum());
  }

 private:
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};

}  // namespace cub
