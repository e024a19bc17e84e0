/**
 * Which accesses locks, flags and counters order, by the fences and scopes that are there. Each row is a kernel of a few
 * steps; `strict` asks for everything, `unfenced reader` not for the reader's fence, `lenient` for no fence or scope.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LENIENT, STRICT, UNFENCED_READER } from '../../../src/check/order/index.ts';
import type { KernelAccess } from '../../../src/kernel/index.ts';
import type { Scope } from '../../../src/model/result.ts';
import { MadeKernel } from './made-kernel.ts';

type Pair = readonly [KernelAccess, KernelAccess];
type Needs = 'nothing more' | "the reader's fence" | 'fences or scopes' | 'another idiom';

/** What the two accesses need to be ordered. */
function needs(kernel: MadeKernel, [a, b]: Pair): Needs {
  if (kernel.isOrderedByMemory(a, b, STRICT)) return 'nothing more';
  if (kernel.isOrderedByMemory(a, b, UNFENCED_READER)) return "the reader's fence";
  return kernel.isOrderedByMemory(a, b, LENIENT) ? 'fences or scopes' : 'another idiom';
}

interface Row {
  readonly name: string;
  readonly make: (kernel: MadeKernel) => Pair;
  readonly needs: Needs;
}

function table(rows: readonly Row[]): void {
  for (const row of rows) {
    test(row.name, () => {
      const kernel = new MadeKernel();
      assert.equal(needs(kernel, row.make(kernel)), row.needs);
    });
  }
}

interface FlagOptions {
  readonly release?: boolean;
  readonly acquire?: boolean;
  readonly scope?: Scope;
  readonly awaited?: number;
  readonly stored?: number;
}

/** Block 0 writes and sets a flag; the others wait for it and read. */
function flag({ release = true, acquire = true, scope = 'device', awaited = 1, stored = 1 }: FlagOptions) {
  return (k: MadeKernel): Pair => {
    const [data, signal] = [k.object('data'), k.object('signal')];
    const isFirst = k.terms.and(k.terms.eq(k.block, k.terms.zero), k.terms.eq(k.thread, k.terms.zero));
    let written: KernelAccess | undefined;
    k.when(isFirst, () => {
      written = k.write(data);
      if (release) k.fence(scope);
      k.store(signal, stored, { scope });
    });
    k.require(k.terms.not(isFirst));
    const { found } = k.load(signal, { scope });
    k.require(k.terms.eq(found, k.terms.constant(awaited)));
    if (acquire) k.fence(scope);
    return [written!, k.read(data)];
  };
}

describe('flags', () => {
  table([
    { name: 'a fence on both sides', make: flag({}), needs: 'nothing more' },
    { name: 'no fence behind the read', make: flag({ acquire: false }), needs: "the reader's fence" },
    { name: 'no fence before the flag', make: flag({ release: false }), needs: 'fences or scopes' },
    { name: 'scopes of one block', make: flag({ scope: 'block' }), needs: 'fences or scopes' },
    { name: 'the value that the memory holds at the start', make: flag({ awaited: 0 }), needs: 'another idiom' },
    { name: 'a value that nobody stores', make: flag({ awaited: 7 }), needs: 'nothing more' },
    {
      name: 'a flag that orders itself',
      make: (k) => {
        const [data, signal] = [k.object('data'), k.object('signal')];
        const isFirst = k.terms.and(k.terms.eq(k.block, k.terms.zero), k.terms.eq(k.thread, k.terms.zero));
        let written: KernelAccess | undefined;
        k.when(isFirst, () => {
          written = k.write(data);
          k.store(signal, 1, { ordering: 'release' });
        });
        k.require(k.terms.not(isFirst));
        k.require(k.terms.eq(k.load(signal, { ordering: 'acquire' }).found, k.terms.one));
        return [written!, k.read(data)];
      },
      needs: 'nothing more',
    },
    {
      name: 'a write behind the flag',
      make: (k) => {
        const [data, signal] = [k.object('data'), k.object('signal')];
        const isFirst = k.terms.and(k.terms.eq(k.block, k.terms.zero), k.terms.eq(k.thread, k.terms.zero));
        let written: KernelAccess | undefined;
        k.when(isFirst, () => {
          k.fence();
          k.store(signal, 1);
          written = k.write(data);
        });
        k.require(k.terms.not(isFirst));
        k.require(k.terms.eq(k.load(signal).found, k.terms.one));
        k.fence();
        return [written!, k.read(data)];
      },
      needs: 'another idiom',
    },
  ]);
});

interface LockOptions {
  readonly acquire?: boolean;
  readonly release?: boolean;
  readonly scope?: Scope;
  /** What is stored to give the lock back. */
  readonly given?: number;
  /** What the taking has to find. */
  readonly found?: number;
  readonly kind?: 'compare-and-swap' | 'exchange';
}

