import type { Rule } from './rule.ts';

export const barrierDivergence: Rule = {
  id: 'barrier-divergence',
  name: 'BarrierDivergence',
  short: 'Some threads of a block reach a barrier and others do not.',
  full:
    'Two threads of one block can disagree on whether they reach this barrier. The behaviour is then undefined: ' +
    'the kernel may hang, or threads may wait at different barriers.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'barrier', 'gpu'],
  what: `Either all threads of a block reach a \`__syncthreads()\` (OpenCL: \`barrier()\`), or none of them does. In a loop, all
threads must reach it the same number of times. A barrier inside a branch or loop whose condition varies between threads breaks this rule.`,
  racy: `__global__ void reverse(int *data, int n) {
  __shared__ int s[256];
  int *mine = data + blockIdx.x * blockDim.x;
  if (threadIdx.x < n) {
    s[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = s[n - 1 - threadIdx.x];
  }
}`,
  why: `If \`n\` is smaller than the block, threads \`n\` and above never reach the barrier.`,
  corrected: `__global__ void reverse(int *data, int n) {
  __shared__ int s[256];
  int *mine = data + blockIdx.x * blockDim.x;
  if (threadIdx.x < n)
    s[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n)
    mine[threadIdx.x] = s[n - 1 - threadIdx.x];
}`,
  witness: `One of the two threads reaches the barrier and the other does not, for the launch and the arguments shown.`,
  limits: `A thread that has returned before the barrier counts as not reaching it, although some devices let the remaining
threads continue. Barriers of a warp are not checked: \`__syncwarp()\` under a condition orders the lanes that reach it, and nothing
says that the others are missed.`,
};
