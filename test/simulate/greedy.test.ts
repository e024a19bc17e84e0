/** Kernels that ask for more than there is: each is stopped at its line, soon, and the others of the file are answered. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ArgumentValue, replay, type SimulationErrorKind, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const SOURCE = `__global__ void shared_array(int *a) {
  __shared__ int s[2684354560ull / 4];
  s[threadIdx.x * 1000000ull] = 1;
  a[threadIdx.x] = s[threadIdx.x];
}
__global__ void local_array(int *a, int n) {
  char big[10000000000ull];
  big[n * 1000000000ull] = 1;
  a[threadIdx.x] = big[n];
}
__global__ void local_outside(int *a, int n) {
  int small[4];
  small[n] = 1;
  a[threadIdx.x] = small[n & 3];
}
__global__ void heap(int *a) {
  char *p = (char *)malloc(10000000000ull);
  p[5] = 1;
  a[threadIdx.x] = p[5];
}
__device__ int deep(int n) {
  char pad[4096];
  pad[n & 4095] = n;
  return n == 0 ? 0 : deep(n - 1) + pad[(n * 7) & 4095];
}
__global__ void recursion(int *a, int n) {
  a[threadIdx.x] = deep(n);
}
__global__ void copy(char *a, long n) {
  memcpy(a, a + n, n);
}
__global__ void everywhere(char *a, long n) {
  for (long i = 0; i < n; i += 4096)
    a[i * 64] = 1;
}
__global__ void endless_sum(int *a) {
  for (int i = 0; i >= 0; i = (i + 1) & 1023)
    a[i] += i;
}
__global__ void sane(int *a) {
  a[0] = threadIdx.x;
}
`;

const code = program(SOURCE);

const TEN_GB = 10_000_000_000;

describe('greedy kernels', () => {
  for (const [kernel, n, kind, line, message] of [
    ['local_array', 9, 'stack-overflow', 6, /takes more local memory than a thread has/],
    ['local_outside', 4, 'out-of-bounds', 13, /writes 4 bytes outside the thread's local variables/],
    ['local_outside', 1 << 29, 'out-of-bounds', 13, /writes (where nothing is|through a pointer to another thread)/],
    ['local_outside', -1, 'out-of-bounds', 13, /writes where nothing is/],
    ['heap', 0, 'null-pointer', 18, /writes through a null pointer/],
    ['recursion', 1_000_000, 'stack-overflow', 24, /takes more local memory than a thread has/],
    ['copy', TEN_GB, 'memory-budget', 30, /copies or sets 10000000000 bytes at once/],
    ['everywhere', TEN_GB, 'memory-budget', 34, /needs more than 268435456 bytes of memory/],
    ['endless_sum', 0, 'step-budget', 38, /has not ended after 3000000 instructions/],
  ] as const satisfies (readonly [string, number, SimulationErrorKind, number, RegExp])[]) {
    test(`${kernel}(${n})`, () => {
      const started = performance.now();
      const { error } = simulate(code, {
        kernel: symbol(code, kernel),
        gridDim: [1, 1, 1],
        blockDim: [32, 1, 1],
        arguments: new Map<number, ArgumentValue>([
          [0, kernel === 'everywhere' ? 'region' : { kind: 'region', size: TEN_GB }],
          [1, n],
        ]),
        stepBudget: 3_000_000,
        memoryBudget: 268_435_456,
      });
      assert.equal(error?.kind, kind, error?.message);
      assert.ok(Math.abs((error?.location?.line ?? 0) - line) <= 1, `line ${error?.location?.line}`);
      assert.match(error?.message ?? '', message);
      assert.ok(performance.now() - started < 20_000);
    });
  }

  test('shared memory that no GPU has is refused before anything runs', () => {
    const { error } = simulate(code, {
      kernel: symbol(code, 'shared_array'),
      gridDim: [1, 1, 1],
      blockDim: [32, 1, 1],
      arguments: new Map(),
    });
    assert.match(error?.message ?? '', /cannot execute more shared memory than any GPU has/);
  });

  test('what is between them runs', () => {
    const at = {
      file: code.files.indexOf('k.cu'),
      line: SOURCE.split('\n').indexOf('  a[0] = threadIdx.x;') + 1,
      column: 8,
    };
    const outcome = replay(code, {
      kernel: symbol(code, 'sane'),
      gridDim: [1, 1, 1],
      blockDim: [2, 1, 1],
      arguments: new Map(),
      warpModel: 'its',
      threads: [
        { block: [0, 0, 0], thread: [0, 0, 0] },
        { block: [0, 0, 0], thread: [1, 0, 0] },
      ],
      accesses: [
        { location: at, kind: 'write' },
        { location: at, kind: 'write' },
      ],
    });
    assert.equal(outcome.outcome, 'replayed');
  });
});