/** Every thread takes a lock, writes and gives it back. */
function lock(options: LockOptions) {
  const { acquire = true, release = true, scope = 'device', given = 0, found = 0, kind = 'compare-and-swap' } = options;
  return (k: MadeKernel): Pair => {
    const [data, mutex] = [k.object('data'), k.object('mutex')];
    const take = kind === 'exchange' ? k.atomic(mutex, replace(k, 1), { scope }) : k.swap(mutex, 0, 1, { scope });
    k.require(k.terms.eq(take.found, k.terms.constant(found)));
    if (acquire) k.fence(scope);
    const written = k.write(data);
    if (release) k.fence(scope);
    k.store(mutex, given, { scope });
    return [written, written];
  };
}

function replace(k: MadeKernel, value: number) {
  return { kind: 'replace', value: k.terms.constant(value) } as const;
}

describe('locks', () => {
  table([
    { name: 'compare and swap, with both fences', make: lock({}), needs: 'nothing more' },
    { name: 'exchange, with both fences', make: lock({ kind: 'exchange' }), needs: 'nothing more' },
    { name: 'no fence behind the taking', make: lock({ acquire: false }), needs: "the reader's fence" },
    { name: 'no fence before the giving back', make: lock({ release: false }), needs: 'fences or scopes' },
    { name: 'scopes of one block', make: lock({ scope: 'block' }), needs: 'fences or scopes' },
    { name: 'given back with another value than free', make: lock({ given: 2 }), needs: 'another idiom' },
    { name: 'gone on when the lock is taken', make: lock({ found: 1 }), needs: 'another idiom' },
    {
      name: 'an access behind the giving back',
      make: (k) => {
        const [data, mutex] = [k.object('data'), k.object('mutex')];
        k.require(k.terms.eq(k.swap(mutex, 0, 1).found, k.terms.zero));
        k.fence();
        k.store(mutex, 0);
        const written = k.write(data);
        return [written, written];
      },
      needs: 'another idiom',
    },
    {
      name: 'two locks',
      make: (k) => {
        const data = k.object('data');
        const written = ['left', 'right'].map((name) => {
          const mutex = k.object(name);
          let inside: KernelAccess | undefined;
          k.when(k.terms.eq(k.swap(mutex, 0, 1).found, k.terms.zero), () => {
            k.fence();
            inside = k.write(data);
            k.fence();
            k.store(mutex, 0);
          });
          return inside!;
        });
        return [written[0]!, written[1]!];
      },
      needs: 'another idiom',
    },
    {
      name: 'a ticket lock',
      make: (k) => {
        const [data, next, turn] = [k.object('data'), k.object('next'), k.object('turn')];
        const mine = k.add(next).found;
        k.require(k.terms.eq(k.load(turn).found, mine));
        k.fence();
        const written = k.write(data);
        k.fence();
        k.add(turn);
        return [written, written];
      },
      needs: 'nothing more',
    },
  ]);

  test('of two accesses in one lock a lock is missing, of others a fence', () => {
    for (const [make, missing] of [
      [lock({ release: false }), 'lock'],
      [flag({ release: false }), 'fence'],
    ] as const) {
      const kernel = new MadeKernel();
      const [a, b] = make(kernel);
      assert.equal(kernel.memoryOrder()?.missingBetween(a, b), missing);
    }
  });
});

interface CounterOptions {
  readonly release?: boolean;
  readonly acquire?: boolean;
  /** What the last block finds. */
  readonly last?: number;
  readonly adds?: number;
}

/** The first thread of each block writes and counts; the last to count reads what all have written. */
function counter({ release = true, acquire = true, last = 3, adds = 1 }: CounterOptions) {
  return (k: MadeKernel): Pair => {
    const [data, count] = [k.object('data'), k.object('count')];
    k.require(k.terms.eq(k.thread, k.terms.zero));
    const written = k.write(data, null, k.terms.scale(k.block, 4n));
    if (release) k.fence();
    k.require(k.terms.eq(k.add(count, adds).found, k.terms.constant(last)));
    if (acquire) k.fence();
    return [written, k.read(data, k.terms.zero)];
  };
}

describe('counters', () => {
  table([
    { name: 'the last of four blocks', make: counter({}), needs: 'nothing more' },
    { name: 'no fence before the counting', make: counter({ release: false }), needs: 'fences or scopes' },
    { name: 'no fence behind it', make: counter({ acquire: false }), needs: "the reader's fence" },
    { name: 'the last but one', make: counter({ last: 2 }), needs: 'another idiom' },
    { name: 'more than one is added', make: counter({ adds: 2 }), needs: 'another idiom' },
  ]);

  test('setting it back by the last is a reset; by any other it makes it no counter', () => {
    for (const [last, isReset] of [
      [3, true],
      [2, false],
    ] as const) {
      const k = new MadeKernel();
      const [, read] = counter({ last })(k);
      const count = k.object('count');
      const reset = k.write(count, k.terms.zero);
      assert.equal(k.memoryOrder()?.isReset(reset), isReset);
      assert.equal(k.memoryOrder()?.isReset(read), false);
    }
  });
});

test('a kernel without atomic or volatile accesses on its paths has no such order', () => {
  const k = new MadeKernel();
  k.write(k.object('data'));
  k.add(k.object('count'));
  assert.equal(k.memoryOrder(), null);
});
