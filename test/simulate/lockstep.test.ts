/** Warps in lockstep: what such hardware computes, and what of it can still race. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ArgumentValue, replay, type Simulation, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const SOURCE = `__global__ void reduce(int *out, const int *in) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
  if (t == 0) out[0] = s[0];
}
__global__ void shift(int *a) {
  a[threadIdx.x + 1] = a[threadIdx.x];
}
struct Four { int x, y, z, w; };
__global__ void shift_struct(Four *a) {
  a[threadIdx.x + 1] = a[threadIdx.x];
}
__global__ void branches(int *a) {
  int t = threadIdx.x;
  if (t % 2 == 0) a[t] = a[t + 1] + 100;
  else a[t] = a[t - 1] + 1000;
  a[t + 32] = a[(t + 1) % 32];
}
__global__ void trips(int *a) {
  int t = threadIdx.x;
  int n = 0;
  for (int i = 0; i <= t; i++) n += i;
  a[t] = n;
  a[32 + t] = a[31 - t];
}
__device__ int fetch(int *a, int i) {
  int sum = 0;
  for (int k = 0; k < i % 4 + 1; k++) sum += a[(i + k) % 32];
  return sum;
}
__global__ void calls(int *a) {
  int t = threadIdx.x;
  int got = fetch(a, t);
  a[t] = got;
  if (t < 8) a[t] = fetch(a, t + 8);
}
__global__ void active(unsigned *a) {
  int t = threadIdx.x;
  a[t] = __activemask();
  if (t < 8) a[t + 32] = __activemask();
  else if (t % 2) a[t + 32] = __activemask();
  a[t + 64] = __activemask();
}
__global__ void lock_in_warp(int *lock, int *a) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  a[0] += 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void lock_done(int *lock, int *a) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      a[0] += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
__global__ void early(int *a) {
  if (threadIdx.x >= 20) return;
  a[threadIdx.x] = a[threadIdx.x + 1];
  __syncthreads();
  a[threadIdx.x] += 1;
}
__global__ void choose(int *a) {
  int t = threadIdx.x;
  int v = (t > 3 && a[t - 1] > 0) ? a[t] : -1;
  a[t] = v;
  switch (t % 3) {
    case 0: a[t + 1] = t; break;
    case 1: a[t + 1] = -t; break;
    default: break;
  }
}
__global__ void two_warps(int *a) {
  a[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x];
}
__global__ void same(int *a) {
  a[threadIdx.x / 2] = threadIdx.x;
}
`;

const kernels = program(SOURCE);

function ints(values: readonly number[]): ArgumentValue {
  const bytes = new Uint8Array(Int32Array.from(values).buffer);
  return { kind: 'region', size: bytes.length, contents: [{ offset: 0, bytes }] };
}

const count = (n: number) => Array.from({ length: n }, (_, i) => i);

function launch(kernel: string, args: readonly ArgumentValue[], threads = 32, seed: number | null = null): Simulation {
  return simulate(kernels, {
    kernel: symbol(kernels, kernel),
    gridDim: [1, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map(args.entries()),
    warpModel: 'lockstep',
    seed,
    stepBudget: 10_000_000,
  });
}

function values(result: Simulation, index: number, length: number): number[] {
  assert.equal(result.error, null);
  return [...new Int32Array(result.buffer(index, 0, length * 4)!.buffer)];
}

describe('values', () => {
  for (const seed of [null, 1, 2]) {
    test(`a reduction of a warp without barriers, schedule ${seed ?? 'in order'}`, () => {
      const result = launch('reduce', [ints([0]), ints(count(32).map((i) => i * i))], 32, seed);
      assert.deepEqual(values(result, 0, 1), [count(32).reduce((sum, i) => sum + i * i, 0)]);
    });
  }

  test('on their own the threads compute something else', () => {
    const args = new Map([ints([0]), ints(count(32))].entries());
    const kernel = symbol(kernels, 'reduce');
    const result = simulate(kernels, { kernel, gridDim: [1, 1, 1], blockDim: [32, 1, 1], arguments: args });
    assert.notDeepEqual(values(result, 0, 1), [496]);
  });

  test('all lanes read before one writes', () => {
    assert.deepEqual(values(launch('shift', [ints(count(33))]), 0, 33), [0, ...count(32)]);
  });

  test('also when a whole struct is copied', () => {
    assert.deepEqual(values(launch('shift_struct', [ints(count(132))]), 0, 132), [0, 1, 2, 3, ...count(128)]);
  });

  test('lanes that part run one side after the other, and meet again', () => {
    const a = count(64);
    for (let t = 0; t < 32; t += 2) a[t] = a[t + 1]! + 100;
    for (let t = 1; t < 32; t += 2) a[t] = a[t - 1]! + 1000;
    for (let t = 0; t < 32; t++) a[t + 32] = a[(t + 1) % 32]!;
    assert.deepEqual(values(launch('branches', [ints(count(64))]), 0, 64), a);
  });

  test('lanes that leave a loop early wait behind it', () => {
    const sums = count(32).map((t) => (t * (t + 1)) / 2);
    assert.deepEqual(values(launch('trips', [ints(count(64))]), 0, 64), [...sums, ...sums.toReversed()]);
  });

  test('calls are made together', () => {
    const a = count(32);
    const fetch = (i: number) => count((i % 4) + 1).reduce((sum, k) => sum + a[(i + k) % 32]!, 0);
    const first = count(32).map(fetch);
    first.forEach((v, t) => {
      a[t] = v;
    });
    const second = count(8).map((t) => fetch(t + 8));
    second.forEach((v, t) => {
      a[t] = v;
    });
    assert.deepEqual(values(launch('calls', [ints(count(32))]), 0, 32), a);
  });

  test('the lanes that are active', () => {
    const odd = 0xaaaaaa00 | 0;
    const inside = count(32).map((t) => (t < 8 ? 255 : t % 2 ? odd : 0));
    const all = Array<number>(32).fill(-1);
    assert.deepEqual(values(launch('active', [ints(Array<number>(96).fill(0))]), 0, 96), [...all, ...inside, ...all]);
  });

  test('threads that have ended are not waited for', () => {
    const expected = count(32).map((t) => (t < 20 ? t + 2 : t));
    assert.deepEqual(values(launch('early', [ints(count(32))]), 0, 32), expected);
  });

  test('conditions within expressions, switches', () => {
    const a = count(33);
    const read = a.map((_, t) => (t > 3 && a[t - 1]! > 0 ? a[t]! : -1));
    for (let t = 0; t < 32; t++) a[t] = read[t]!;
    for (let t = 0; t < 32; t += 3) a[t + 1] = t;
    for (let t = 1; t < 32; t += 3) a[t + 1] = -t;
    assert.deepEqual(values(launch('choose', [ints(count(33))]), 0, 33), a);
  });

  test('a lock that lanes of one warp wait for in a loop of its own is never given back', () => {
    const { error } = launch('lock_in_warp', [ints([0]), ints([0])]);
    assert.equal(error?.kind, 'livelock');
    assert.equal(error?.location?.line, 52);
  });

  test('one that is taken and given back within the loop is', () => {
    assert.deepEqual(values(launch('lock_done', [ints([0]), ints([0])], 64), 1, 1), [64]);
  });
});

describe('races', () => {
  const seen = (
    kernel: string,
    warpModel: 'its' | 'lockstep',
    threads: [number, number],
    kinds = ['read', 'write'],
  ) => {
    const lines = SOURCE.split('\n');
    const line = lines.findIndex((text, i) => text.includes('a[threadIdx') && lines[i - 1]!.includes(` ${kernel}(`));
    const file = kernels.files.indexOf('k.cu');
    const access = (kind: string) => {
      const column = lines[line]!.indexOf(kind === 'write' ? 'a[' : '= a[') + 1;
      return { location: { file, line: line + 1, column }, kind: kind as 'read' | 'write' };
    };
    return replay(kernels, {
      kernel: symbol(kernels, kernel),
      gridDim: [1, 1, 1],
      blockDim: [64, 1, 1],
      arguments: new Map(),
      warpModel,
      threads: [
        { block: [0, 0, 0], thread: [threads[0], 0, 0] },
        { block: [0, 0, 0], thread: [threads[1], 0, 0] },
      ],
      accesses: [access(kinds[0]!), access(kinds[1]!)],
    });
  };

  test('lanes of a warp race on their own, and do not in lockstep', () => {
    assert.equal(seen('two_warps', 'its', [0, 1]).outcome, 'replayed');
    const inStep = seen('two_warps', 'lockstep', [0, 1]);
    assert.equal(inStep.outcome, 'not-reproduced');
    assert.match(
      inStep.outcome === 'not-reproduced' ? inStep.reason : '',
      /one after the other, as their warp runs in lockstep/,
    );
  });

  test('threads of two warps race in lockstep too', () => {
    assert.equal(seen('two_warps', 'lockstep', [31, 32]).outcome, 'replayed');
  });

  test('lanes that write one place with one instruction race in lockstep too', () => {
    assert.equal(seen('same', 'lockstep', [4, 5], ['write', 'write']).outcome, 'replayed');
  });
});
