// Cooperative groups, written on top of the prelude: ranks are arithmetic on the index variables, `sync` is the barrier of
// the group, and shuffles are those of the warp.
#pragma once
#include <gpurace/clusters.h>

namespace cooperative_groups {

namespace __gpurace_detail {

// A value of any type, moved between lanes word by word.
template <class T, class Move>
__GPURACE_D T move_words(const T &value, Move move) {
  constexpr int words = (sizeof(T) + 3) / 4;
  int word[words];
  __builtin_memcpy(word, &value, sizeof(T));
  for (int i = 0; i < words; i++) word[i] = move(word[i]);
  T result;
  __builtin_memcpy(&result, word, sizeof(T));
  return result;
}

}  // namespace __gpurace_detail

// ---- the block ------------------------------------------------------------------------------------------------------------
class thread_block {
 public:
  // Who makes a copy of the group's (gpurace/copies.h).
  static constexpr unsigned long long __gpurace_makers = 0;
  static __device__ void sync() { __syncthreads(); }
  static __device__ unsigned int thread_rank() { return __gpurace::linear_thread(); }
  static __device__ unsigned int size() { return __gpurace::block_threads(); }
  static __device__ unsigned int num_threads() { return __gpurace::block_threads(); }
  static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __device__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __device__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__GPURACE_D thread_block this_thread_block() { return thread_block(); }
// Memory by which tiles of several warps work together.
template <unsigned int Threads>
struct block_tile_memory {
  unsigned int words[Threads];
};
template <unsigned int Threads>
__GPURACE_D thread_block this_thread_block(block_tile_memory<Threads> &) {
  return thread_block();
}

// ---- the grid -------------------------------------------------------------------------------------------------------------
class grid_group {
 public:
  static __device__ void sync() { __gpurace_grid_sync(); }
  static __device__ bool is_valid() { return true; }
  static __device__ unsigned long long thread_rank() {
    return static_cast<unsigned long long>(__gpurace::linear_block()) * __gpurace::block_threads() +
           __gpurace::linear_thread();
  }
  static __device__ unsigned long long size() {
    return static_cast<unsigned long long>(__gpurace::grid_blocks()) * __gpurace::block_threads();
  }
  static __device__ unsigned long long num_threads() { return size(); }
  static __device__ unsigned long long block_rank() { return __gpurace::linear_block(); }
  static __device__ unsigned long long num_blocks() { return __gpurace::grid_blocks(); }
  static __device__ dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __device__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __device__ dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __device__ dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  static __device__ dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static __device__ dim3 cluster_index() { return __clusterIdx(); }
  static __device__ unsigned long long num_clusters() {
    dim3 count = __clusterGridDimInClusters();
    return static_cast<unsigned long long>(count.x) * count.y * count.z;
  }
  static __device__ unsigned long long cluster_rank() {
    dim3 count = __clusterGridDimInClusters(), at = __clusterIdx();
    return (static_cast<unsigned long long>(at.z) * count.y + at.y) * count.x + at.x;
  }
};
__GPURACE_D grid_group this_grid() { return grid_group(); }

// Several devices: a barrier gpurace does not model.
extern "C" __device__ void __gpurace_multi_grid_sync(void);
class multi_grid_group {
 public:
  static __device__ void sync() { __gpurace_multi_grid_sync(); }
  static __device__ bool is_valid() { return true; }
  static __device__ unsigned long long thread_rank() { return grid_group::thread_rank(); }
  static __device__ unsigned long long size() { return grid_group::size(); }
  static __device__ unsigned int grid_rank() { return 0; }
  static __device__ unsigned int num_grids() { return 1; }
};
__GPURACE_D multi_grid_group this_multi_grid() { return multi_grid_group(); }

// ---- the cluster ----------------------------------------------------------------------------------------------------------
class cluster_group {
 public:
  struct arrival_token {};
  static __device__ void sync() {
    __gpurace_cluster_arrive();
    __gpurace_cluster_wait();
  }
  static __device__ arrival_token barrier_arrive() {
    __gpurace_cluster_arrive();
    return arrival_token();
  }
  static __device__ void barrier_wait() { __gpurace_cluster_wait(); }
  static __device__ void barrier_wait(arrival_token &&) { __gpurace_cluster_wait(); }
  template <class T>
  static __device__ T *map_shared_rank(T *address, int rank) {
    return (T *)__gpurace_map_shared((void *)address, rank);
  }
  static __device__ unsigned int query_shared_rank(const void *address) {
    return __gpurace_shared_rank((void *)address);
  }
  static __device__ unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static __device__ dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __device__ dim3 dim_blocks() { return __clusterDim(); }
  static __device__ unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static __device__ dim3 dim_threads() {
    dim3 size = __clusterDim();
    return dim3(size.x * blockDim.x, size.y * blockDim.y, size.z * blockDim.z);
  }
  static __device__ dim3 thread_index() {
    dim3 at = __clusterRelativeBlockIdx();
    return dim3(at.x * blockDim.x + threadIdx.x, at.y * blockDim.y + threadIdx.y, at.z * blockDim.z + threadIdx.z);
  }
  static __device__ unsigned int thread_rank() {
    return block_rank() * __gpurace::block_threads() + __gpurace::linear_thread();
  }
  static __device__ unsigned int num_threads() { return num_blocks() * __gpurace::block_threads(); }
  static __device__ unsigned int size() { return num_threads(); }
};
__GPURACE_D cluster_group this_cluster() { return cluster_group(); }

// ---- a set of lanes of one warp ---------------------------------------------------------------------------------------------
class coalesced_group {
 public:
  __device__ explicit coalesced_group(__gpurace::lane_mask mask) : mask_(mask) {}
  __device__ void sync() const { __syncwarp(mask_); }
  __device__ unsigned int thread_rank() const { return __gpurace::lane_count(mask_ & __lanemask_lt()); }
  __device__ unsigned int size() const { return __gpurace::lane_count(mask_); }
  __device__ unsigned int num_threads() const { return size(); }
  __device__ unsigned int meta_group_rank() const { return 0; }
  __device__ unsigned int meta_group_size() const { return 1; }
  template <class T>
  __device__ T shfl(T value, int rank) const {
    __gpurace::lane_mask mask = mask_;
    unsigned int lane = __gpurace::nth_lane(mask, rank);
    return __gpurace_detail::move_words(value, [=](int word) { return __shfl_sync(mask, word, lane); });
  }
  template <class T>
  __device__ T shfl_up(T value, int delta) const {
    __gpurace::lane_mask mask = mask_;
    return __gpurace_detail::move_words(value, [=](int word) { return __shfl_up_sync(mask, word, delta); });
  }
  template <class T>
  __device__ T shfl_down(T value, int delta) const {
    __gpurace::lane_mask mask = mask_;
    return __gpurace_detail::move_words(value, [=](int word) { return __shfl_down_sync(mask, word, delta); });
  }
  __device__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __device__ __gpurace::lane_mask ballot(int predicate) const { return __ballot_sync(mask_, predicate); }
  template <class T>
  __device__ __gpurace::lane_mask match_any(T value) const {
    return __match_any_sync(mask_, value);
  }
  template <class T>
  __device__ __gpurace::lane_mask match_all(T value, int &all) const {
    return __match_all_sync(mask_, value, &all);
  }

