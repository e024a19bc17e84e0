/** Closed forms of what loops make step by step, against the steps. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { geometricShape, summed } from '../../src/kernel/loops/series.ts';
import { Evaluator, type Int, Terms } from '../../src/terms/index.ts';

const terms = new Terms();
const k = terms.symbol('k', 'thread', 'iteration', { low: 0n, high: null });
const n = terms.symbol('n', 'launch', 'input', { low: 0n, high: 9n });
const N = 7n;

function constant(value: number): Int {
  return terms.constant(value);
}

function valueAt(term: Int, iteration: bigint): bigint {
  const symbol = ({ name }: { readonly name: string }) => (name === 'k' ? iteration : N);
  return new Evaluator({ symbol, apply: () => assert.fail('nothing is applied') }).int(term);
}

describe('sums of the steps before an iteration', () => {
  const isOdd = terms.eq(terms.mod(k, constant(2)), terms.one);
  const STEPS: Readonly<Record<string, Int>> = {
    nothing: terms.zero,
    'the same each time': constant(3),
    'a value of the launch': n,
    'the iteration': k,
    'linear, and falling': terms.add(constant(5), terms.scale(k, -2n)),
    'by turns': terms.ite(isOdd, constant(4), n),
    'every third time': terms.ite(terms.eq(terms.mod(k, constant(3)), terms.zero), terms.one, terms.zero),
    'in fours': terms.mod(terms.add(k, terms.one), constant(4)),
    'up to an iteration': terms.ite(terms.lt(k, terms.sub(n, terms.one)), constant(3), terms.one),
    'for one thread, up to an iteration': terms.ite(
      terms.or(terms.ne(n, constant(7)), terms.le(n, k)),
      terms.zero,
      terms.one,
    ),
    'up to a third of a number': terms.ite(terms.le(terms.scale(k, 3n), n), constant(2), terms.zero),
    'from a third of a number on': terms.ite(terms.lt(n, terms.scale(k, 3n)), constant(2), terms.one),
    'for another': terms.ite(terms.or(terms.eq(n, constant(7)), terms.le(n, k)), constant(5), terms.one),
    'with both': terms.add(
      constant(2),
      terms.ite(terms.and(terms.eq(n, constant(7)), terms.le(constant(4), k)), constant(9), terms.one),
    ),
  };
  for (const [name, step] of Object.entries(STEPS)) {
    test(name, () => {
      const sum = summed(terms, step, k);
      assert.ok(sum);
      let expected = 0n;
      for (let i = 0n; i < 12n; i++) {
        assert.equal(valueAt(sum, i), expected, `before iteration ${i}`);
        expected += valueAt(step, i);
      }
    });
  }

  test('neither linear nor of a short period', () => {
    assert.equal(summed(terms, terms.mul(k, k), k), null);
    assert.equal(summed(terms, terms.mod(k, constant(5)), k), null);
  });
});

test('halving and doubling is told from other steps', () => {
  const shapeOf = (now: Int) => geometricShape(now, n);
  assert.deepEqual(shapeOf(terms.div(n, constant(4))), { direction: 'down', shift: 2 });
  assert.deepEqual(shapeOf(terms.scale(n, 8n)), { direction: 'up', shift: 3 });
  for (const other of [n, terms.scale(n, 3n), terms.div(n, constant(3)), terms.add(terms.scale(n, 2n), terms.one), k]) {
    assert.equal(shapeOf(other), null);
  }
});
