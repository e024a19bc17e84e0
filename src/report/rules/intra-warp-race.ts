import type { Rule } from './rule.ts';

export const intraWarpRace: Rule = {
  id: 'intra-warp-race',
  name: 'IntraWarpRace',
  short: 'Two threads of one warp access the same memory without a warp barrier between the accesses.',
  full:
    'Two threads of the same warp can access the same place, at least one of them writes, and no warp or block ' +
    'barrier orders them. Since Volta the threads of a warp are scheduled independently and do not run in lockstep.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'warp'],
  what: `With independent thread scheduling (compute capability 7.0 and later) the threads of a warp may drift apart after
any instruction. Code that was written for lockstep, such as the last steps of an old reduction, needs
\`__syncwarp()\` or shuffles. Two threads of a warp that write one address in the same instruction race too.`,
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
  why: 'Thread 0 reads `s[16]`, which thread 16 of the same warp writes, and nothing orders the two.',
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
  witness: `Both threads lie in one warp: their linear thread numbers, divided by 32, are equal. For HIP a warp is a
wavefront, of 64 threads unless \`-D__AMDGCN_WAVEFRONT_SIZE=32\` says otherwise; the verdict names the size.`,
  limits: `With \`--warp-model lockstep\` the threads of a warp are taken to run in step, as before Volta; then only two
accesses of one instruction race.`,
};
