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
__global__ void together(int *a, int n) {
  for (int i = 0; i < 3; i++) {
    if (threadIdx.x < 32) a[i] = 1;
  }
  if (threadIdx.x < n) {
    a[3] = 2;
    __syncthreads();
  }
}
__global__ void rounds(int *a, int n) {
  for (int i = threadIdx.x; i < n; i++) {
    a[threadIdx.x] += i;
    __syncthreads();
  }
}
`);

function wayOf(outcome: DivergenceOutcome): { parted: number | undefined; waits: number | undefined } {
  assert.equal(outcome.outcome, 'replayed');
  return { parted: outcome.parted?.line, waits: outcome.waits?.line };
}

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
  assert.deepEqual(wayOf(outcome), { parted: 3, waits: undefined });
});

test('the second thread waits at another barrier', () => {
  const outcome = run('sides', 7, 9);
  assert.equal(outcome.outcome === 'replayed' && outcome.second, 'elsewhere');
  assert.deepEqual(wayOf(outcome), { parted: 8, waits: 11 });
});

test('only the last parting counts, and only where the two do not come together again', () => {
  const outcome = run('together', 20, 27);
  assert.deepEqual(wayOf(outcome), { parted: 25, waits: undefined });
});

test('a thread that goes round less often', () => {
  const outcome = run('rounds', 20, 33);
  assert.deepEqual(wayOf(outcome), { parted: 31, waits: undefined });
});

test('threads that wait for ever', () => {
  const outcome = run('locked', 2, 16);
  assert.equal(outcome.outcome, 'replayed');
});

test('no divergence under these arguments', () => {
  const together = run('early', 64, 4);
  assert.match(together.outcome === 'not-reproduced' ? together.reason : '', /the second one is too/);
  const never = run('sides', 0, 9);
  assert.match(never.outcome === 'not-reproduced' ? never.reason : '', /never reaches the barrier/);
});
