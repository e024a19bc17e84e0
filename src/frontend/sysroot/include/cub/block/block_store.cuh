// Storing a tile: which thread writes which element, and the exchange before it that transposing algorithms make.
#pragma once
#include <cub/block/block_exchange.cuh>

namespace cub {

#define __GPURACE_STORE(NAME, PARAMETERS, PLACE)                             \
  template <PARAMETERS class T, int N, class I>                              \
  __GPURACE_D void NAME(int t, I to, T (&items)[N]) {                        \
    for (int i = 0; i < N; i++) to[PLACE] = items[i];                        \
  }                                                                          \
  template <PARAMETERS class T, int N, class I>                              \
  __GPURACE_D void NAME(int t, I to, T (&items)[N], int valid) {             \
    for (int i = 0; i < N; i++)                                              \
      if (PLACE < valid) to[PLACE] = items[i];                               \
  }
#define __GPURACE_NOTHING
#define __GPURACE_THREADS int Threads,
__GPURACE_STORE(StoreDirectBlocked, __GPURACE_NOTHING, t *N + i)
__GPURACE_STORE(StoreDirectStriped, __GPURACE_THREADS, i *Threads + t)
__GPURACE_STORE(StoreDirectWarpStriped, __GPURACE_NOTHING, t / 32 * 32 * N + i * 32 + t % 32)
#undef __GPURACE_STORE
#undef __GPURACE_NOTHING
#undef __GPURACE_THREADS
template <class T, int N>
__GPURACE_D void StoreDirectBlockedVectorized(int t, T *to, T (&items)[N]) {
  StoreDirectBlocked(t, to, items);
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore {
  typedef __gpurace_detail::block_shape<X, Y, Z> shape;
  typedef BlockExchange<T, X, Items, false, Y, Z> exchange;
  static constexpr bool transposes = Algorithm >= BLOCK_STORE_TRANSPOSE;
  struct nothing {
    unsigned char unused;
  };

 public:
  typedef typename std::conditional<transposes, typename exchange::TempStorage, nothing>::type TempStorage;
  __device__ BlockStore() : temp_(own()) {}
  __device__ explicit BlockStore(TempStorage &temp) : temp_(temp) {}
  template <class I, class... Valid>
  __device__ void Store(I to, T (&items)[Items], Valid... valid) {
    store(std::integral_constant<int, Algorithm>(), to, items, valid...);
  }

 private:
  template <class I, class... Valid>
  __device__ void store(std::integral_constant<int, BLOCK_STORE_DIRECT>, I to, T (&items)[Items], Valid... valid) {
    StoreDirectBlocked(shape::thread(), to, items, valid...);
  }
  template <class I, class... Valid>
  __device__ void store(std::integral_constant<int, BLOCK_STORE_VECTORIZE>, I to, T (&items)[Items], Valid... valid) {
    StoreDirectBlocked(shape::thread(), to, items, valid...);
  }
  template <class I, class... Valid>
  __device__ void store(std::integral_constant<int, BLOCK_STORE_STRIPED>, I to, T (&items)[Items], Valid... valid) {
    StoreDirectStriped<shape::threads>(shape::thread(), to, items, valid...);
  }
  template <class I, class... Valid>
  __device__ void store(std::integral_constant<int, BLOCK_STORE_TRANSPOSE>, I to, T (&items)[Items], Valid... valid) {
    exchange(temp_).BlockedToStriped(items);
    StoreDirectStriped<shape::threads>(shape::thread(), to, items, valid...);
  }
  template <int Any, class I, class... Valid>
  __device__ void store(std::integral_constant<int, Any>, I to, T (&items)[Items], Valid... valid) {
    exchange(temp_).BlockedToWarpStriped(items);
    StoreDirectWarpStriped(shape::thread(), to, items, valid...);
  }
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};

}  // namespace cub
