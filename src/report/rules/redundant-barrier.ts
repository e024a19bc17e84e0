import type { Rule } from './rule.ts';

export const redundantBarrier: Rule = {
  id: 'redundant-barrier',
  name: 'RedundantBarrier',
  short: 'The kernel is race-free without this barrier, too.',
  full:
    'No two accesses need this barrier: if it is removed, the kernel is still proved race-free. It only costs ' +
    'time. This is advice, not a defect.',
  precision: 'high',
  tags: ['performance', 'barrier', 'gpu'],
  what: `A barrier makes every warp of the block wait for the slowest one. If it does not order any conflicting accesses, it only
costs time. Often it is left over from an earlier version of the kernel.`,
  racy: `__global__ void scale(float *data, float f) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = s[threadIdx.x] * f;
}`,
  why: `Each thread reads only the element that it wrote itself, so it does not have to wait for any other thread.`,
  corrected: `__global__ void scale(float *data, float f) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  data[i] = s[threadIdx.x] * f;
}`,
  witness: `There is none: the claim is that no two threads need the barrier.`,
  limits: `Nothing is reported for kernels where the barrier may matter beyond its plain accesses (fences, volatile accesses, global
atomics, shuffles), for barriers in functions that kernels call, for sizes given on the command line, or if only some launches or
template instances could do without it. If two barriers do the same work, both are reported, but you can remove only one of them.
A barrier that is there for timing or cache behaviour is reported as well.`,
};
