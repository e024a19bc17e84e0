/** Questions that are taken apart where they share no symbol. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IndependentParts } from '../../../src/check/smt/independent-parts.ts';
import { type Decision, Queries } from '../../../src/check/smt/query.ts';
import type { Solver } from '../../../src/check/smt/solver.ts';
import { type Cond, type Int, Terms } from '../../../src/terms/index.ts';

const terms = new Terms();
const symbol = (name: string, low = 0n): Int => terms.symbol(name, 'launch', 'input', { low, high: 1n << 20n });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => symbol(name)) as [Int, Int, Int, Int];
const loaded = (index: Int): Int =>
  terms.apply({ name: 'in[]', sharing: 'launch', origin: 'input-memory', range: { low: 0n, high: 99n } }, [index]);
const less = (x: Int, y: Int): Cond => terms.lt(x, y);

function parts(...conditions: Cond[]): Cond[] {
  return new IndependentParts(terms).of(terms.and(...conditions)).map(({ condition }) => condition);
}

describe('parts of a conjunction', () => {
  test('conditions that share a symbol stay together, directly or through others', () => {
    const [ab, cd, bc] = [less(a, b), less(c, d), less(b, c)];
    assert.deepEqual(parts(ab, cd), [ab, cd]);
    assert.deepEqual(parts(ab, cd, bc), [terms.and(ab, cd, bc)]);
  });

  test('so do values of one memory, wherever they are loaded from', () => {
    const [first, second] = [less(loaded(a), terms.constant(5n)), less(terms.constant(7n), loaded(b))];
    assert.deepEqual(parts(first, second), [terms.and(first, second)]);
  });
});

describe('answers', () => {
  const never: Solver = { check: () => assert.fail('nothing is asked') };
  const queries = () => new Queries(terms, () => never, 1_000, Number.POSITIVE_INFINITY);

  test('the values of all parts together make the whole true', () => {
    const whole = [less(a, b), less(terms.constant(6n), c), less(c, d)];
    const answer = queries().solve(whole, []);
    assert.ok(answer.status === 'sat' && whole.every((condition) => answer.values.cond(condition)));
  });

  test('one part that cannot hold is enough, and it is told of', () => {
    const told: Decision[] = [];
    const asked = queries();
    asked.listener = (decision) => told.push(decision);
    const answer = asked.solve([less(a, b), less(terms.constant(0n), a), less(c, d), less(d, c)], []);
    assert.equal(answer.status, 'unsat');
    assert.equal(told.at(-1)?.status, 'unsat');
  });

  test('a part that is open leaves the whole open, unless another cannot hold', () => {
    const hard = terms.eq(
      terms.mul(terms.mul(a, a), a),
      terms.add(terms.scale(terms.mul(terms.mul(b, b), b), 3n), terms.constant(5n)),
    );
    const unable: Solver = { check: () => ({ status: 'unknown', reason: 'too hard' }) };
    const ask = (...conditions: Cond[]) =>
      new Queries(terms, () => unable, 1_000, Number.POSITIVE_INFINITY).solve(conditions, []).status;
    assert.equal(ask(hard, less(terms.constant(7n), a), less(c, d)), 'open');
    assert.equal(ask(hard, less(terms.constant(7n), a), less(c, d), less(d, c)), 'unsat');
  });
});
