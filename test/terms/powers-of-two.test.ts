import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Evaluator, single, Terms } from '../../src/terms/index.ts';
import { isPowerOfTwoOrZero, withoutRemainders } from '../../src/terms/powers-of-two.ts';

describe('powers of two of loops', () => {
  const t = new Terms();
  const round = t.symbol('round', 'launch', 'iteration', { low: 0n, high: null });
  const later = t.symbol('later', 'launch', 'iteration', { low: 0n, high: null });
  const any = t.symbol('any', 'launch', 'input', { low: null, high: null });
  const up = t.geometric('up', t.constant(8), 1, round);
  const down = t.geometric('down', up, 1, later);

  test('what begins with one is one in every round', () => {
    const shifted = t.bits('shl', t.one, any, 32);
    const part = t.div(shifted, t.constant(4));
    assert.ok([t.constant(0), t.constant(64), up, down, shifted, part].every((one) => isPowerOfTwoOrZero(one)));
  });

  test('what is stated to be one is one, and so are its halves', () => {
    const halves = t.geometric('down', t.div(any, t.constant(2)), 1, round);
    const all = [any, t.div(any, t.constant(2)), halves];
    assert.ok(all.every((one) => isPowerOfTwoOrZero(one, (symbol) => symbol === single(any))));
    assert.ok(!all.some((one) => isPowerOfTwoOrZero(one)));
  });

  test('of other beginnings, and of rounds that no loop has, nothing is known', () => {
    const others = [t.constant(6), t.constant(-4), any, t.add(up, t.one), t.scale(up, 3n)];
    const strange = [t.geometric('up', t.constant(6), 1, round), t.geometric('up', t.constant(8), 1, any)];
    const parts = [t.div(up, t.constant(48)), t.bits('ashr', up, any, 32), t.bits('or', up, any, 32)];
    assert.ok(![...others, ...strange, ...parts].some((one) => isPowerOfTwoOrZero(one)));
  });

  test('half of one begins with half', () => {
    assert.equal(t.div(up, t.constant(4)), t.geometric('up', t.constant(2), 1, round));
    assert.notEqual(t.div(up, t.constant(16)), t.geometric('up', t.zero, 1, round));
  });

  test('a number less its remainder is a multiple, and the same number', () => {
    const x = t.symbol('x', 'thread', 'input', { low: 0n, high: 1000n });
    const apart = t.sub(t.scale(x, 2n), t.mod(x, up));
    const whole = withoutRemainders(t, apart);
    assert.ok(whole.range.low === 0n);
    for (const [value, rounds] of [
      [13n, 0n],
      [77n, 2n],
      [1000n, 5n],
    ] as const) {
      const values = new Evaluator({ symbol: (atom) => (atom.name === 'x' ? value : rounds), apply: () => 0n });
      assert.equal(values.int(whole), values.int(apart));
    }
    const negative = t.negate(t.mod(x, up));
    assert.equal(withoutRemainders(t, negative), negative);
  });
});
