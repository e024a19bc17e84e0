// Cooperative groups: the block, the grid, tiles and parts of a warp.
#pragma once
#pragma GCC system_header

namespace cooperative_groups {

namespace gpurace_detail {

inline unsigned thread() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
inline unsigned threads() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned long long block() {
  return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
inline unsigned long long blocks() { return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z; }
inline unsigned below() { return (1u << gpurace_lane()) - 1; }

// The lane that has a rank among those of a mask; 32: none.
inline unsigned ranked(unsigned mask, unsigned rank) {
  for (unsigned lane = 0; lane < 32; lane++)
    if ((mask >> lane & 1) && rank-- == 0) return lane;
  return 32;
}

// A value of any size, moved between lanes eight bytes at a time.
template <class T>
inline T moved(unsigned mask, const T &own, unsigned from, const void *pc) {
  unsigned long long words[(sizeof(T) + 7) / 8] = {};
  __builtin_memcpy(words, &own, sizeof(T));
  for (unsigned long long &word : words) word = gpurace::exchanged(mask, word, from, pc);
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

}  // namespace gpurace_detail

class thread_block {
 public:
  static GPURACE_OUT void sync() { gpurace_barrier(GPURACE_PLAIN, 1, GPURACE_HERE); }
  static unsigned thread_rank() { return gpurace_detail::thread(); }
  static unsigned size() { return gpurace_detail::threads(); }
  static unsigned num_threads() { return gpurace_detail::threads(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  static void sync() { gpurace_grid_barrier(); }
  static bool is_valid() { return gpurace_is_cooperative() != 0; }
  static unsigned long long thread_rank() { return gpurace_detail::block() * gpurace_detail::threads() + gpurace_detail::thread(); }
  static unsigned long long size() { return gpurace_detail::blocks() * gpurace_detail::threads(); }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long block_rank() { return gpurace_detail::block(); }
  static unsigned long long num_blocks() { return gpurace_detail::blocks(); }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 block_index() { return blockIdx; }
};
inline grid_group this_grid() { return grid_group(); }

// Lanes of one warp. What they exchange goes by rank.
class gpurace_lanes {
 public:
  explicit gpurace_lanes(unsigned mask) : mask_(mask) {}
  GPURACE_OUT void sync() const { gpurace_meet(mask_, GPURACE_SYNC, 0, 0, GPURACE_HERE); }
  unsigned thread_rank() const { return static_cast<unsigned>(__builtin_popcount(mask_ & gpurace_detail::below())); }
  unsigned size() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
  unsigned num_threads() const { return size(); }
  template <class T>
  GPURACE_OUT T shfl(T value, int rank) const {
    return gpurace_detail::moved(mask_, value, gpurace_detail::ranked(mask_, static_cast<unsigned>(rank) % size()), GPURACE_HERE);
  }
  template <class T>
  GPURACE_OUT T shfl_up(T value, unsigned delta) const {
    unsigned own = thread_rank();
    return gpurace_detail::moved(mask_, value, gpurace_detail::ranked(mask_, own < delta ? own : own - delta), GPURACE_HERE);
  }
  template <class T>
  GPURACE_OUT T shfl_down(T value, unsigned delta) const {
    unsigned own = thread_rank();
    return gpurace_detail::moved(mask_, value, gpurace_detail::ranked(mask_, own + delta < size() ? own + delta : own), GPURACE_HERE);
  }
  template <class T>
  GPURACE_OUT T shfl_xor(T value, unsigned lanes) const {
    return gpurace_detail::moved(mask_, value, gpurace_detail::ranked(mask_, thread_rank() ^ lanes), GPURACE_HERE);
  }
  GPURACE_OUT int any(int p) const {
    unsigned there;
    return gpurace::votes(mask_, p != 0, there, GPURACE_HERE) != 0;
  }
  GPURACE_OUT int all(int p) const {
    unsigned there, yes = gpurace::votes(mask_, p != 0, there, GPURACE_HERE);
    return yes == there;
  }
  GPURACE_OUT unsigned ballot(int p) const {
    unsigned there;
    return packed(gpurace::votes(mask_, p != 0, there, GPURACE_HERE));
  }
  template <class T>
  unsigned match_any(T value) const {
    return packed(__match_any_sync(mask_, value));
  }
  template <class T>
  unsigned match_all(T value, int &isAll) const {
    return packed(__match_all_sync(mask_, value, &isAll));
  }
  unsigned gpurace_mask() const { return mask_; }

 protected:
  // The bits of the group's lanes, by rank.
  unsigned packed(unsigned lanes) const {
    unsigned to = 0;
    for (unsigned lane = 0, rank = 0; lane < 32; lane++)
      if (mask_ >> lane & 1) to |= (lanes >> lane & 1) << rank++;
    return to;
  }
  unsigned mask_;
};

class coalesced_group : public gpurace_lanes {
 public:
  explicit coalesced_group(unsigned mask) : gpurace_lanes(mask) {}
  static unsigned meta_group_rank() { return 0; }
  static unsigned meta_group_size() { return 1; }
};
inline GPURACE_OUT coalesced_group coalesced_threads() { return coalesced_group(gpurace_meet(0, GPURACE_GATHER, 0, 0, GPURACE_HERE)); }

// A tile within a warp.
template <unsigned Size>
class gpurace_warp_tile : public gpurace_lanes {
 public:
  gpurace_warp_tile() : gpurace_lanes(lanes()) {}
  static unsigned thread_rank() { return gpurace_detail::thread() % Size; }

 private:
  static unsigned lanes() {
    unsigned all = Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1;
    return all << (gpurace_lane() & ~(Size - 1));
  }
};

// A tile of several warps: a barrier, and what its threads bring.
template <unsigned Size>
class gpurace_wide_tile {
 public:
  GPURACE_OUT void sync() const { gpurace_tile_meet(Size, 0, 0, GPURACE_HERE); }
  static unsigned thread_rank() { return gpurace_detail::thread() % Size; }
  template <class T>
  GPURACE_OUT T shfl(T value, int rank) const {
    T all[Size];
    gpurace_collect(value, all, GPURACE_HERE);
    return all[static_cast<unsigned>(rank) % Size];
  }
  GPURACE_OUT int any(int p) const {
    unsigned long long all[Size];
    gpurace_tile_meet(Size, p != 0, all, GPURACE_HERE);
    for (unsigned rank = 0; rank < Size; rank++)
      if (gpurace_is_there(rank) && all[rank] != 0) return 1;
    return 0;
  }
  GPURACE_OUT int all(int p) const {
    unsigned long long all[Size];
    gpurace_tile_meet(Size, p != 0, all, GPURACE_HERE);
    for (unsigned rank = 0; rank < Size; rank++)
      if (gpurace_is_there(rank) && all[rank] == 0) return 0;
    return 1;
  }
  // What each has brought, by rank, eight bytes at a time.
  template <class T>
  static void gpurace_collect(const T &own, T *all, const void *pc) {
    for (size_t from = 0; from < sizeof(T); from += 8) {
      unsigned long long word = 0, words[Size];
      size_t bytes = sizeof(T) - from < 8 ? sizeof(T) - from : 8;
      __builtin_memcpy(&word, reinterpret_cast<const char *>(&own) + from, bytes);
      gpurace_tile_meet(Size, word, words, pc);
      for (unsigned rank = 0; rank < Size; rank++) __builtin_memcpy(reinterpret_cast<char *>(&all[rank]) + from, &words[rank], bytes);
    }
  }
  // The last tile of a block may have fewer threads.
  static bool gpurace_is_there(unsigned rank) { return gpurace_detail::thread() / Size * Size + rank < gpurace_detail::threads(); }
  static unsigned gpurace_mask() { return 0; }
};

template <unsigned Size, bool IsWide>
struct gpurace_tile_of {
  typedef gpurace_warp_tile<Size> type;
};
template <unsigned Size>
struct gpurace_tile_of<Size, true> {
  typedef gpurace_wide_tile<Size> type;
};

template <unsigned Size, class Parent = void>
class thread_block_tile : public gpurace_tile_of<Size, (Size > 32)>::type {
  static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads, 1024 at most");

 public:
  thread_block_tile() {}
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other> &) {}
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned meta_group_rank() { return gpurace_detail::thread() / Size; }
  static unsigned meta_group_size() { return (gpurace_detail::threads() + Size - 1) / Size; }
};

// Memory for tiles of several warps, which architectures before 8.0 need; here nobody does.
template <unsigned TileCommunicationSize = 0, unsigned MaxBlockSize = 1024>
struct block_tile_memory {};
template <unsigned TileCommunicationSize, unsigned MaxBlockSize>
inline thread_block this_thread_block(block_tile_memory<TileCommunicationSize, MaxBlockSize> &) {
  return thread_block();
}

// A group whose kind is known at run time only: lanes of a warp, a tile of several warps, the block.
class thread_group {
 public:
  thread_group(const thread_block &) : mask_(0), wide_(0) {}
  thread_group(const gpurace_lanes &lanes) : mask_(lanes.gpurace_mask()), wide_(0) {}
  template <unsigned Size>
  thread_group(const gpurace_wide_tile<Size> &) : mask_(0), wide_(Size) {}
  GPURACE_OUT void sync() const {
    if (mask_ != 0) gpurace_meet(mask_, GPURACE_SYNC, 0, 0, GPURACE_HERE);
    else if (wide_ != 0) gpurace_tile_meet(wide_, 0, 0, GPURACE_HERE);
    else gpurace_barrier(GPURACE_PLAIN, 1, GPURACE_HERE);
  }
  unsigned thread_rank() const {
    if (mask_ != 0) return static_cast<unsigned>(__builtin_popcount(mask_ & gpurace_detail::below()));
    return wide_ != 0 ? gpurace_detail::thread() % wide_ : gpurace_detail::thread();
  }
  unsigned size() const {
    if (mask_ != 0) return static_cast<unsigned>(__builtin_popcount(mask_));
    return wide_ != 0 ? wide_ : gpurace_detail::threads();
  }
  unsigned num_threads() const { return size(); }
  unsigned gpurace_mask() const { return mask_; }

 private:
  unsigned mask_, wide_;
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
inline thread_group tiled_partition(const thread_group &, unsigned size) {
  unsigned all = size >= 32 ? 0xffffffffu : (1u << size) - 1;
  return gpurace_lanes(all << (gpurace_lane() & ~(size - 1)));
}
template <class Group>
inline coalesced_group binary_partition(const Group &group, bool side) {
  unsigned there, yes = gpurace::votes(group.gpurace_mask(), side, there, GPURACE_HERE);
  return coalesced_group(side ? yes : there & ~yes);
}
template <class Group, class T>
inline coalesced_group labeled_partition(const Group &group, T label) {
  return coalesced_group(__match_any_sync(group.gpurace_mask(), label));
}

template <class Group>
GPURACE_OUT void sync(const Group &group) {
  group.sync();
}
template <class Group>
inline unsigned long long thread_rank(const Group &group) {
  return group.thread_rank();
}
template <class Group>
inline unsigned long long group_size(const Group &group) {
  return group.size();
}
template <class Group, class F>
inline void invoke_one(const Group &group, F f) {
  if (group.thread_rank() == 0) f();
}

// ---- reductions and scans of lanes -----------------------------------------------------------------------------------------
template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};
template <unsigned Size, class T, class Op>
inline GPURACE_OUT T gpurace_reduced(const gpurace_wide_tile<Size> &tile, T value, Op op) {
  T all[Size];
  tile.gpurace_collect(value, all, GPURACE_HERE);
  T sum = all[0];
  for (unsigned rank = 1; rank < Size && tile.gpurace_is_there(rank); rank++) sum = op(sum, all[rank]);
  return sum;
}
template <class T, class Op>
inline T gpurace_reduced(const gpurace_lanes &group, T value, Op op) {
  T all = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); rank++) all = op(all, group.shfl(value, static_cast<int>(rank)));
  return all;
}
// The sum of those before the thread and its own.
template <unsigned Size, class T, class Op>
inline GPURACE_OUT T gpurace_scanned(const gpurace_wide_tile<Size> &tile, T value, Op op, bool isInclusive) {
  T all[Size];
  tile.gpurace_collect(value, all, GPURACE_HERE);
  T sum = tile.thread_rank() == 0 && !isInclusive ? T() : all[0];
  for (unsigned rank = 1; rank < tile.thread_rank() + (isInclusive ? 1 : 0); rank++) sum = op(sum, all[rank]);
  return sum;
}
template <class T, class Op>
inline T gpurace_scanned(const gpurace_lanes &group, T value, Op op, bool isInclusive) {
  unsigned own = static_cast<unsigned>(__builtin_popcount(group.gpurace_mask() & gpurace_detail::below()));
  T sum = value;
  for (unsigned delta = 1; delta < group.size(); delta *= 2) {
    T other = group.shfl_up(sum, delta);
    if (own >= delta) sum = op(other, sum);
  }
  if (isInclusive) return sum;
  T other = group.shfl_up(sum, 1);
  return own == 0 ? T() : other;
}
template <class Group, class T, class Op>
inline T reduce(const Group &group, T value, Op op) {
  return gpurace_reduced(group, value, op);
}
// Into memory, once for the group: a store, or an atomic operation on a `cuda::atomic`.
template <class Group, class To, class T, class Op>
inline void reduce_store_async(const Group &group, To *to, T value, Op op) {
  T all = reduce(group, value, op);
  if (group.thread_rank() == 0) *to = all;
}
template <class Group, class Atomic, class T>
inline void reduce_update_async(const Group &group, Atomic &to, T value, plus<T> op) {
  T all = reduce(group, value, op);
  if (group.thread_rank() == 0) to.fetch_add(all);
}
template <class Group, class T, class Op>
inline T inclusive_scan(const Group &group, T value, Op op) {
  return gpurace_scanned(group, value, op, true);
}
template <class Group, class T>
inline T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Op>
inline T exclusive_scan(const Group &group, T value, Op op) {
  return gpurace_scanned(group, value, op, false);
}
template <class Group, class T>
inline T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
