/** Kernels that wait for other threads get no new barriers: nobody might go on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceText } from '../../src/repair/source-text.ts';
import { waitsForThreads } from '../../src/repair/spin-loops.ts';

function waits(body: string, before = ''): boolean {
  const source = new SourceText('a.cu', `${before}\n__global__ void k(int *lock, int *a) {\n${body}\na[0] = 1;\n}\n`);
  return waitsForThreads(source.placeAt(source.text.indexOf('a[0] = 1'))!);
}

const WAITING: readonly (readonly [name: string, body: string, before?: string])[] = [
  ['a lock', 'while (atomicCAS(lock, 0, 1) != 0) {\n}'],
  ['a lock by one thread', 'if (threadIdx.x == 0) while (atomicExch(lock, 1) != 0) __nanosleep(20);'],
  [
    'a try in a loop',
    'for (bool done = false; !done;) {\n  if (atomicCAS(lock, 0, 1) == 0) { a[1]++; done = true; }\n}',
  ],
  ['a flag', 'while (atomicAdd(lock, 0) == 0) {\n}'],
  ['a plain flag', 'while (a[1] == 0);'],
  ['an endless loop with a way out', 'for (;;) {\n  if (atomicAdd(lock, 0) == 1) break;\n}'],
  [
    'a function of the file',
    'take(lock);',
    '__device__ void take(int *at) {\n  do {\n  } while (atomicExch(at, 1));\n}',
  ],
  ['a function of another file, by its name', 'mutex_lock(lock);'],
];
const GOING_ON: readonly (readonly [name: string, body: string, before?: string])[] = [
  ['a loop over elements', 'for (int i = 0; i < 4; i++) a[i] = 0;'],
  ['atomics in a loop that counts', 'for (int i = 0; i < 4; i++) atomicAdd(&a[i], 1);'],
  ['a barrier in a loop', 'while (a[1] > 0) {\n  __syncthreads();\n  a[1]--;\n}'],
  ['names that only look like it', 'auto b = this_thread_block();\nlong t = clock();', 'auto this_thread_block();'],
];

for (const [name, body, before] of WAITING) test(`waits: ${name}`, () => assert.equal(waits(body, before), true));
for (const [name, body, before] of GOING_ON) test(`goes on: ${name}`, () => assert.equal(waits(body, before), false));
