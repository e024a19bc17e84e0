import type { Rule } from './rule.ts';

export const scopedLockRace: Rule = {
  id: 'scoped-lock-race',
  name: 'ScopedLockRace',
  short: 'The scope or the fences of a lock do not cover all threads that take it.',
  full:
    'Both accesses are in critical sections of the same lock. But the lock is acquired or released with block ' +
    'scope, or without the fence it needs, and threads of other blocks take it too.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'locks', 'memory-scope'],
  what: `A lock on a GPU is an \`atomicCAS\` followed by a fence, and later a fence followed by an \`atomicExch\`. The atomics and the
fences need a scope that includes every thread that takes the lock. With block scope, two blocks can be in the critical section at
the same time, or one may not see what the other wrote there.`,
  racy: `__global__ void add(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS_block(lock, 0, 1) != 0) { }
    __threadfence();
    total[0] += 1;
    __threadfence();
    atomicExch_block(lock, 0);
  }
}`,
  why: `The lock is acquired with block scope, so thread 0 of two different blocks may hold it at the same time.`,
  corrected: `__global__ void add(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    __threadfence();
    total[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}`,
  witness: `Both threads hold the lock, or believe that they do, when they access the address in the last column.`,
  limits: `Locks are recognised by their pattern: compare-and-swap or exchange, or a ticket counter and a turn counter. Accesses that
other kinds of lock protect may be reported as ordinary races (docs/synchronisation.md).`,
};
