/** Which values stand for the symbols that make a question nonlinear, and in which order they are tried. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { smallAssignments } from '../../../src/check/smt/fixed-sizes.ts';
import { type Int, single, Terms } from '../../../src/terms/index.ts';

const ANY = { low: 0n, high: 1n << 20n };

describe('small values for what makes a question nonlinear', () => {
  const terms = new Terms();
  const n = terms.symbol('n', 'launch', 'input', ANY);
  const m = terms.symbol('m', 'launch', 'input', ANY);
  const t = terms.symbol('t', 'thread', 'input', ANY);
  const k = terms.symbol('k', 'thread', 'iteration', ANY);
  const inOrder = (question: Int): string[] =>
    [...smallAssignments(terms, [question])].map((values) =>
      [n, m, t, k].map((term) => values.get(single(term)!.id) ?? '-').join(' '),
    );

  test('there are none where all is linear', () => {
    assert.deepEqual(inOrder(terms.add(n, terms.scale(t, 4n))), []);
  });

  test('a size that others are multiplied by is small, and the others are free', () => {
    const all = inOrder(terms.mul(n, t));
    assert.deepEqual(all.slice(0, 3), ['2 - - -', '4 - - -', '1 - - -']);
    assert.equal(all.length, 9);
  });

  test('of two sizes both are alike, and then one is smaller', () => {
    const all = inOrder(terms.add(terms.mul(n, t), terms.mul(m, t)));
    assert.equal(all[0], '2 2 - -');
    assert.deepEqual(all.slice(9), ['0 4 - -', '4 0 - -', '1 32 - -', '32 1 - -', '2 4 - -', '4 2 - -']);
  });

  test('how far a number is shifted is small first, and free afterwards', () => {
    const power = terms.geometric('up', terms.constant(2n), 1, k);
    assert.deepEqual(new Set(inOrder(power)), new Set(['- - - 0', '- - - 1', '- - - 2', '- - - -']));
    assert.equal(inOrder(power).at(-1), '- - - -');
    const beside = inOrder(terms.add(power, terms.mul(n, t)));
    assert.deepEqual([beside[0], beside.at(-9)], ['2 - - 0', '2 - - -']);
  });

  test('of a number that nobody knows it is never free', () => {
    const all = inOrder(terms.geometric('up', n, 1, k));
    assert.ok(all.every((values) => !values.endsWith('-')));
  });
});
