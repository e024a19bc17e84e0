import type { Rule } from './rule.ts';

export const redundantBarrier: Rule = {
  id: 'redundant-barrier',
  name: 'RedundantBarrier',
  short: 'Without this barrier the kernel would have the same races: none.',
  full:
    'No pair of accesses needs this barrier to be ordered: with the barrier taken out the kernel is still proved free ' +
    'of races. It costs time and can be removed. This is advice, not a defect.',
  precision: 'high',
  tags: ['performance', 'barrier', 'gpu'],
  what: `A barrier makes every warp of the block wait for the slowest. One that orders no conflicting accesses only
costs time; often it is left over from an earlier version of the kernel.`,
  racy: `__global__ void scale(float *data, float f) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = s[threadIdx.x] * f;
}`,
  why: 'Each thread reads only the element it wrote itself, so no other thread has to be waited for.',
  corrected: `__global__ void scale(float *data, float f) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  data[i] = s[threadIdx.x] * f;
}`,
  witness: `There is none: the claim is that no two threads need the barrier.`,
  limits: `Nothing is said of kernels in which more may hang on a barrier than its accesses show (fences, volatile
accesses, global atomics, shuffles), of barriers in functions that kernels call, under sizes from the command line, and
where only some launches or some instances of a template could do without. Of two barriers that do the same work each is
reported: either can go, not both. A barrier that serves timing or the cache is reported too.`,
};
