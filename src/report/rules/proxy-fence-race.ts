import type { Rule } from './rule.ts';

export const proxyFenceRace: Rule = {
  id: 'proxy-fence-race',
  name: 'ProxyFenceRace',
  short: 'A bulk copy may not see data that threads have written, because a proxy fence is missing.',
  full:
    'Bulk copies (cp.async.bulk, TMA) access memory through a different proxy than ordinary loads and stores. ' +
    'After a thread writes, a barrier alone does not make the data visible to such a copy: a fence.proxy.async is ' +
    'needed as well.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'async-copy', 'memory-model'],
  what: `Ordinary loads and stores go through PTX's _generic proxy_; \`cp.async.bulk\` and its tensor variants go through the
_async proxy_, and so do the reads of shared memory by \`wgmma\` and \`tcgen05\`. A barrier only orders accesses of the same proxy. If a bulk copy reads or overwrites what a thread wrote, a
\`fence.proxy.async\` is needed too: either in the writing thread, after the write and before the barrier, or in the thread that
starts the copy, between the barrier and the copy. In the other direction, waiting for the copy is enough.`,
  racy: `#include <cuda/ptx>

__global__ void store(const int *in, int *out) {
  __shared__ alignas(16) int tile[1024];
  tile[threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out + blockIdx.x * 1024, tile, 4096);
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>());
  }
}`,
  why: `All threads have written their part of the tile when thread 0 starts the copy, but they wrote through a different proxy:
the copy may still read the old contents of the tile.`,
  corrected: `#include <cuda/ptx>

__global__ void store(const int *in, int *out) {
  __shared__ alignas(16) int tile[1024];
  tile[threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.x];
  cuda::ptx::fence_proxy_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out + blockIdx.x * 1024, tile, 4096);
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>());
  }
}`,
  witness: `One of the two accesses is the bulk copy, the other is a thread's write. A barrier orders them, but no proxy fence does.`,
  limits: `PTX names this fence but does not define its ordering formally; the rule is our reading of it. If threads have only
_read_ a location before a bulk copy overwrites it, a barrier is taken to be enough, as in NVIDIA's own pipelines. Races of this
kind between blocks are reported under the same rule.`,
};
