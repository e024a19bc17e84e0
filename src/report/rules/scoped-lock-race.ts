import type { Rule } from './rule.ts';

export const scopedLockRace: Rule = {
  id: 'scoped-lock-race',
  name: 'ScopedLockRace',
  short: 'A lock protects two accesses for fewer threads than the ones that take it.',
  full:
    'Both accesses stand in critical sections of one lock, but the lock is taken or released with block scope, or ' +
    'without the fence that belongs to it, while threads of other blocks take it too.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'locks', 'memory-scope'],
  what: `A lock on a GPU is an \`atomicCAS\` followed by a fence, and a fence followed by an \`atomicExch\`. Both the atomics
and the fences must have a scope that covers every thread that takes the lock. With block scope two blocks can be in
the critical section at the same time, or one does not see what the other wrote in it.`,
  racy: `__global__ void add(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS_block(lock, 0, 1) != 0) { }
    __threadfence();
    total[0] += 1;
    __threadfence();
    atomicExch_block(lock, 0);
  }
}`,
  why: 'The lock is taken for the block only; thread 0 of two blocks may hold it together.',
  corrected: `__global__ void add(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    __threadfence();
    total[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}`,
  witness: `Both threads hold the lock, or believe so, when they reach the address in the last column.`,
  limits: `Locks are recognised by their pattern: compare-and-swap or exchange, or a pair of tickets and turns. What other
locks protect may be reported as a plain race (docs/synchronisation.md).`,
};
