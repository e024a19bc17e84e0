/** A kernel whose execution takes longer than it may: it ends by itself, and what comes behind it has its turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

/** Each loop is explored a few times, and with it all those within. */
const DEPTH = 9;

function nest(depth: number): string {
  if (depth === 0) return 'a[x & 255] = x;';
  const i = `i${depth}`;
  return `for (int ${i} = 0; ${i} < n; ${i}++) { x += a[x & 255] * ${i}; y ^= x; if (y > ${depth}) x -= y; ${nest(depth - 1)} }`;
}

test('an execution that takes too long is cut short in its own worker', async () => {
  const text = [
    `__global__ void deep(int *a, int n) {\n  int x = 0, y = 1;\n  ${nest(DEPTH)}\n}`,
    '__global__ void plain(int *a) {\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}',
  ].join('\n');
  const files = new Map([['a.cu', Buffer.from(text)]]);
  const options = { ...DEFAULT_CHECK_OPTIONS, timeoutMs: 500, jobs: 1 };
  const { kernels, problems } = await analyse({ kind: 'memory', files }, ['a.cu'], options, SILENT);
  assert.deepEqual(
    kernels.map(({ kernel, verdict }) => [kernel, verdict]),
    [
      ['deep', 'inconclusive'],
      ['plain', 'race-free'],
    ],
  );
  const [reason] = kernels[0]?.reasons ?? [];
  assert.deepEqual(reason, {
    kind: 'cut-short',
    text: 'not all of its paths could be followed in the time given',
    place: { file: 'a.cu', line: 1 },
  });
  assert.deepEqual(problems, []);
});
