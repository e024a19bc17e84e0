// Loading a tile: which thread reads which element, and the exchange by which transposing algorithms get items into order.
#pragma once
#include <cub/block/block_exchange.cuh>

namespace cub {

// Thread `t` has the tile's items `t * N + i` (blocked), `i * Threads + t` (striped) or those of its warp striped.
#define __GPURACE_LOAD(NAME, PARAMETERS, PLACE)                                           \
  template <PARAMETERS class T, int N, class I>                                           \
  __GPURACE_D void NAME(int t, I from, T (&items)[N]) {                                   \
    for (int i = 0; i < N; i++) items[i] = from[PLACE];                                   \
  }                                                                                       \
  template <PARAMETERS class T, int N, class I>                                           \
  __GPURACE_D void NAME(int t, I from, T (&items)[N], int valid) {                        \
    for (int i = 0; i < N; i++)                                                           \
      if (PLACE < valid) items[i] = from[PLACE];                                          \
  }                                                                                       \
  template <PARAMETERS class T, int N, class D, class I>                                  \
  __GPURACE_D void NAME(int t, I from, T (&items)[N], int valid, D otherwise) {           \
    for (int i = 0; i < N; i++) items[i] = otherwise;                                     \
    for (int i = 0; i < N; i++)                                                           \
      if (PLACE < valid) items[i] = from[PLACE];                                          \
  }
#define __GPURACE_NOTHING
#define __GPURACE_THREADS int Threads,
__GPURACE_LOAD(LoadDirectBlocked, __GPURACE_NOTHING, t *N + i)
__GPURACE_LOAD(LoadDirectStriped, __GPURACE_THREADS, i *Threads + t)
__GPURACE_LOAD(LoadDirectWarpStriped, __GPURACE_NOTHING, t / 32 * 32 * N + i * 32 + t % 32)
#undef __GPURACE_LOAD
#undef __GPURACE_NOTHING
#undef __GPURACE_THREADS
template <class T, int N, class U>
__GPURACE_D void LoadDirectBlockedVectorized(int t, U *from, T (&items)[N]) {
  for (int i = 0; i < N; i++) items[i] = from[t * N + i];
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

// The time-sliced algorithm has block barriers between its slices as well; the warp's alone order less.
template <class Input, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad {
  typedef __gpurace_detail::block_shape<X, Y, Z> shape;
  typedef BlockExchange<Input, X, Items, false, Y, Z> exchange;
  static constexpr bool transposes = Algorithm >= BLOCK_LOAD_TRANSPOSE;
  struct nothing {
    unsigned char unused;
  };

 public:
  typedef typename std::conditional<transposes, typename exchange::TempStorage, nothing>::type TempStorage;
  __device__ BlockLoad() : temp_(own()) {}
  __device__ explicit BlockLoad(TempStorage &temp) : temp_(temp) {}
  // The rest: how many items are valid, and what the others get.
  template <class I, class... Rest>
  __device__ void Load(I from, Input (&items)[Items], Rest... rest) {
    load(std::integral_constant<int, Algorithm>(), from, items, rest...);
  }

 private:
  template <class I, class... Rest>
  __device__ void load(std::integral_constant<int, BLOCK_LOAD_DIRECT>, I from, Input (&items)[Items], Rest... rest) {
    LoadDirectBlocked(shape::thread(), from, items, rest...);
  }
  template <class I, class... Rest>
  __device__ void load(std::integral_constant<int, BLOCK_LOAD_VECTORIZE>, I from, Input (&items)[Items], Rest... rest) {
    LoadDirectBlocked(shape::thread(), from, items, rest...);
  }
  template <class I, class... Rest>
  __device__ void load(std::integral_constant<int, BLOCK_LOAD_STRIPED>, I from, Input (&items)[Items], Rest... rest) {
    LoadDirectStriped<shape::threads>(shape::thread(), from, items, rest...);
  }
  template <class I, class... Rest>
  __device__ void load(std::integral_constant<int, BLOCK_LOAD_TRANSPOSE>, I from, Input (&items)[Items], Rest... rest) {
    LoadDirectStriped<shape::threads>(shape::thread(), from, items, rest...);
    exchange(temp_).StripedToBlocked(items);
  }
  template <int Any, class I, class... Rest>
  __device__ void load(std::integral_constant<int, Any>, I from, Input (&items)[Items], Rest... rest) {
    LoadDirectWarpStriped(shape::thread(), from, items, rest...);
    exchange(temp_).WarpStripedToBlocked(items);
  }
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};

}  // namespace cub
