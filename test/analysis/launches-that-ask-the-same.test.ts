/** Launches of two places that ask the same are checked once; both are told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

const SOURCE = `__global__ void halves(int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i / 2] = i; }
__global__ void rows(int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
void go(int *out, int n, bool isTimed) {
  if (isTimed) {
    halves<<<4, 256>>>(out, n);
    rows<<<4, 256>>>(out, n);
  } else {
    halves<<<4, 256>>>(out, n);
    rows<<<4, 256>>>(out, n);
    rows<<<4, 128>>>(out, n);
  }
}
`;

async function checked() {
  const files = new Map([['a.cu', Buffer.from(SOURCE)]]);
  const { kernels, findings } = await analyse({ kind: 'memory', files }, ['a.cu'], DEFAULT_CHECK_OPTIONS, SILENT);
  return { findings, of: (name: string) => kernels.find(({ kernel }) => kernel === name)! };
}

test('the race of both is told once, and both launches are', async () => {
  const { findings, of } = await checked();
  const linesOf = (name: string) =>
    of(name)
      .launches.map(({ line }) => line)
      .sort((a, b) => a - b);
  assert.equal(of('halves').verdict, 'racy');
  assert.equal(of('rows').verdict, 'race-free');
  assert.deepEqual(linesOf('halves'), [5, 8]);
  assert.deepEqual(linesOf('rows'), [6, 9, 10]);
  const errors = findings.filter(({ kernel, evidence }) => kernel === 'halves' && evidence === 'replayed');
  assert.deepEqual(
    errors.map(({ accesses }) => accesses.map(({ line }) => line)),
    [[1, 1]],
  );
});

test('pairs of both are counted as often as they are decided', async () => {
  const { of } = await checked();
  // Once for both launches of 256 threads, and once for the other one.
  assert.equal(of('rows').accessPairs, 2);
});
