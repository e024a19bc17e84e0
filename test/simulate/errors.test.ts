import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ArgumentValue, type SimulationErrorKind, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const SOURCE = `__device__ int endless_sum(int n) { return n == -1 ? 0 : n + endless_sum(n + 1); }
__global__ void endless(int *a) {
  while (true)
    a[0] += 1;
}
__global__ void spin(volatile int *flag) {
  while (*flag == 0) {}
}
__global__ void outside(int *a) {
  a[threadIdx.x + 5] = 1;
}
__global__ void outside_shared(int *a) {
  __shared__ int s[8];
  __shared__ int t[8];
  s[threadIdx.x] = 1;
  a[0] = s[0] + t[0];
}
__device__ int quotient(int a, int b) {
  return a / b;
}
__global__ void divide(int *a, int by) {
  a[0] =
    quotient(7, by);
}
__global__ void divide_long(unsigned long long *a, unsigned long long by) {
  a[0] = 7 % by;
}
__global__ void divergent(int *a) {
  if (threadIdx.x == 0) {
    __syncwarp(3);
    __syncthreads();
  } else
    __syncwarp();
}
__global__ void recursive(int *a) {
  a[0] = endless_sum(0);
}
__global__ void null_pointer(int **a) {
  *a[2] = 1;
}
__global__ void misaligned(char *a) {
  *(int *)(a + 2) = 1;
}
__global__ void greedy(char *a) {
  for (long i = 0; i < 1l << 40; i += 65536) a[i] = 1;
}
__device__ int elsewhere(int);
__global__ void unknown_call(int *a) {
  a[0] = elsewhere(3);
}
__global__ void stops(int *a) {
  if (threadIdx.x == 3) __trap();
}
__global__ void early_return(int *a, int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();
  a[threadIdx.x] = 1;
}
__global__ void two_barriers(int *a) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  a[threadIdx.x] = 1;
}
`;

const kernels = program(SOURCE);

interface Case {
  readonly kernel: string;
  readonly kind: SimulationErrorKind;
  readonly line: number;
  readonly message: RegExp;
  readonly args: readonly ArgumentValue[];
}

const ints: ArgumentValue = { kind: 'region', size: 64 };

const CASES: readonly Case[] = [
  { kernel: 'endless', kind: 'step-budget', line: 4, message: /has not ended after 400000 instructions/, args: [ints] },
  { kernel: 'spin', kind: 'livelock', line: 7, message: /loops forever.*15 others do the same/, args: [ints] },
  {
    kernel: 'outside',
    kind: 'out-of-bounds',
    line: 10,
    message: /writes 4 bytes at offset 64 of 'a', which has 64 bytes/,
    args: [ints],
  },
  {
    kernel: 'outside_shared',
    kind: 'out-of-bounds',
    line: 15,
    message: /writes 4 bytes of shared memory behind the end of 's'/,
    args: [ints],
  },
  { kernel: 'divide', kind: 'division-by-zero', line: 19, message: /divides by zero/, args: [ints, 0] },
  { kernel: 'divide_long', kind: 'division-by-zero', line: 26, message: /divides by zero/, args: [ints, 0n] },
  { kernel: 'divergent', kind: 'deadlock', line: 30, message: /waits for ever/, args: [ints] },
  { kernel: 'recursive', kind: 'stack-overflow', line: 1, message: /calls itself too deep/, args: [ints] },
  {
    kernel: 'null_pointer',
    kind: 'null-pointer',
    line: 39,
    message: /writes through a null pointer \(one that nobody stored\)/,
    args: ['region'],
  },
  { kernel: 'misaligned', kind: 'misaligned', line: 42, message: /not a multiple of 4/, args: [ints] },
  { kernel: 'greedy', kind: 'memory-budget', line: 45, message: /needs more than 8000000 bytes/, args: ['region'] },
  {
    kernel: 'unknown_call',
    kind: 'unsupported',
    line: 49,
    message: /cannot execute a call of _Z9elsewherei/,
    args: [ints],
  },
  { kernel: 'stops', kind: 'trap', line: 52, message: /stops at llvm.trap/, args: [ints] },
];

function launch(kernel: string, args: readonly ArgumentValue[], threads = 16) {
  return simulate(kernels, {
    kernel: symbol(kernels, kernel),
    gridDim: [1, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map(args.entries()),
    stepBudget: 400_000,
    memoryBudget: 8_000_000,
  });
}

for (const { kernel, kind, line, message, args } of CASES) {
  test(`${kernel}: ${kind} with its line`, () => {
    const { error } = launch(kernel, args);
    assert.equal(error?.kind, kind);
    assert.equal(error?.location?.line, line);
    assert.match(error?.message ?? '', message);
  });
}

test('the call stack leads from the place to the kernel', () => {
  const { error } = launch('divide', [ints, 0]);
  assert.deepEqual(
    error?.callStack.map((at) => at.line),
    [19, 23],
  );
});

test('a barrier that some threads never reach is noted; the others go on as on the hardware', () => {
  const result = launch('early_return', [ints, 5]);
  assert.equal(result.error, null);
  assert.deepEqual(
    result.divergences.map((d) => [d.location?.line, d.other]),
    [[56, null]],
  );
  assert.deepEqual([...new Int32Array(result.buffer(0, 0, 24)!.buffer)], [1, 1, 1, 1, 1, 0]);
});

test('barriers at different places are noted', () => {
  const result = launch('two_barriers', [{ kind: 'region', size: 256 }], 64);
  assert.equal(result.error, null);
  assert.deepEqual(
    result.divergences.map((d) => [d.location?.line, d.other?.line]),
    [[61, 63]],
  );
});

test('what cannot be started says why', () => {
  const request = { gridDim: [1, 1, 1], blockDim: [1, 1, 1], arguments: new Map() } as const;
  assert.match(simulate(kernels, { ...request, kernel: 'nothing' }).error?.message ?? '', /no definition of nothing/);
  const kernel = symbol(kernels, 'endless');
  const zero = simulate(kernels, { ...request, kernel, blockDim: [0, 1, 1] });
  assert.match(zero.error?.message ?? '', /a launch dimension of 0/);
  const huge = simulate(kernels, { ...request, kernel, gridDim: [2 ** 30, 1024, 1] });
  assert.match(huge.error?.message ?? '', /more threads than/);
});

const UNWRITTEN = program(`__global__ void k(int *a, int n) {
  __shared__ int s[32];
  int local[4];
  if (threadIdx.x < 16) s[threadIdx.x] = 1;
  for (int i = 0; i < n; i++) local[i] = i;
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x]
    + local[threadIdx.x % 4];
}
`);

for (const [n, lines] of [
  [4, [7]],
  [3, [7, 8]],
] as const) {
  test(`reads of shared and local memory that nobody wrote are noted: ${lines.join(', ')}`, () => {
    const result = simulate(UNWRITTEN, {
      kernel: symbol(UNWRITTEN, 'k'),
      gridDim: [1, 1, 1],
      blockDim: [32, 1, 1],
      arguments: new Map<number, ArgumentValue>([
        [0, { kind: 'region', size: 128 }],
        [1, n],
      ]),
    });
    assert.equal(result.error, null);
    assert.deepEqual(
      result.unwrittenReads.map((at) => at.line),
      lines,
    );
  });
}