 private:
  __gpurace::lane_mask mask_;
};
__GPURACE_D coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// ---- tiles ------------------------------------------------------------------------------------------------------------------
template <unsigned int Size, class Parent = void>
class thread_block_tile {
 public:
  static constexpr unsigned long long __gpurace_makers = Size;
  thread_block_tile() = default;
  // Whose part it is says nothing about its threads.
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &) {}
  // A whole warp has the hardware's barrier; the mask of a smaller tile depends on the lane.
  static __device__ void sync() {
    if (Size == __gpurace::wavefront())
      __syncwarp(__GPURACE_WAVE);
    else
      __gpurace_tile_sync(Size);
  }
  static __device__ unsigned int thread_rank() { return __gpurace::linear_thread() % Size; }
  static constexpr __device__ unsigned int size() { return Size; }
  static constexpr __device__ unsigned int num_threads() { return Size; }
  static __device__ unsigned int meta_group_rank() { return __gpurace::linear_thread() / Size; }
  static __device__ unsigned int meta_group_size() { return (__gpurace::block_threads() + Size - 1) / Size; }

  template <class T>
  __device__ T shfl(T value, int rank) const {
    __gpurace::lane_mask mask = lanes();
    return __gpurace_detail::move_words(value, [=](int word) { return __shfl_sync(mask, word, rank, width()); });
  }
  template <class T>
  __device__ T shfl_up(T value, int delta) const {
    __gpurace::lane_mask mask = lanes();
    return __gpurace_detail::move_words(value, [=](int word) { return __shfl_up_sync(mask, word, delta, width()); });
  }
  template <class T>
  __device__ T shfl_down(T value, int delta) const {
    __gpurace::lane_mask mask = lanes();
    return __gpurace_detail::move_words(value, [=](int word) { return __shfl_down_sync(mask, word, delta, width()); });
  }
  template <class T>
  __device__ T shfl_xor(T value, int lanes_) const {
    __gpurace::lane_mask mask = lanes();
    return __gpurace_detail::move_words(value, [=](int word) { return __shfl_xor_sync(mask, word, lanes_, width()); });
  }
  __device__ int any(int predicate) const { return __any_sync(lanes(), predicate); }
  __device__ int all(int predicate) const { return __all_sync(lanes(), predicate); }
  __device__ __gpurace::lane_mask ballot(int predicate) const { return __ballot_sync(lanes(), predicate) >> shift(); }
  template <class T>
  __device__ __gpurace::lane_mask match_any(T value) const {
    return __match_any_sync(lanes(), value) >> shift();
  }
  template <class T>
  __device__ __gpurace::lane_mask match_all(T value, int &all) const {
    return __match_all_sync(lanes(), value, &all) >> shift();
  }

