/** Choices of barriers: the cheapest, against all choices that there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minimalHittingSet } from '../../src/repair/hitting-set.ts';

const ELEMENTS = ['a', 'b', 'c', 'd', 'e', 'f'];

test('one element that all have is enough', () => {
  assert.deepEqual(
    minimalHittingSet(
      [
        ['a', 'b'],
        ['b', 'c'],
        ['d', 'b'],
      ],
      () => 1,
    ),
    ['b'],
  );
});

test('two outside of a loop are cheaper than one inside', () => {
  const weights: Record<string, number> = { inside: 10, before: 1, behind: 1 };
  const chosen = minimalHittingSet(
    [
      ['inside', 'before'],
      ['inside', 'behind'],
    ],
    (element) => weights[element]!,
  );
  assert.deepEqual(chosen.sort(), ['before', 'behind']);
});

test('of two that cost the same the preferred one is chosen', () => {
  assert.deepEqual(
    minimalHittingSet([['first', 'second']], () => 1),
    ['first'],
  );
});

test('nothing is asked, nothing is chosen', () => {
  assert.deepEqual(
    minimalHittingSet([[], []], () => 1),
    [],
  );
});

test('no choice is cheaper', () => {
  const clauses = fc.array(fc.uniqueArray(fc.constantFrom(...ELEMENTS), { minLength: 1, maxLength: 4 }), {
    maxLength: 6,
  });
  const weights = fc.array(fc.constantFrom(1, 10, 12, 100), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(clauses, weights, (all, costs) => {
      const weightOf = (element: string) => costs[ELEMENTS.indexOf(element)]!;
      const costOf = (chosen: readonly string[]) => chosen.reduce((sum, one) => sum + weightOf(one), 0);
      const hits = (chosen: readonly string[]) => all.every((clause) => clause.some((one) => chosen.includes(one)));
      const chosen = minimalHittingSet(all, weightOf);
      assert.ok(hits(chosen));
      for (let bits = 0; bits < 2 ** ELEMENTS.length; bits++) {
        const other = ELEMENTS.filter((_, i) => bits & (1 << i));
        if (hits(other)) assert.ok(costOf(chosen) <= costOf(other), `${chosen} and not ${other}`);
      }
    }),
  );
});
