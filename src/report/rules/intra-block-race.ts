import type { Rule } from './rule.ts';

export const intraBlockRace: Rule = {
  id: 'intra-block-race',
  name: 'IntraBlockRace',
  short: 'Threads of one block access the same memory with no barrier between the accesses.',
  full:
    'Two threads of the same block, in different warps, can access the same location in shared or global memory ' +
    'without a barrier in between, and at least one of them writes. A block barrier is missing between the two ' +
    'accesses.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'shared-memory'],
  what: `Between two block barriers, the warps of a block run in any order. A thread may read a value that another thread wrote
only after a barrier that both have passed. It may overwrite the location only after a barrier that follows the last read.`,
  racy: `__global__ void reverse(int *data) {
  __shared__ int tile[256];
  int *mine = data + blockIdx.x * blockDim.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  mine[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}`,
  why: `In a block of 256, thread 0 reads the element that thread 255 writes, and nothing makes thread 255 write first.`,
  corrected: `__global__ void reverse(int *data) {
  __shared__ int tile[256];
  int *mine = data + blockIdx.x * blockDim.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}`,
  witness: `Both threads are in the same block but in different warps, with no barrier between the two accesses. In a loop, the
accesses may belong to different iterations: the faster thread has already started the next one.`,
  limits: `A barrier inside a branch only helps if all threads take that branch; see \`barrier-divergence\`.`,
};
