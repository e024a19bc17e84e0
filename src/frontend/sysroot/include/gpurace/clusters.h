// Clusters of blocks: their size, their barrier, and the shared memory of their other blocks. They stay calls
// (`src/kernel/transfer/clusters.ts`).
#pragma once

__GPURACE_EXT_D unsigned int __gpurace_cluster_size_x(void);
__GPURACE_EXT_D unsigned int __gpurace_cluster_size_y(void);
__GPURACE_EXT_D unsigned int __gpurace_cluster_size_z(void);
__GPURACE_EXT_D void __gpurace_cluster_arrive(void) __attribute__((convergent));
__GPURACE_EXT_D void __gpurace_cluster_arrive_relaxed(void) __attribute__((convergent));
__GPURACE_EXT_D void __gpurace_cluster_wait(void) __attribute__((convergent));
__GPURACE_EXT_D void *__gpurace_map_shared(void *address, unsigned int rank);
__GPURACE_EXT_D unsigned int __gpurace_shared_rank(void *address);

__GPURACE_D dim3 __clusterDim() {
  return dim3(__gpurace_cluster_size_x(), __gpurace_cluster_size_y(), __gpurace_cluster_size_z());
}
__GPURACE_D dim3 __clusterRelativeBlockIdx() {
  dim3 size = __clusterDim();
  return dim3(blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z);
}
__GPURACE_D dim3 __clusterGridDimInClusters() {
  dim3 size = __clusterDim();
  return dim3(gridDim.x / size.x, gridDim.y / size.y, gridDim.z / size.z);
}
__GPURACE_D dim3 __clusterIdx() {
  dim3 size = __clusterDim();
  return dim3(blockIdx.x / size.x, blockIdx.y / size.y, blockIdx.z / size.z);
}
__GPURACE_D unsigned int __clusterRelativeBlockRank() {
  dim3 size = __clusterDim(), at = __clusterRelativeBlockIdx();
  return at.x + size.x * (at.y + size.y * at.z);
}
__GPURACE_D unsigned int __clusterSizeInBlocks() {
  dim3 size = __clusterDim();
  return size.x * size.y * size.z;
}
__GPURACE_D void __cluster_barrier_arrive() { __gpurace_cluster_arrive(); }
__GPURACE_D void __cluster_barrier_arrive_relaxed() { __gpurace_cluster_arrive_relaxed(); }
__GPURACE_D void __cluster_barrier_wait() { __gpurace_cluster_wait(); }
__GPURACE_D void *__cluster_map_shared_rank(const void *address, unsigned int rank) {
  return __gpurace_map_shared((void *)address, rank);
}
__GPURACE_D unsigned int __cluster_query_shared_rank(const void *address) { return __gpurace_shared_rank((void *)address); }
__GPURACE_D unsigned int __isClusterShared(const void *address) { return __nvvm_isspacep_shared(address); }
__GPURACE_D unsigned int __isCtaShared(const void *address) {
  return __nvvm_isspacep_shared(address) && __gpurace_shared_rank((void *)address) == __clusterRelativeBlockRank();
}
__GPURACE_D void __threadfence_cluster() { __gpurace_fence_cluster(__ATOMIC_SEQ_CST); }
// How the kernel was launched, which it does not know of itself.
__GPURACE_D unsigned int __clusterDimIsSpecified() { return __gpurace_unknown_i32() != 0; }
// A place in the shared memory of several blocks at once: not modelled.
__GPURACE_EXT_D void *__cluster_map_shared_multicast(const void *, unsigned int);
