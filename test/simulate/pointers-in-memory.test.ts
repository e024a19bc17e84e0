/** Pointers that a kernel finds in memory, and that nobody stored: each leads to memory of its own where the run is asked for that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const code = program(`__constant__ int step;
__device__ float *kept[4];
__global__ void passed(float **rows) {
  float *row = rows[blockIdx.x];
  row[threadIdx.x * step] = threadIdx.x;
}
__global__ void in_variable() {
  kept[blockIdx.x][threadIdx.x * step] = threadIdx.x;
}
__global__ void nested(float ***grids) {
  grids[1][blockIdx.x][threadIdx.x * step] = threadIdx.x;
}
__global__ void apart(float **rows) {
  rows[threadIdx.x][0] = threadIdx.x;
}
__global__ void set_to_null(float **rows) {
  rows[threadIdx.x] = nullptr;
  rows[threadIdx.x][0] = 1;
}
`);

const threads = [0, 1].map((x) => ({ block: [0, 0, 0], thread: [x, 0, 0] }) as const);

function run(kernel: string, pointersIn: ReadonlySet<string> | null) {
  return replay(code, {
    kernel: symbol(code, kernel),
    gridDim: [1, 1, 1],
    blockDim: [32, 1, 1],
    arguments: new Map(),
    warpModel: 'its',
    threads: [threads[0]!, threads[1]!],
    accesses: [
      { location: null, kind: 'write' },
      { location: null, kind: 'write' },
    ],
    ...(pointersIn === null ? {} : { pointersIn }),
  });
}

for (const [kernel, names, name] of [
  ['passed', [], '*rows[…]'],
  ['in_variable', ['kept'], '*kept[…]'],
  ['nested', [], '**grids[…][…]'],
] as const) {
  test(`${kernel}: two threads meet behind one pointer, and what they read somebody wrote before`, () => {
    const outcome = run(kernel, new Set(names));
    assert.equal(outcome.outcome, 'replayed');
    if (outcome.outcome !== 'replayed') return;
    assert.equal(outcome.address.name, name);
    assert.equal(outcome.readsUnwritten, false);
  });

  test(`${kernel}: without that the pointer is null`, () => {
    const outcome = run(kernel, null);
    assert.equal(outcome.outcome, 'not-reproduced');
    assert.equal(outcome.outcome === 'not-reproduced' && outcome.error?.kind, 'null-pointer');
  });
}

test('two pointers lead to two memories', () => {
  const outcome = run('apart', new Set());
  assert.equal(outcome.outcome === 'not-reproduced' && outcome.error, null);
});

test('variables that are not named keep their initial value, and what the kernel stores stays', () => {
  for (const kernel of ['in_variable', 'set_to_null']) {
    const outcome = run(kernel, new Set(['rows']));
    assert.equal(outcome.outcome === 'not-reproduced' && outcome.error?.kind, 'null-pointer', kernel);
  }
});
