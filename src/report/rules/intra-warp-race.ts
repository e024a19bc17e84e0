import type { Rule } from './rule.ts';

export const intraWarpRace: Rule = {
  id: 'intra-warp-race',
  name: 'IntraWarpRace',
  short: 'Threads of one warp access the same memory with no warp barrier between the accesses.',
  full:
    'Two threads of the same warp can access the same location, at least one of them writes, and no warp or block ' +
    'barrier orders them. Since Volta, the threads of a warp are scheduled independently and do not run in ' +
    'lockstep.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'warp'],
  what: `With independent thread scheduling (compute capability 7.0 and later), the threads of a warp may diverge after any
instruction. Code that relies on lockstep, such as the last steps of an old-style reduction, needs \`__syncwarp()\` or shuffles.
Two threads of a warp that write to the same address in the same instruction race as well.`,
  racy: `__global__ void reduce32(int *data) {
  __shared__ int s[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  if (t >= 32)
    return;
  s[t] = data[i];
  if (t < 16)
    s[t] += s[t + 16];
  data[i] = s[0];
}`,
  why: `Thread 0 reads \`s[16]\`, which thread 16 of the same warp writes, and nothing orders the two accesses.`,
  corrected: `__global__ void reduce32(int *data) {
  __shared__ int s[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  if (t >= 32)
    return;
  s[t] = data[i];
  __syncwarp();
  if (t < 16)
    s[t] += s[t + 16];
  __syncwarp();
  data[i] = s[0];
}`,
  witness: `Both threads are in one warp: their linear thread indices, divided by the warp size, are equal. In HIP, a warp is a
wavefront of 64 threads unless you pass \`-D__AMDGCN_WAVEFRONT_SIZE=32\`. The verdict states the size.`,
  limits: `With \`--warp-model lockstep\`, the threads of a warp run in lockstep, as they did before Volta. Then only two accesses
of the same instruction can race.`,
};
