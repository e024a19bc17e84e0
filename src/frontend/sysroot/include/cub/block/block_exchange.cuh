// Rearranging a block's items through the temporary storage: each item is written to the slot of its new place, a barrier
// (of the warp, where items stay within it), then each thread reads the slots it is to have.
#pragma once
#include <cub/config.cuh>

namespace cub {

template <class T, int X, int Items, bool WarpTimeSlicing = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange {
  typedef __gpurace_detail::block_shape<X, Y, Z> shape;

 public:
  typedef __gpurace_detail::slots<T, shape::threads * Items> TempStorage;
  __device__ BlockExchange() : temp_(own()) {}
  __device__ explicit BlockExchange(TempStorage &temp) : temp_(temp) {}

#define __GPURACE_EXCHANGE(NAME, WRITE, SYNC, READ)                         \
  template <class U>                                                        \
  __device__ void NAME(const T (&in)[Items], U (&out)[Items]) {             \
    int t = shape::thread(), first = t / 32 * 32 * Items, lane = t % 32;    \
    (void)first, (void)lane;                                                \
    for (int i = 0; i < Items; i++) temp_[WRITE] = in[i];                   \
    SYNC;                                                                   \
    for (int i = 0; i < Items; i++) out[i] = temp_[READ];                   \
  }                                                                         \
  __device__ void NAME(T (&items)[Items]) { NAME(items, items); }
#define __GPURACE_BLOCKED t *Items + i
#define __GPURACE_STRIPED i *shape::threads + t
#define __GPURACE_IN_WARP_BLOCKED first + lane *Items + i
#define __GPURACE_IN_WARP_STRIPED first + i * 32 + lane
  __GPURACE_EXCHANGE(StripedToBlocked, __GPURACE_STRIPED, __syncthreads(), __GPURACE_BLOCKED)
  __GPURACE_EXCHANGE(BlockedToStriped, __GPURACE_BLOCKED, __syncthreads(), __GPURACE_STRIPED)
  __GPURACE_EXCHANGE(WarpStripedToBlocked, __GPURACE_IN_WARP_STRIPED, warp_sync(), __GPURACE_IN_WARP_BLOCKED)
  __GPURACE_EXCHANGE(BlockedToWarpStriped, __GPURACE_IN_WARP_BLOCKED, warp_sync(), __GPURACE_IN_WARP_STRIPED)
#undef __GPURACE_EXCHANGE

#define __GPURACE_SCATTER(NAME, READ)                                                  \
  template <class U, class Rank>                                                       \
  __device__ void NAME(const T (&in)[Items], U (&out)[Items], Rank (&ranks)[Items]) {  \
    int t = shape::thread();                                                           \
    for (int i = 0; i < Items; i++) temp_[ranks[i]] = in[i];                           \
    __syncthreads();                                                                   \
    for (int i = 0; i < Items; i++) out[i] = temp_[READ];                              \
  }                                                                                    \
  template <class Rank>                                                                \
  __device__ void NAME(T (&items)[Items], Rank (&ranks)[Items]) {                      \
    NAME(items, items, ranks);                                                         \
  }
  __GPURACE_SCATTER(ScatterToBlocked, __GPURACE_BLOCKED)
  __GPURACE_SCATTER(ScatterToStriped, __GPURACE_STRIPED)
#undef __GPURACE_SCATTER
#undef __GPURACE_BLOCKED
#undef __GPURACE_STRIPED
#undef __GPURACE_IN_WARP_BLOCKED
#undef __GPURACE_IN_WARP_STRIPED

  // Items without a place stay where they were.
  template <class U, class Rank>
  __device__ void ScatterToStripedGuarded(const T (&in)[Items], U (&out)[Items], Rank (&ranks)[Items]) {
    int t = shape::thread();
    for (int i = 0; i < Items; i++)
      if (ranks[i] >= 0) temp_[ranks[i]] = in[i];
    __syncthreads();
    for (int i = 0; i < Items; i++) out[i] = temp_[i * shape::threads + t];
  }
  template <class U, class Rank, class Flag>
  __device__ void ScatterToStripedFlagged(
      const T (&in)[Items], U (&out)[Items], Rank (&ranks)[Items], Flag (&valid)[Items]) {
    int t = shape::thread();
    for (int i = 0; i < Items; i++)
      if (valid[i]) temp_[ranks[i]] = in[i];
    __syncthreads();
    for (int i = 0; i < Items; i++) out[i] = temp_[i * shape::threads + t];
  }

 private:
  static __device__ void warp_sync() { __syncwarp(shape::lanes()); }
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};

}  // namespace cub
