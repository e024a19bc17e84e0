// Asynchronous copies in groups of the thread that begins them. They stay calls (`src/kernel/transfer/copy-groups.ts`).
#pragma once

// `count` elements of `size` bytes, of which `read` are read and the others filled with zeros. Makers: 1 is the thread itself,
// 0 all threads of the block together, another number those of an aligned tile of so many.
__GPURACE_EXT_HD void __gpurace_copy_begin(void *to, const void *from, unsigned long long count, unsigned long long size,
                                           unsigned long long read, unsigned long long makers);
// The same; the phase of the barrier object is not over before the copy is, of which it expects the bytes or an arrival more.
__GPURACE_EXT_HD void __gpurace_copy_on_barrier(void *to, const void *from, unsigned long long count,
                                                unsigned long long size, unsigned long long read,
                                                unsigned long long makers, void *barrier);
__GPURACE_EXT_HD void __gpurace_bulk_load(void *to, const void *from, unsigned long long count, unsigned long long size,
                                          unsigned long long read, unsigned long long makers, void *barrier);
// Boxes of tensors, to shared memory for a phase of the barrier object, and from shared memory in the groups of bulk copies. The
// box lies at as many coordinates as the tensor has axes; 0: where it lies is not said.
__GPURACE_EXT_HD void __gpurace_tensor_load(void *to, void *barrier, const void *map, int axes, int x, int y, int z,
                                            int w, int v);
// The same for an object that may be that of the other block of a pair.
__GPURACE_EXT_HD void __gpurace_tensor_load_of_pair(void *to, void *barrier, const void *map, int axes, int x, int y,
                                                    int z, int w, int v);
// A copy to the shared memory of each block of the cluster that has its bit in the mask, for the object of that block.
__GPURACE_EXT_HD void __gpurace_bulk_multicast(void *to, const void *from, unsigned long long count,
                                               unsigned long long size, unsigned long long read,
                                               unsigned long long makers, void *barrier, unsigned int mask);
__GPURACE_EXT_HD void __gpurace_tensor_multicast(void *to, void *barrier, const void *map, int axes, int x, int y, int z,
                                                 int w, int v, unsigned int mask);
__GPURACE_EXT_HD void __gpurace_tensor_store(const void *from, const void *map, int axes, int x, int y, int z, int w,
                                             int v);
// A store of the value's first bytes to a block's shared memory at any later time; a phase of the barrier object, which lies in the
// memory of the same block, expects the bytes. And an atomic operation in its place.
__GPURACE_EXT_HD void __gpurace_async_store(void *to, unsigned long long value, unsigned long long bytes, void *barrier);
__GPURACE_EXT_HD void __gpurace_async_reduce(void *to, unsigned long long value, unsigned long long bytes, void *barrier);
// Bulk copies to global memory, in groups of their own, which go another way to memory than what threads do themselves.
__GPURACE_EXT_HD void __gpurace_bulk_store(void *to, const void *from, unsigned long long count, unsigned long long size,
                                           unsigned long long read, unsigned long long makers);
__GPURACE_EXT_HD void __gpurace_bulk_group(void);
__GPURACE_EXT_HD void __gpurace_bulk_wait(unsigned int groups);
__GPURACE_EXT_HD void __gpurace_bulk_wait_read(unsigned int groups);
// What the thread knows of memory is in order with bulk copies behind it.
__GPURACE_EXT_HD void __gpurace_proxy_fence(void);
__GPURACE_EXT_HD void __gpurace_proxy_fence_global(void);
__GPURACE_EXT_HD void __gpurace_proxy_fence_shared(void);
// The end of a group.
__GPURACE_EXT_HD void __gpurace_copy_group(void);
// Behind it at most so many groups are under way.
__GPURACE_EXT_HD void __gpurace_copy_wait(unsigned int groups);
// A copy that threads make together that are no block and no tile.
__GPURACE_EXT_HD void __gpurace_copy_by_unknown(void);

namespace __gpurace {
// Elements are as long as they are aligned: in such steps a copy is cut that several threads make.
template <class T>
__GPURACE_HD void begin_copy(T *to, const void *from, unsigned long long bytes, unsigned long long makers) {
  __gpurace_copy_begin((void *)to, from, bytes / sizeof(T), sizeof(T), bytes / sizeof(T), makers);
}
__GPURACE_HD void begin_copy(void *to, const void *from, unsigned long long bytes, unsigned long long makers) {
  __gpurace_copy_begin(to, from, bytes, 1, bytes, makers);
}
template <class T>
__GPURACE_HD void copy_on_barrier(T *to, const void *from, unsigned long long bytes, unsigned long long makers,
                                  void *barrier) {
  __gpurace_copy_on_barrier((void *)to, from, bytes / sizeof(T), sizeof(T), bytes / sizeof(T), makers, barrier);
}
__GPURACE_HD void copy_on_barrier(void *to, const void *from, unsigned long long bytes, unsigned long long makers,
                                  void *barrier) {
  __gpurace_copy_on_barrier(to, from, bytes, 1, bytes, makers, barrier);
}
template <class Group>
__GPURACE_HD auto makers_of(const Group &, int) -> decltype(Group::__gpurace_makers + 0ull) {
  return Group::__gpurace_makers;
}
template <class Group>
__GPURACE_HD unsigned long long makers_of(const Group &, long) {
  __gpurace_copy_by_unknown();
  return 1;
}
}  // namespace __gpurace
