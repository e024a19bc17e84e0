import type { Rule } from './rule.ts';

export const barrierDivergence: Rule = {
  id: 'barrier-divergence',
  name: 'BarrierDivergence',
  short: 'A barrier is reached by some threads of its block and not by others.',
  full:
    'Two threads of one block can disagree whether they reach this barrier. Its behaviour is then undefined: the ' +
    'kernel may hang, or threads may meet at different barriers.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'barrier', 'gpu'],
  what: `\`__syncthreads()\` and OpenCL's \`barrier()\` must be reached by all threads of the block or by none, and in a loop
equally often. A barrier in a branch or a loop whose condition differs between threads breaks this rule.`,
  racy: `__global__ void reverse(int *data, int n) {
  __shared__ int s[256];
  int *mine = data + blockIdx.x * blockDim.x;
  if (threadIdx.x < n) {
    s[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = s[n - 1 - threadIdx.x];
  }
}`,
  why: 'With `n` smaller than the block, the threads from `n` on never reach the barrier.',
  corrected: `__global__ void reverse(int *data, int n) {
  __shared__ int s[256];
  int *mine = data + blockIdx.x * blockDim.x;
  if (threadIdx.x < n)
    s[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n)
    mine[threadIdx.x] = s[n - 1 - threadIdx.x];
}`,
  witness: `Of the two threads of the witness one reaches the barrier and the other does not, with the launch sizes and
arguments that are given.`,
  limits: `A thread that has returned before the barrier counts as one that does not reach it, although some devices let
the others pass.`,
};
