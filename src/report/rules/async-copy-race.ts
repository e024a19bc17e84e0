import type { Rule } from './rule.ts';

export const asyncCopyRace: Rule = {
  id: 'async-copy-race',
  name: 'AsyncCopyRace',
  short: 'Memory is accessed while an asynchronous copy to or from it may still be in flight.',
  full:
    'An asynchronous copy may read and write at any time between the call and the wait that completes it. During ' +
    'that time, the issuing thread or another thread of the block accesses the same memory, and at least one of ' +
    'the two accesses is a write.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'async-copy'],
  what: `\`cp.async\`, \`cp.async.bulk\`, \`__pipeline_memcpy_async\`, \`cuda::memcpy_async\`, \`cooperative_groups::memcpy_async\`,
OpenCL's \`async_work_group_copy\` and AMD's loads to LDS (\`__builtin_amdgcn_global_load_lds\`) run in the background. A thread
commits its copies in groups and then waits until at most the newest N groups are pending; on AMD's processors each load is a
group, and the wait is \`s_waitcnt vmcnt(N)\`. The wait covers only that thread's own copies, and only that thread learns that
they are complete. Alternatively, a copy belongs to a phase of a barrier object and is complete for every thread that has waited
for that phase. Three mistakes are common: there is no wait, the wait leaves one group too many pending, or no barrier follows
the wait, so that a thread reads data that another thread copied. Matrix units (\`wgmma\`, \`tcgen05\`) read shared
memory in the same way, until their group is waited for or they arrive at a barrier object, and \`tcgen05.ld\` reads tensor memory
until \`tcgen05.wait::ld\`.`,
  racy: `#include <cuda_pipeline.h>

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[1024];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * blockDim.x + t], 4);
  __pipeline_commit();
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[(t + 1) % blockDim.x];
}`,
  why: `Every thread has issued its copy before the barrier, but none has waited for it: \`tile[1]\` may still be in flight when
thread 0 reads it.`,
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
  witness: `One of the two accesses is the call that starts the copy. Both may belong to the same thread, if it accesses memory
while its own copy is in flight. In a loop, the iterations show which copy is meant and how many groups were committed after it.`,
  limits: `Between blocks, waiting does not help, unless the access is an asynchronous store into the shared memory of another block
(\`st.async\`, \`red.async\`) or a copy to several blocks (\`.multicast::cluster\`): other races between blocks are
reported as \`inter-block-race\`. Bulk copies from the shared memory of one block into that of another are not modelled, nor are tensor copies
to global memory or to several blocks whose map no host code in sight makes. A kernel that uses them is inconclusive.`,
};
