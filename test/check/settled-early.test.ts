/** A check that takes long asks whether what it has found so far settles the kernel, and ends if so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CheckedKernel, type KernelCheck, NOT_EXECUTED } from '../../src/check/index.ts';
import { checkSource, startEngines } from './oracle/checker.ts';

const TIME_LIMIT = 4_000;
/** More than the part of it in which nobody is asked. */
const LONG = 1_000;

const SOURCE = `__global__ void copy(int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i % n] = i;
  b[i % n] = i;
}`;

/** Executing a witness takes long: so one pair is decided, and another is not, by then. */
const confirm: KernelCheck['confirm'] = (finding) => {
  const until = performance.now() + LONG;
  while (performance.now() < until);
  return { finding: { ...finding, evidence: 'possible' }, ...NOT_EXECUTED };
};

const engines = await startEngines();
const LAUNCHES = new Map([['copy', { grid: 4, block: 64, assume: [] }]]);

function linesFound(settles: KernelCheck['settles']): number[] {
  const { answer, error } = checkSource(engines, SOURCE, LAUNCHES, { timeLimit: TIME_LIMIT, confirm, settles }).get(
    'copy',
  )!;
  assert.equal(error, null);
  return answer!.findings.map(({ accesses }) => accesses[0]!.line).sort();
}

test('what settles it is the answer, and nothing more is looked at', () => {
  const asked: CheckedKernel[] = [];
  const settles = (soFar: CheckedKernel) => asked.push(soFar) > 0;
  const lines = linesFound(settles);
  assert.equal(lines.length, 1);
  assert.deepEqual(
    asked.map(({ verdict, findings }) => [verdict, findings.length]),
    [['inconclusive', 1]],
  );
});

test('what does not settle it is asked about once, and the check goes on', () => {
  let asked = 0;
  const settles = () => {
    asked++;
    return false;
  };
  assert.deepEqual(linesFound(settles), [3, 4]);
  assert.equal(asked, 1);
});

test('nobody is asked where nobody wants to be', () => {
  assert.deepEqual(linesFound(null), [3, 4]);
});
