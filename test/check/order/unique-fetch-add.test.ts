/** When the results of atomic additions differ between threads, so that `out[atomicAdd(&n, 1)] = x` is no race. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fetchAddLemmas, uniqueFetchAdds } from '../../../src/check/order/index.ts';
import { threadPairs } from '../../../src/check/thread-pair.ts';
import type { MemoryObject, Update } from '../../../src/kernel/index.ts';
import { type Int, single } from '../../../src/terms/index.ts';
import { MadeKernel } from './made-kernel.ts';

/** What else the kernel does with the counter. */
type More = (k: MadeKernel, counter: MemoryObject) => void;

interface Row {
  readonly name: string;
  readonly space?: MemoryObject['space'];
  readonly update?: (k: MadeKernel) => Update;
  readonly more?: More;
  readonly differ: boolean;
}

const one = (k: MadeKernel): Update => ({ kind: 'add', value: k.terms.one });
const wrapping =
  (bound: number) =>
  (k: MadeKernel): Update => ({ kind: 'increment', bound: k.terms.constant(bound) });

const rows: readonly Row[] = [
  { name: 'one is added', differ: true },
  { name: 'four are added', update: (k) => ({ kind: 'add', value: k.terms.constant(4) }), differ: true },
  { name: 'nothing is added, perhaps', update: (k) => ({ kind: 'add', value: atLeastZero(k) }), differ: false },
  { name: 'another addition to the place', more: (k, counter) => k.add(counter, 3), differ: true },
  { name: 'a write to the place', more: (k, counter) => k.write(counter, k.terms.zero), differ: false },
  {
    name: 'a write elsewhere in the object',
    more: (k, counter) => k.write(counter, k.terms.zero, k.terms.constant(8)),
    differ: true,
  },
  { name: 'it wraps around behind as many as there are threads', update: wrapping(4 * 64 - 1), differ: true },
  { name: 'it wraps around before', update: wrapping(4 * 64 - 2), differ: false },
  {
    name: 'shared memory, wrapping behind the threads of a block',
    space: 'shared',
    update: wrapping(63),
    differ: true,
  },
];

function atLeastZero(k: MadeKernel): Int {
  return k.terms.symbol('n', 'thread', 'input', { low: 0n, high: 9n });
}

describe('what atomic additions return', () => {
  for (const { name, space = 'global', update = one, more, differ } of rows) {
    test(`${name}: ${differ ? 'differs' : 'may be equal'}`, () => {
      const k = new MadeKernel();
      const counter = k.object('n', space);
      const { found } = k.atomic(counter, update(k));
      more?.(k, counter);
      const { terms, launch, queries } = k;
      const { fetchAdds, accesses } = k.execution();
      const unique = uniqueFetchAdds(fetchAdds, { terms, launch, facts: [], queries, accesses, isReset: () => false });
      const pair = threadPairs(terms, launch)('same-block');
      const lemmas = fetchAddLemmas(terms, unique, pair, [[found], [found]]);
      const equal = terms.eq(pair.first.int(found), pair.second.int(found));
      assert.equal(queries.solve([...pair.conditions, ...lemmas, equal], []).status === 'unsat', differ);
    });
  }

  test('a write in another barrier interval leaves them unique within theirs', () => {
    const k = new MadeKernel();
    const counter = k.object('n', 'shared');
    k.when(k.terms.eq(k.thread, k.terms.zero), () => k.write(counter, k.terms.zero));
    k.barrier();
    const operation = single(k.add(counter).found)!.id;
    const { terms, launch, queries } = k;
    const { fetchAdds, accesses } = k.execution();
    const unique = uniqueFetchAdds(fetchAdds, { terms, launch, facts: [], queries, accesses, isReset: () => false });
    assert.equal(unique.get(operation)?.isOfInterval, true);
  });
});
