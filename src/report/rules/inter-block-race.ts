import type { Rule } from './rule.ts';

export const interBlockRace: Rule = {
  id: 'inter-block-race',
  name: 'InterBlockRace',
  short: 'Threads of different blocks access the same global memory with no synchronization between them.',
  full:
    'Two threads of different blocks can access the same location in global memory, at least one of them writes, ' +
    'and nothing orders the two accesses. A block barrier does not help: it only synchronizes the threads of one ' +
    'block.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'global-memory'],
  what: `The blocks of a launch run in any order, concurrently or one after the other. If two of them access the same address and
at least one writes, the result depends on the schedule. \`__syncthreads()\` only synchronizes the threads of one block, so it
cannot fix such a race.`,
  racy: `__global__ void sum(const float *in, float *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    total[0] += in[i];
}`,
  why: `Every thread of every block reads and writes \`total[0]\`. Two blocks may both read the old value.`,
  corrected: `__global__ void sum(const float *in, float *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&total[0], in[i]);
}`,
  witness: `The two threads have different block indices. Evaluate the index expressions of both accesses with the launch and the
arguments shown: both yield the address in the last column.`,
  limits: `If host code passes the same memory for two pointer parameters, the kernel is checked that way. If no host code shows
where two pointers lead, gpurace assumes that they do not overlap, and lists that assumption. Launches are not compared with
earlier or later launches.`,
};
