import type { Rule } from './rule.ts';

export const asyncCopyRace: Rule = {
  id: 'async-copy-race',
  name: 'AsyncCopyRace',
  short: 'Memory is used while an asynchronous copy to or from it may be under way.',
  full:
    'An asynchronous copy reads and writes at any time between its call and the wait for it. A thread of the same block, ' +
    'or the one that began the copy, uses the same place in that time, and one of the two writes.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'async-copy'],
  what: `\`cp.async\`, \`cp.async.bulk\`, \`__pipeline_memcpy_async\`, \`cuda::memcpy_async\`,
\`cooperative_groups::memcpy_async\` and OpenCL's \`async_work_group_copy\` go on beside the thread that called them. A thread closes groups of copies, and waits until no more
than the newest N groups are under way. The wait concerns the copies of that thread alone, and tells that thread alone. Or a copy
belongs to a phase of a barrier object, and is over for whoever has waited for that phase. Three
mistakes are common: no wait, a wait that leaves one group too many, and a wait without a barrier behind it, so that a thread
reads what another one has copied.`,
  racy: `#include <cuda_pipeline.h>

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[1024];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * blockDim.x + t], 4);
  __pipeline_commit();
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[(t + 1) % blockDim.x];
}`,
  why: `All threads have begun their copies when they pass the barrier, and nobody has waited for one: \`tile[1]\` may still be
on its way when thread 0 reads it.`,
  corrected: `#include <cuda_pipeline.h>

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[1024];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * blockDim.x + t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[(t + 1) % blockDim.x];
}`,
  witness: `One of the two accesses is the call of the copy. Both threads may be the same one: it uses memory while its own copy
is under way. In a loop the iterations say which copy it is, and how many groups came after it.`,
  limits: `Between blocks no wait helps, and the race is an \`inter-block-race\`. Tensor copies and copies between
the blocks of a cluster are not followed: a kernel with one is inconclusive.`,
};
