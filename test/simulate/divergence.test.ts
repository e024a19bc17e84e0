import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ArgumentValue, type DivergenceOutcome, replayDivergence } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const kernels = program(`
__global__ void early(int *a, int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();
  a[threadIdx.x] = 1;
}
__global__ void sides(int *a, int n) {
  if (threadIdx.x < n)
    __syncthreads();
  else
    __syncthreads();
}
__global__ void locked(int *a, int n) {
  if (threadIdx.x < n) {
    __syncwarp(3);
    __syncthreads();
  } else {
    __syncwarp();
  }
}
`);

function run(kernel: string, n: ArgumentValue, line: number): DivergenceOutcome {
  return replayDivergence(kernels, {
    kernel: symbol(kernels, kernel),
    gridDim: [3, 1, 1],
    blockDim: [64, 1, 1],
    arguments: new Map([[1, n]]),
    warpModel: 'its',
    threads: [
      { block: [2, 0, 0], thread: [0, 0, 0] },
      { block: [2, 0, 0], thread: [40, 0, 0] },
    ],
    barrier: { file: 0, line, column: 0 },
  });
}

test('the second thread has ended', () => {
  const outcome = run('early', 7, 4);
  assert.equal(outcome.outcome === 'replayed' && outcome.second, 'ended');
});

test('the second thread waits at another barrier', () => {
  const outcome = run('sides', 7, 9);
  assert.equal(outcome.outcome === 'replayed' && outcome.second, 'elsewhere');
});

test('threads that wait for ever', () => {
  const outcome = run('locked', 2, 16);
  assert.equal(outcome.outcome, 'replayed');
});

test('no divergence under these arguments', () => {
  const together = run('early', 64, 4);
  assert.match(together.outcome === 'not-reproduced' ? together.reason : '', /the second one is too/);
  const never = run('sides', 0, 9);
  assert.match(never.outcome === 'not-reproduced' ? never.reason : '', /never comes to the barrier/);
});
