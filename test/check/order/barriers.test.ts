/** Which two threads of a block barriers join, and which barriers are not relied upon. Blocks have 64 threads. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Distance } from '../../../src/check/thread-pair.ts';
import type { KernelAccess, PartialBarrier } from '../../../src/kernel/index.ts';
import type { Cond } from '../../../src/terms/index.ts';
import { MadeKernel } from './made-kernel.ts';

interface Row {
  readonly name: string;
  readonly members: (k: MadeKernel) => PartialBarrier['members'];
  /** How many threads take part, where the barrier says so. */
  readonly count?: number;
  /** Who comes to it. */
  readonly guard?: (k: MadeKernel) => Cond;
  /** Between which threads that come it orders; after a refusal the kernel is inconclusive either way. */
  readonly orders: Readonly<Record<'intra-warp' | 'intra-block', boolean>>;
  readonly refusal?: string;
}

const ALL = { 'intra-warp': true, 'intra-block': true };
const WARP = { 'intra-warp': true, 'intra-block': false };
const NONE = { 'intra-warp': false, 'intra-block': false };
const named = (number: number) => (k: MadeKernel) => ({ kind: 'named', number: k.terms.constant(number) }) as const;
const lanes = (mask: bigint) => (k: MadeKernel) => ({ kind: 'lanes', mask: k.terms.constant(mask) }) as const;
/** Of its warp. */
const isInLowerHalf = (k: MadeKernel) => k.terms.lt(k.terms.mod(k.thread, k.terms.constant(32)), k.terms.constant(16));
const isBelow = (limit: number) => (k: MadeKernel) => k.terms.lt(k.thread, k.terms.constant(limit));

const rows: readonly Row[] = [
  { name: 'a tile of a warp', members: () => ({ kind: 'tile', size: 32n }), orders: WARP },
  { name: 'a tile of half a warp', members: () => ({ kind: 'tile', size: 16n }), orders: NONE },
  { name: 'a tile of the block', members: () => ({ kind: 'tile', size: 64n }), orders: ALL },
  { name: 'all lanes', members: lanes(0xffff_ffffn), orders: WARP },
  { name: 'the lower lanes', members: lanes(0xffffn), orders: NONE },
  { name: 'the lower lanes, where only they come', members: lanes(0xffffn), guard: isInLowerHalf, orders: WARP },
  { name: 'a named barrier of the whole block', members: named(1), orders: ALL },
  { name: 'a named barrier of one warp', members: named(1), count: 32, guard: isBelow(32), orders: ALL },
  {
    name: 'a named barrier to which too few threads come',
    members: named(1),
    count: 64,
    guard: isBelow(32),
    orders: ALL,
    refusal: 'cannot show that all threads of a barrier reach it equally often',
  },
  {
    name: 'a named barrier to which too many threads come',
    members: named(1),
    count: 32,
    orders: NONE,
    refusal: 'a barrier that more threads reach than its count says',
  },
  {
    name: 'a named barrier of part of a warp',
    members: named(1),
    count: 32,
    guard: isInLowerHalf,
    orders: NONE,
    refusal: 'a named barrier that only part of a warp reaches',
  },
  {
    name: 'the barrier of __syncthreads()',
    members: named(0),
    orders: NONE,
    refusal: 'a named barrier whose number another barrier may share',
  },
  {
    name: 'a barrier object without init',
    members: () => ({ kind: 'object', name: 'b', size: 1n }),
    orders: NONE,
    refusal: 'a barrier object that is not initialised here',
  },
];

/** Each thread that comes writes before the barrier and reads behind it. */
function around(k: MadeKernel, { members, count, guard }: Row): readonly [KernelAccess, KernelAccess] {
  const tile = k.object('tile', 'shared');
  const accesses: KernelAccess[] = [];
  k.when(guard?.(k) ?? k.terms.true, () => {
    accesses.push(k.write(tile));
    k.sync(k.partialBarrier(members(k)), count);
    accesses.push(k.read(tile));
  });
  return [accesses[0]!, accesses[1]!];
}

describe('barriers of the warp', () => {
  const order = (k: MadeKernel, [a, b]: readonly KernelAccess[]) => ({
    'intra-warp': k.isOrderedByBarriers(a!, b!, 'intra-warp'),
    'intra-block': k.isOrderedByBarriers(a!, b!, 'intra-block'),
  });

  test('order the lanes of one', () => {
    const k = new MadeKernel();
    const tile = k.object('tile', 'shared');
    const written = k.write(tile);
    k.warpBarrier();
    assert.deepEqual(order(k, [written, k.read(tile)]), WARP);
  });

  test('do not order lanes that never come', () => {
    const k = new MadeKernel();
    const tile = k.object('tile', 'shared');
    const written = k.write(tile);
    let read: KernelAccess | null = null;
    k.when(isInLowerHalf(k), () => {
      k.warpBarrier();
      read = k.read(tile);
    });
    assert.deepEqual(order(k, [written, read!]), NONE);
  });

  test('order lanes that come later than another', () => {
    const k = new MadeKernel();
    const tile = k.object('tile', 'shared');
    const written = k.write(tile);
    k.warpBarrier();
    const read = k.read(tile);
    // The lower lanes go on to another one, the upper ones have come to the first.
    k.when(isInLowerHalf(k), () => k.warpBarrier());
    assert.deepEqual(order(k, [written, read]), WARP);
  });
});

describe('barriers of some threads', () => {
  for (const row of rows) {
    test(row.name, () => {
      const k = new MadeKernel();
      const [written, read] = around(k, row);
      const order = (distance: Distance) => k.isOrderedByBarriers(written, read, distance);
      assert.deepEqual({ 'intra-warp': order('intra-warp'), 'intra-block': order('intra-block') }, row.orders);
      assert.deepEqual(
        k.partialBarriers().refusals.map(({ text }) => text),
        row.refusal === undefined ? [] : [row.refusal],
      );
    });
  }
});

test('a barrier of the block orders its threads, and no threads of other blocks', () => {
  const k = new MadeKernel();
  const data = k.object('data');
  const written = k.write(data);
  k.barrier();
  const read = k.read(data);
  assert.equal(k.isOrderedByBarriers(written, read, 'same-block'), true);
  assert.equal(k.isOrderedByBarriers(written, written, 'same-block'), false);
  assert.equal(k.isOrderedByBarriers(written, read, 'inter-block'), false);
});
