import type { Rule } from './rule.ts';

export const proxyFenceRace: Rule = {
  id: 'proxy-fence-race',
  name: 'ProxyFenceRace',
  short: 'A bulk copy may not see what threads have written, because a proxy fence is missing.',
  full:
    'Bulk copies (cp.async.bulk, TMA) take a different path to memory than the loads and stores of threads. What a thread has written ' +
    'and handed over by a barrier is in order with such a copy only if a fence.proxy.async stands on the way.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'async-copy', 'memory-model'],
  what: `The loads and stores of a thread go through PTX's _generic proxy_, \`cp.async.bulk\` and its tensor forms through the
_async proxy_. A barrier orders accesses of one proxy. Between a write of a thread and a bulk copy that reads or overwrites what
it wrote, \`fence.proxy.async\` has to stand as well: in the writing thread behind the write and before the barrier, or in the
thread that begins the copy between the barrier and the copy. In the other direction a wait for the copy is enough.`,
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
  why: `All threads have written their part of the tile when thread 0 begins the copy, but by the other way to memory: the copy
may read what was in the tile before.`,
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
  witness: `One of the two accesses is the call of the bulk copy, the other one a write of a thread. They are in order as far as
barriers go.`,
  limits: `PTX's memory model names the fence and has no rule for its order; what is said here is our reading of it. That threads
have _read_ a place before a bulk copy overwrites it is taken from the barrier alone, as in NVIDIA's own pipelines. Between blocks
the race is found by the same rule.`,
};
