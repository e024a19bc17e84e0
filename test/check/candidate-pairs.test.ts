/** Pairs that groups of accesses answer for, against every pair and every two of a few threads. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { candidatePairs } from '../../src/check/candidate-pairs.ts';
import type { KernelAccess, MemoryObject } from '../../src/kernel/index.ts';
import { Evaluator, Terms } from '../../src/terms/index.ts';

const THREADS = [0n, 1n, 2n, 3n];

interface Shape {
  readonly kind: KernelAccess['kind'];
  readonly object: number;
  /** Bytes between threads. */
  readonly stride: number;
  readonly constant: number;
  readonly size: number;
  readonly interval: number;
}

const shape: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom('read', 'write', 'atomic'),
  object: fc.constantFrom(0, 1),
  stride: fc.constantFrom(0, 4, 16, 64),
  constant: fc.integer({ min: 0, max: 24 }).map((n) => 4 * n),
  size: fc.constantFrom(4, 8),
  interval: fc.constantFrom(0, 0, 1),
});

function accessesOf(t: Terms, shapes: readonly Shape[], space: MemoryObject['space']): KernelAccess[] {
  const thread = t.symbol('t', 'thread', 'input', { low: 0n, high: 3n });
  const objects = [1, 2].map((id) => ({ id, key: `o${id}`, name: `o${id}`, space }) as MemoryObject);
  return shapes.map(({ kind, object, stride, constant, size, interval }, index) => ({
    index,
    kind,
    object: objects[object]!,
    base: [],
    offset: t.add(t.scale(thread, BigInt(stride)), t.constant(constant)),
    size,
    alignment: 1,
    path: t.true,
    facts: t.true,
    interval: {
      block: t.constant(interval),
      warp: t.constant(interval),
      grid: t.zero,
      exchanges: t.zero,
      partialBarriers: new Map(),
    },
    scope: kind === 'atomic' ? 'device' : null,
    ordering: null,
    volatile: false,
    found: null,
    update: null,
    valueBits: null,
    iterations: [],
    way: { calls: [], rounds: [] },
    location: { file: 0, line: index + 1, column: 1 },
    addressLocation: null,
    value: null,
    seedsExchange: false,
    copy: null,
    together: null,
    copyGroups: null,
  }));
}

/** No two of the threads meet, or a barrier parts them. */
function isSafe(t: Terms, a: KernelAccess, b: KernelAccess): boolean {
  if (a.object.space === 'shared' && a.interval.block !== b.interval.block) return true;
  const thread = t.symbol('t', 'thread', 'input', { low: 0n, high: 3n });
  const at = (x: KernelAccess, who: bigint) =>
    new Evaluator({ symbol: () => who, apply: () => assert.fail('there are no functions here') }).int(
      t.add(x.offset, t.scale(thread, 0n)),
    );
  return THREADS.every((one) =>
    THREADS.every((other) => {
      const [x, y] = [at(a, one), at(b, other)];
      return one === other || x + BigInt(a.size) <= y || y + BigInt(b.size) <= x;
    }),
  );
}

function isCandidate(a: KernelAccess, b: KernelAccess): boolean {
  const both = (kind: KernelAccess['kind']) => a.kind === kind && b.kind === kind;
  // Atomics of two sizes are not atomic to each other.
  return a.object === b.object && !both('read') && !(both('atomic') && a.size === b.size);
}

describe('groups of accesses', () => {
  for (const space of ['global', 'shared'] as const) {
    test(`a pair in ${space} memory that is left out is safe, and all pairs are counted`, () => {
      let leftOut = 0;
      fc.assert(
        fc.property(fc.array(shape, { minLength: 1, maxLength: 24 }), (shapes) => {
          const t = new Terms();
          const accesses = accessesOf(t, shapes, space);
          const { total, pairs } = candidatePairs(accesses, (a, b) => isSafe(t, a, b));
          const left = new Set(pairs.map(([a, b]) => `${a.index} ${b.index}`));
          let candidates = 0;
          for (const [i, a] of accesses.entries()) {
            for (const b of accesses.slice(i)) {
              if (!isCandidate(a, b)) continue;
              candidates++;
              if (left.has(`${a.index} ${b.index}`)) continue;
              leftOut++;
              assert.ok(isSafe(t, a, b), `${JSON.stringify([shapes[a.index], shapes[b.index]])} can meet`);
            }
          }
          assert.equal(total, candidates);
          assert.equal(left.size, pairs.length);
        }),
        { numRuns: 1000, seed: 5 },
      );
      assert.ok(leftOut > 0);
    });
  }

  test('without a test of safety every candidate is left, in the order of the kernel', () => {
    const t = new Terms();
    const plain: Shape = { kind: 'write', object: 0, stride: 16, constant: 0, size: 4, interval: 0 };
    const accesses = accessesOf(
      t,
      [8, 0, 4].map((constant) => ({ ...plain, constant })),
      'global',
    );
    const { total, pairs } = candidatePairs(accesses, null);
    assert.equal(total, 6);
    assert.deepEqual(
      pairs.map(([a, b]) => [a.index, b.index]),
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 1],
        [1, 2],
        [2, 2],
      ],
    );
  });

  test('a row of a thousand stores per thread is one question', () => {
    const t = new Terms();
    const row = Array.from(
      { length: 1000 },
      (_, i): Shape => ({ kind: 'write', object: 0, stride: 4000, constant: 4 * i, size: 4, interval: 0 }),
    );
    let asked = 0;
    const { total, pairs } = candidatePairs(accessesOf(t, row, 'global'), (a, b) => {
      asked++;
      return isSafe(t, a, b);
    });
    assert.deepEqual([total, pairs.length, asked], [500_500, 0, 1]);
  });
});
