/**
 * Tiny kernels, of which every interleaving is looked at: those in which two threads come to stand before conflicting
 * accesses are the ones that `check` calls racy, and whose findings are replayed.
 */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Dim3, Finding, Result } from '../../src/model/result.ts';
import type { ArgumentValue } from '../../src/simulate/index.ts';
import { reasonsOf } from '../texts.ts';
import { exhaustive } from './exhaustive-schedules.ts';
import { program, symbol } from './programs.ts';

interface Tiny {
  readonly name: string;
  readonly body: string;
  readonly grid?: number;
  readonly block?: number;
  /** The pairs of lines that race; the body starts on line 2. */
  readonly races: readonly string[];
}

const KERNELS: readonly Tiny[] = [
  { name: 'own_cells', body: 'a[threadIdx.x] = 1;', races: [] },
  { name: 'one_cell', body: 'a[0] = threadIdx.x;', races: ['2 2'] },
  { name: 'neighbour', body: 'a[threadIdx.x] = 1;\n  b[threadIdx.x] = a[threadIdx.x + 1];', races: ['2 3'] },
  {
    name: 'neighbour_barrier',
    body: 'a[threadIdx.x] = 1;\n  __syncthreads();\n  b[threadIdx.x] = a[threadIdx.x + 1];',
    races: [],
  },
  {
    name: 'write_back',
    body: 'a[threadIdx.x] = 1;\n  __syncthreads();\n  int v = a[threadIdx.x + 1];\n  a[threadIdx.x] = v;',
    races: ['4 5'],
  },
  { name: 'counter', body: 'a[0] += 1;', races: ['2 2'] },
  { name: 'atomic_counter', body: 'atomicAdd(a, 1);', races: [] },
  { name: 'atomic_read', body: 'atomicAdd(a, 1);\n  b[threadIdx.x] = a[0];', races: ['2 3'] },
  { name: 'blocks_apart', body: 'a[blockIdx.x] = 1;', grid: 2, block: 1, races: [] },
  { name: 'blocks_meet', body: 'a[threadIdx.x] = blockIdx.x;', grid: 2, block: 2, races: ['2 2'] },
  {
    name: 'barrier_of_one_block',
    body: 'a[blockIdx.x] = 1;\n  __syncthreads();\n  b[blockIdx.x] = a[0];',
    grid: 2,
    block: 1,
    races: ['2 4'],
  },
  { name: 'guarded', body: 'if (threadIdx.x == 0)\n    a[0] = 1;', races: [] },
  {
    name: 'guarded_read',
    body: 'if (threadIdx.x == 0)\n    a[0] = 1;\n  else\n    b[threadIdx.x] = a[0];',
    races: ['3 5'],
  },
  {
    name: 'shared',
    body: '__shared__ int s[4];\n  s[threadIdx.x] = threadIdx.x;\n  b[threadIdx.x] = s[3 - threadIdx.x];',
    block: 4,
    races: ['3 4'],
  },
  {
    name: 'loop',
    body: 'for (int i = 0; i < 2; i++) {\n    a[i] = b[threadIdx.x + 2 * i];\n    __syncthreads();\n    if (threadIdx.x == 0)\n      a[i] += 1;\n  }',
    races: ['3 3'],
  },
  {
    name: 'block_atomic',
    body: 'atomicAdd_block(a, 1);',
    grid: 2,
    block: 1,
    races: ['2 2'],
  },
  { name: 'warp', body: 'a[threadIdx.x] = 1;\n  __syncwarp();\n  b[threadIdx.x] = a[threadIdx.x ^ 1];', races: [] },
];

const SOURCES = new Map(
  KERNELS.map(({ name, body }) => [`${name}.cu`, `__global__ void ${name}(int *a, int *b) {\n  ${body}\n}\n`]),
);

const size = (n: number): Dim3 => [n, 1, 1];
const LAUNCHES = new Set(KERNELS.map(({ grid = 1, block = 2 }) => `${grid} ${block}`));
const BUFFERS = new Map<number, ArgumentValue>([
  [0, { kind: 'region', size: 32 }],
  [1, { kind: 'region', size: 32 }],
]);

describe('every interleaving of tiny kernels', () => {
  const results = new Map<string, Result>();

  before(async () => {
    const files = new Map([...SOURCES].map(([file, text]) => [file, new TextEncoder().encode(text)]));
    for (const launch of LAUNCHES) {
      const [grid, block] = launch.split(' ').map(Number);
      const names = KERNELS.filter((k) => `${k.grid ?? 1} ${k.block ?? 2}` === launch).map((k) => `${k.name}.cu`);
      const options = { ...DEFAULT_CHECK_OPTIONS, gridDim: size(grid!), blockDim: size(block!) };
      const result = await analyse({ kind: 'memory', files }, names, options, SILENT);
      for (const name of names) results.set(name, result);
    }
  });

  for (const { name, grid = 1, block = 2, races } of KERNELS) {
    test(name, () => {
      const compiled = program(SOURCES.get(`${name}.cu`)!);
      const found = exhaustive(compiled, {
        kernel: symbol(compiled, name),
        gridDim: size(grid),
        blockDim: size(block),
        arguments: BUFFERS,
      });
      assert.deepEqual(found.problems, []);
      assert.equal(found.isPartial, false);
      assert.equal(found.deadlocks, false);
      assert.deepEqual(found.races, races, `${found.states} states`);
      const result = results.get(`${name}.cu`)!;
      const kernel = result.kernels.find((k) => k.kernel === name)!;
      assert.equal(kernel.verdict, races.length > 0 ? 'racy' : 'race-free', reasonsOf(kernel).join('; '));
      const findings = result.findings.filter((f: Finding) => f.kernel === name);
      for (const { accesses, evidence, message } of findings) {
        assert.equal(evidence, 'replayed', message);
        const lines = accesses.map(({ line }) => line).sort((x, y) => x - y);
        assert.ok(races.includes(lines.join(' ')), lines.join(' '));
      }
    });
  }

  test('deadlocks, errors and limits are told', () => {
    const compiled = program(`__global__ void waits(volatile int *a) {
  if (threadIdx.x == 0) { while (a[0] == 0) {} }
  __syncthreads();
}
__global__ void outside(int *a) {
  if (atomicAdd(a, 1) == 1)
    a[99] = 1;
}
__global__ void large(int *a) {
  for (int i = 0; i < 100; i++) a[i] += threadIdx.x;
}
`);
    const run = (name: string, stateLimit = 20_000) =>
      exhaustive(compiled, {
        kernel: symbol(compiled, name),
        gridDim: size(1),
        blockDim: size(2),
        arguments: new Map([[0, { kind: 'region', size: 32 }]]),
        stateLimit,
      });
    // One spins for ever, in the same states over and over.
    assert.equal(run('waits').isPartial, false);
    assert.deepEqual(run('outside').problems, ['out-of-bounds at line 7']);
    assert.equal(run('large', 50).isPartial, true);
  });
});
