/** Who runs next: what the schedules have in common, and in what they differ. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ArgumentValue, type ScheduleName, type SimulationRequest, simulate } from '../../src/simulate/index.ts';
import { program, symbol } from './programs.ts';

const code = program(`__global__ void order(int *next, int *out, int rounds) {
  for (int i = 0; i < rounds; i++) out[atomicAdd(next, 1)] = blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  for (int n = 32; n > 0; n /= 2) {
    __syncthreads();
    if (threadIdx.x < n) s[threadIdx.x] += s[threadIdx.x + n];
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
`);

type How = Pick<SimulationRequest, 'schedule' | 'seed' | 'warpModel'>;

function orderOf(how: How, blocks = 3, threads = 4, rounds = 5): number[] {
  const count = blocks * threads * rounds;
  const args: ArgumentValue[] = [{ kind: 'region', size: 4 }, { kind: 'region', size: count * 4 }, rounds];
  const result = simulate(code, {
    kernel: symbol(code, 'order'),
    gridDim: [blocks, 1, 1],
    blockDim: [threads, 1, 1],
    arguments: new Map(args.entries()),
    ...how,
  });
  assert.equal(result.error, null);
  return [...new Int32Array(result.buffer(1, 0, count * 4)!.buffer)];
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('schedules', () => {
  test('in order: thread by thread', () => {
    assert.deepEqual(
      orderOf({}),
      range(12).flatMap((t) => Array(5).fill(t)),
    );
  });

  test('round-robin: each in turn, threads of several blocks', () => {
    assert.deepEqual(
      orderOf({ schedule: 'round-robin' }),
      range(5).flatMap(() => range(12)),
    );
  });

  test('round-robin: a block begins as another one ends', () => {
    const order = orderOf({ schedule: 'round-robin' }, 20, 1, 3);
    assert.deepEqual(
      order.slice(0, 24),
      range(3).flatMap(() => range(8)),
    );
    assert.deepEqual(
      order.toSorted((a, b) => a - b),
      range(20).flatMap((t) => [t, t, t]),
    );
  });

  test('at random: by the seed, and again the same', () => {
    const [one, again, two] = [1, 1, 2].map((seed) => orderOf({ seed }));
    assert.deepEqual(one, again);
    assert.notDeepEqual(one, two);
    assert.notDeepEqual(one, orderOf({}));
    assert.deepEqual(orderOf({ schedule: 'random', seed: 1 }), one);
  });

  test('at random: blocks run side by side', () => {
    const order = orderOf({ seed: 3 }, 4, 8, 20).map((thread) => Math.floor(thread / 8));
    const changes = order.filter((block, i) => i > 0 && block !== order[i - 1]).length;
    assert.ok(changes > 10, `${changes} changes of the block`);
  });

  for (const warpModel of ['its', 'lockstep'] as const) {
    for (const schedule of ['in-order', 'round-robin', 'random'] as ScheduleName[]) {
      test(`a kernel without races computes the same: ${schedule}, ${warpModel}`, () => {
        const input = Int32Array.from({ length: 640 }, (_, i) => Math.imul(i, 0x9e3779b9) >> 12);
        const args: ArgumentValue[] = [
          { kind: 'region', size: 2560, contents: [{ offset: 0, bytes: new Uint8Array(input.buffer) }] },
          { kind: 'region', size: 4 },
        ];
        const result = simulate(code, {
          kernel: symbol(code, 'sum'),
          gridDim: [10, 1, 1],
          blockDim: [64, 1, 1],
          arguments: new Map(args.entries()),
          schedule,
          warpModel,
        });
        assert.equal(result.error, null);
        assert.equal(
          new Int32Array(result.buffer(1, 0, 4)!.buffer)[0],
          input.reduce((a, b) => (a + b) | 0),
        );
      });
    }
  }
});
