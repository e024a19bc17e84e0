import type { Rule } from './rule.ts';

export const scopedAtomicRace: Rule = {
  id: 'scoped-atomic-race',
  name: 'ScopedAtomicRace',
  short: 'The scope of an atomic operation is too narrow for the threads that access its address.',
  full:
    'An atomic operation with block scope and an access from another block use the same address. The operation is ' +
    'atomic only within its own block, so the two accesses race even if both look atomic.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'atomics', 'memory-scope'],
  what: `The scope of an atomic operation is the set of threads for which it is indivisible. \`atomicAdd_block\` and
\`cuda::atomic_ref<T, cuda::thread_scope_block>\` are atomic within one block. Other blocks may see half of the update or
overwrite it.`,
  racy: `__global__ void count(unsigned *hits) {
  atomicAdd_block(&hits[0], 1u);
}`,
  why: `All blocks update \`hits[0]\`, but each update is atomic only within its own block.`,
  corrected: `__global__ void count(unsigned *hits) {
  atomicAdd(&hits[0], 1u);
}`,
  witness: `The two threads are in different blocks, and at least one of the accesses has scope \`block\`.`,
  limits: `Accesses by the host or by other devices (scope \`system\`) are not considered.`,
};
