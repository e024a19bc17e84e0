import type { Rule } from './rule.ts';

export const interBlockRace: Rule = {
  id: 'inter-block-race',
  name: 'InterBlockRace',
  short: 'Two threads of different blocks access the same global memory at the same time, and nothing orders them.',
  full:
    'Two threads of different blocks can access the same place in global memory, at least one of them writes, and ' +
    'nothing orders the two accesses. A block barrier does not help: it orders the threads of one block only.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'global-memory'],
  what: `Blocks of one launch run in any order, at the same time or one after the other. When two of them reach the same
address and one writes, the result depends on the schedule. \`__syncthreads()\` orders the threads of one block and
nothing else, so it never repairs such a race.`,
  racy: `__global__ void sum(const float *in, float *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    total[0] += in[i];
}`,
  why: 'Every thread of every block reads and writes `total[0]`. Two blocks may both read the old value.',
  corrected: `__global__ void sum(const float *in, float *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&total[0], in[i]);
}`,
  witness: `The two threads of the witness have different block coordinates. Put them into the index expressions of the two
accesses, with the launch sizes and arguments that are given: both come to the address in the last column.`,
  limits: `Where host code passes one memory for two pointers, the kernel is checked with that. Where nobody says that they lead to
different memory, the kernel's assumptions do.
Work that an earlier or later launch does is ordered by the launch and is not compared.`,
};