 private:
  // A part of a warp; larger tiles exchange by warps.
  static __device__ bool is_part() { return Size < __gpurace::wavefront(); }
  static __device__ int width() { return is_part() ? Size : __gpurace::wavefront(); }
  static __device__ unsigned int shift() { return is_part() ? __laneid() & ~(Size - 1) : 0; }
  static __device__ __gpurace::lane_mask lanes() {
    return is_part() ? ((static_cast<__gpurace::lane_mask>(1) << (Size & 63)) - 1) << shift() : __GPURACE_WAVE;
  }
};

// ---- a group whose kind is known at run time only ---------------------------------------------------------------------------
class thread_group {
 public:
  __device__ thread_group(const thread_block &) : tile_(0), mask_(0) {}
  __device__ thread_group(const coalesced_group &) : tile_(0), mask_(__activemask()) {}
  template <unsigned int Size, class Parent>
  __device__ thread_group(const thread_block_tile<Size, Parent> &) : tile_(Size), mask_(0) {}
  __device__ thread_group(unsigned int tile, __gpurace::lane_mask mask) : tile_(tile), mask_(mask) {}
  __device__ void sync() const {
    if (tile_ != 0)
      __gpurace_tile_sync(tile_);
    else if (mask_ != 0)
      __syncwarp(mask_);
    else
      __syncthreads();
  }
  __device__ unsigned int thread_rank() const {
    if (tile_ != 0) return __gpurace::linear_thread() % tile_;
    if (mask_ != 0) return __gpurace::lane_count(mask_ & __lanemask_lt());
    return __gpurace::linear_thread();
  }
  __device__ unsigned int size() const {
    if (tile_ != 0) return tile_;
    if (mask_ != 0) return __gpurace::lane_count(mask_);
    return __gpurace::block_threads();
  }
  __device__ unsigned int num_threads() const { return size(); }

 private:
  unsigned int tile_;
  __gpurace::lane_mask mask_;
};

// ---- making groups of groups --------------------------------------------------------------------------------------------------
template <unsigned int Size, class Parent>
__GPURACE_D thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
__GPURACE_D thread_group tiled_partition(const thread_group &, unsigned int size) { return thread_group(size, 0); }
__GPURACE_D coalesced_group binary_partition(const coalesced_group &group, bool side) {
  __gpurace::lane_mask yes = group.ballot(side), all = group.ballot(1);
  return coalesced_group(side ? yes : all & ~yes);
}
template <unsigned int Size, class Parent>
__GPURACE_D coalesced_group binary_partition(const thread_block_tile<Size, Parent> &, bool side) {
  __gpurace::lane_mask yes = __ballot_sync(__GPURACE_WAVE, side);
  return coalesced_group(side ? yes : ~yes);
}
template <class T>
__GPURACE_D coalesced_group labeled_partition(const coalesced_group &group, T label) {
  return coalesced_group(group.match_any(label));
}
// A tile counts its lanes from its first one.
template <unsigned int Size, class Parent, class T>
__GPURACE_D coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile, T label) {
  return coalesced_group(tile.match_any(label) << (__laneid() & ~(Size - 1)));
}

// ---- functions over any group ---------------------------------------------------------------------------------------------------
template <class Group>
__GPURACE_D void sync(const Group &group) {
  group.sync();
}
template <class Group>
__GPURACE_D void synchronize(const Group &group) {
  group.sync();
}
template <class Group>
__GPURACE_D unsigned long long thread_rank(const Group &group) {
  return group.thread_rank();
}
template <class Group>
__GPURACE_D unsigned long long group_size(const Group &group) {
  return group.size();
}
// One thread of the group, nobody knows which, and another one each time.
namespace __gpurace_detail {
template <class Group>
__GPURACE_D auto group_number(const Group &, int) -> decltype(Group::meta_group_rank()) {
  return Group::meta_group_rank();
}
__GPURACE_D unsigned int group_number(const coalesced_group &, int) {
  return __gpurace::linear_thread() / __gpurace::wavefront();
}
template <class Group>
__GPURACE_D unsigned int group_number(const Group &, long) {
  return 0;
}
template <class Group>
__GPURACE_D unsigned int elect(const Group &group) {
  return __gpurace_elect_any(group_number(group, 0), static_cast<unsigned int>(group.size()));
}
}  // namespace __gpurace_detail
template <class Group, class F>
__GPURACE_D void invoke_one(const Group &group, F f) {
  if (group.thread_rank() == __gpurace_detail::elect(group)) f();
}
// What one thread computes, for all threads of a tile.
template <class Group, class F>
__GPURACE_D auto invoke_one_broadcast(const Group &group, F f) -> decltype(f()) {
  decltype(f()) value{};
  unsigned int one = __gpurace_detail::elect(group);
  if (group.thread_rank() == one) value = f();
  return group.shfl(value, one);
}
namespace this_thread {
__GPURACE_D unsigned int thread_rank() { return 0; }
}  // namespace this_thread

}  // namespace cooperative_groups
