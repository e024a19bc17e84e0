/** Threads that never end: told apart from threads that wait for one another, and found early. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ArgumentValue, type Simulation, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const SOURCE = `__global__ void spin(volatile int *flag) {
  while (*flag == 0) {}
}
__global__ void lock_forgotten(int *lock, int *a) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  a[0] += 1;
}
__global__ void half_waits(volatile int *flag) {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    while (*flag == 0) {}
}
__global__ void nothing() {
  while (true) {}
}
__global__ void in_turn(volatile int *turn, int *a, int rounds) {
  for (int i = 0; i < rounds; i++) {
    int mine = i * blockDim.x + threadIdx.x;
    while (*turn != mine) {}
    a[0] = a[0] * 3 + threadIdx.x;
    __threadfence();
    *turn = mine + 1;
  }
}
__global__ void other_block(volatile int *flag, int *a) {
  if (blockIdx.x == 0) {
    while (*flag != gridDim.x - 1) {}
    a[0] = 1;
  } else {
    atomicAdd((int *)flag, 1);
  }
}
__global__ void busy(unsigned *a, int n) {
  unsigned x = threadIdx.x;
  for (int i = 0; i < n; i++) x = x * 1664525u + 1013904223u;
  a[threadIdx.x] = x;
}
__global__ void changes(int *a) {
  while (a[0] >= 0)
    a[0] ^= 1;
}
__global__ void slow(volatile int *flag) {
  __syncthreads();
  unsigned ns = 8;
  while (*flag == 0) {
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
}
`;

const kernels = program(SOURCE);
const ints = (size = 64): ArgumentValue => ({ kind: 'region', size });

function launch(
  kernel: string,
  args: readonly ArgumentValue[],
  options: { threads?: number; blocks?: number; seed?: number; steps?: number } = {},
): Simulation {
  return simulate(kernels, {
    kernel: symbol(kernels, kernel),
    gridDim: [options.blocks ?? 1, 1, 1],
    blockDim: [options.threads ?? 32, 1, 1],
    arguments: new Map(args.entries()),
    seed: options.seed ?? null,
    stepBudget: options.steps ?? 1_000_000_000,
  });
}

for (const seed of [undefined, 1, 7]) {
  describe(`schedule ${seed ?? 'in order'}`, () => {
    const options = seed === undefined ? {} : { seed };

    for (const [kernel, line, like] of [
      ['spin', 2, /31 others do the same/],
      ['lock_forgotten', 5, /30 others do the same/],
      ['half_waits', 12, /15 others do the same, 16 wait at barriers/],
      ['nothing', 15, /31 others do the same/],
      ['slow', 48, /31 others do the same/],
    ] as const) {
      test(`${kernel} is a livelock, found early`, () => {
        const result = launch(kernel, [ints(), ints()].slice(0, kernel === 'nothing' ? 0 : 2), options);
        assert.equal(result.error?.kind, 'livelock');
        assert.equal(result.error?.location?.line, line);
        assert.match(result.error?.message ?? '', /^loops forever: no thread is left that could change what it reads/);
        assert.match(result.error?.message ?? '', like);
        assert.ok(result.steps < 1_000_000, `${result.steps} steps`);
      });
    }

    test('a thousand threads that spin are found as early', () => {
      const result = launch('spin', [ints()], { ...options, threads: 1024, blocks: 4 });
      assert.equal(result.error?.kind, 'livelock');
      assert.ok(result.steps < 2_000_000, `${result.steps} steps`);
    });

    test('threads that take turns by spinning get through', () => {
      const result = launch('in_turn', [ints(), ints(), 20], { ...options, threads: 64 });
      assert.equal(result.error, null);
      let expected = 0;
      for (let i = 0; i < 20; i++) for (let t = 0; t < 64; t++) expected = (Math.imul(expected, 3) + t) | 0;
      assert.equal(new Int32Array(result.buffer(1, 0, 4)!.buffer)[0], expected);
    });

    test('threads that spin for blocks that come later get through', () => {
      const result = launch('other_block', [ints(), ints()], { ...options, threads: 1, blocks: 40 });
      assert.equal(result.error, null);
      assert.equal(result.buffer(1, 0, 1)![0], 1);
    });

    test('long computations are no livelock', () => {
      const result = launch('busy', [ints(), 300_000], { ...options, threads: 4 });
      assert.equal(result.error, null);
    });

    test('threads that change memory for ever run until the budget is spent', () => {
      const result = launch('changes', [ints()], { ...options, threads: 2, steps: 300_000 });
      assert.equal(result.error?.kind, 'step-budget');
      assert.ok([41, 42].includes(result.error?.location?.line ?? 0), String(result.error?.location?.line));
    });
  });
}
