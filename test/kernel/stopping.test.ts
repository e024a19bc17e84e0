/** Variables that stop at a value: what is said of them, against iterations that are made one by one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stoppingOf } from '../../src/kernel/loops/stopping.ts';
import { type Cond, Evaluator, type Int, single, someAtom, Terms } from '../../src/terms/index.ts';

const terms = new Terms();
const ANY = { low: null, high: null };
const start = terms.symbol('start', 'thread', 'approximate', ANY);
const other = terms.symbol('other', 'thread', 'unknown', ANY);
const end = terms.symbol('end', 'launch', 'input', ANY);
const step = terms.symbol('step', 'launch', 'input', ANY);

/** `if (value != end) value += by;` */
function stepped(value: Int, by: Int, to = end): Int {
  return terms.ite(terms.ne(value, to), terms.add(value, by), value);
}

function varies(root: Int | Cond): boolean {
  return someAtom([root], (atom) => atom === single(start) || atom === single(other));
}

function stopping(now: Int): ReturnType<typeof stoppingOf> {
  return stoppingOf(terms, now, start, varies);
}

function valueAt(term: Int, from: bigint): bigint {
  const values: Record<string, bigint> = { start: from, end: 17n, step: 3n, other: 1n };
  return new Evaluator({ symbol: ({ name }) => values[name]!, apply: () => assert.fail('nothing is applied') }).int(
    term,
  );
}

describe('variables that stop', () => {
  const two = stepped(stepped(start, step), terms.constant(5));
  const STOPPING: Readonly<Record<string, readonly [now: Int, step: Int]>> = {
    'one step': [stepped(start, step), step],
    'several steps': [two, terms.add(step, terms.constant(5))],
    'steps that are decided alike in all iterations': [
      stepped(start, terms.ite(terms.le(end, step), step, terms.one)),
      terms.ite(terms.le(end, step), step, terms.one),
    ],
    'eight steps': [
      Array.from({ length: 8 }).reduce<Int>((value) => stepped(value, step), start),
      terms.scale(step, 8n),
    ],
  };
  for (const [name, [now, by]] of Object.entries(STOPPING)) {
    test(name, () => {
      assert.deepEqual(stopping(now), { step: by, end });
      // Wherever it starts, it has made all its steps, or it is at its end.
      for (let from = -40n; from <= 40n; from++) {
        const left = valueAt(now, from);
        assert.ok(left === 17n || left === from + valueAt(by, from), `from ${from} to ${left}`);
        assert.equal(valueAt(now, 17n), 17n);
      }
    });
  }

  const isLoaded = terms.eq(other, terms.zero);
  const OTHERS: Readonly<Record<string, Int>> = {
    'it starts again': terms.ite(terms.ne(start, end), terms.add(start, step), step),
    'it goes on behind its end': terms.ite(terms.ne(start, end), terms.add(start, step), terms.add(start, terms.one)),
    'now and then it stays': terms.ite(isLoaded, stepped(start, step), start),
    'its steps differ from iteration to iteration': stepped(start, other),
    'it has two steps': terms.ite(isLoaded, stepped(start, step), stepped(start, terms.one)),
    'its end moves': stepped(start, step, other),
    'it has two ends': stepped(stepped(start, step), step, terms.add(end, terms.one)),
  };
  for (const [name, now] of Object.entries(OTHERS)) test(`not where ${name}`, () => assert.equal(stopping(now), null));
});
