import type { Rule } from './rule.ts';

export const intraBlockRace: Rule = {
  id: 'intra-block-race',
  name: 'IntraBlockRace',
  short: 'Two threads of one block access the same memory without a barrier between the accesses.',
  full:
    'Two threads of the same block, in different warps, can access the same place in shared or global memory within ' +
    'one barrier interval, and at least one of them writes. A block barrier between the two accesses is missing.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'shared-memory'],
  what: `Between two block barriers the warps of a block run in any order. A value that one thread leaves in memory may be
read by another thread only after a barrier that both have passed, and the place may be written again only after a
barrier that follows the last read.`,
  racy: `__global__ void reverse(int *data) {
  __shared__ int tile[256];
  int *mine = data + blockIdx.x * blockDim.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  mine[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}`,
  why: 'Thread 0 reads the element that thread 255 writes in a block of 256, and nothing makes thread 255 write first.',
  corrected: `__global__ void reverse(int *data) {
  __shared__ int tile[256];
  int *mine = data + blockIdx.x * blockDim.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}`,
  witness: `Both threads have the same block coordinates and lie in different warps. Neither meets a barrier between its
access and the other's. In a loop the two accesses may belong to different iterations: a thread that is ahead has
already begun the next one.`,
  limits: `A barrier that stands in a branch orders threads only when all of them take it; see \`barrier-divergence\`.`,
};
