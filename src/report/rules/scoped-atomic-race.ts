import type { Rule } from './rule.ts';

export const scopedAtomicRace: Rule = {
  id: 'scoped-atomic-race',
  name: 'ScopedAtomicRace',
  short: 'An atomic operation is atomic for fewer threads than the ones that meet at its address.',
  full:
    'An atomic operation with block scope meets an access of a thread in another block. Its atomicity ends at its ' +
    'block, so the two accesses race although both look atomic.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'atomics', 'memory-scope'],
  what: `An atomic operation has a scope: the threads for which it is one step. \`atomicAdd_block\` and
\`cuda::atomic_ref<T, cuda::thread_scope_block>\` are atomic within a block. Other blocks may see half of the update
or overwrite it.`,
  racy: `__global__ void count(unsigned *hits) {
  atomicAdd_block(&hits[0], 1u);
}`,
  why: 'All blocks update `hits[0]`, but each update is atomic only within its own block.',
  corrected: `__global__ void count(unsigned *hits) {
  atomicAdd(&hits[0], 1u);
}`,
  witness: `The two threads have different block coordinates, and at least one of the accesses carries scope \`block\`.`,
  limits: `Accesses by the host or by another device (scope \`system\`) are not compared.`,
};
