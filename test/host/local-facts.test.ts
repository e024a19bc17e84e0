/** Facts over numbers that a launch never sees: which of them say something of the launch? */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { factsAbout } from '../../src/host/local-facts.ts';
import { type Cond, integerRange, printCond, Terms } from '../../src/terms/index.ts';

const terms = new Terms();
const int = integerRange(32);
const n = terms.symbol('n', 'launch', 'input', int);
const wide = terms.symbol('wide', 'launch', 'input', integerRange(64));
const inner = terms.symbol('inner', 'launch', 'input', int);
const result = terms.symbol('result', 'launch', 'input', int);
const step = terms.symbol('step', 'launch', 'iteration', { low: 0n, high: null });
const { le, eq, or, and, constant, scale } = {
  le: terms.le.bind(terms),
  eq: terms.eq.bind(terms),
  or: terms.or.bind(terms),
  and: terms.and.bind(terms),
  constant: terms.constant.bind(terms),
  scale: terms.scale.bind(terms),
};

/** What is left of the facts for a launch that sees `n` and `wide`, of `n` blocks. */
function left(...facts: Cond[]): string[] {
  const seen = new Set([n, wide].map((symbol) => symbol.monomials[0]!.atoms[0]!.id));
  return factsAbout(terms, and(...facts), seen, [n]).map((fact) => printCond(fact));
}

describe('facts that leave a launch open', () => {
  test('a loop over the blocks that is over before the launch', () => {
    assert.deepEqual(left(le(n, step), or(le(step, terms.zero), le(step, n))), []);
  });

  test('a result that has to be zero on one of two ways', () => {
    assert.deepEqual(left(or(and(eq(result, terms.zero), le(n, inner)), eq(inner, n))), []);
  });

  test('a number that was stored for later', () => {
    assert.deepEqual(left(eq(n, inner)), []);
  });

  test('a count of 64 bits that is compared with what the launch is given', () => {
    const count = terms.symbol('count', 'launch', 'input', integerRange(64));
    assert.deepEqual(left(eq(count, terms.mul(n, wide))), []);
    assert.equal(
      left(eq(count, terms.mul(n, wide)), le(count, constant(9))).length,
      2,
      'a bound of it is one of these',
    );
  });

  test('what bounds the sizes through another number stays', () => {
    assert.equal(left(le(n, inner), le(inner, constant(5))).length, 2);
    assert.equal(left(eq(n, scale(inner, 2n))).length, 1, 'n is even');
    assert.equal(left(eq(wide, inner)).length, 1, 'it fits into 32 bits');
  });

  test('what says something of the sizes themselves stays', () => {
    assert.deepEqual(left(le(n, constant(64)), eq(result, terms.zero)), ['n <= 64']);
  });
});
