/** Comparisons of what was chosen by comparisons: whatever a choice settles, they hold for the same values. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { conjuncts, Evaluator, type Int, Terms } from '../../src/terms/index.ts';

const NAMES = ['x', 'y', 'end'] as const;

/** `if (value OP name) value += name;`, one after the other; or the same of a choice between two. */
interface Step {
  readonly compared: 'ne' | 'eq' | 'le';
  readonly to: number;
  readonly by: number;
  readonly otherwise: number | null;
}

const one = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.record({
  compared: fc.constantFrom('ne', 'ne', 'eq', 'le'),
  to: one,
  by: one,
  otherwise: fc.option(one, { nil: null }),
});

describe('comparisons of choices', () => {
  test('hold for the values for which the numbers are equal', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), fc.array(step, { maxLength: 2 }), (left, right) => {
        const t = new Terms();
        const values = [...NAMES.map((name) => t.symbol(name, 'launch', 'input', { low: null, high: null })), t.one];
        const follow = (from: Int, steps: readonly Step[]): Int =>
          steps.reduce((value, { compared, to, by, otherwise }) => {
            const other = otherwise === null ? value : values[otherwise]!;
            return t.ite(t[compared](value, values[to]!), t.add(value, values[by]!), other);
          }, from);
        const [a, b] = [follow(values[0]!, left), follow(values[2]!, right)];
        const [equal, differ] = [t.eq(a, b), t.ne(a, b)];
        for (let at = 0; at < 125; at++) {
          const numbers = NAMES.map((_, i) => BigInt((Math.floor(at / 5 ** i) % 5) - 2));
          const symbol = ({ name }: { readonly name: string }) =>
            numbers[NAMES.indexOf(name as (typeof NAMES)[number])]!;
          const found = new Evaluator({ symbol, apply: () => assert.fail('nothing is applied') });
          const isEqual = found.int(a) === found.int(b);
          assert.deepEqual([found.cond(equal), found.cond(differ)], [isEqual, !isEqual]);
        }
      }),
    );
  });

  test('of one that stops at its end are one comparison a step', () => {
    const t = new Terms();
    const [start, end, by] = ['start', 'end', 'by'].map((name) =>
      t.symbol(name, 'launch', 'input', { low: null, high: null }),
    ) as [Int, Int, Int];
    let value = start;
    const comparisons = [];
    for (let i = 0; i < 8; i++) {
      comparisons.push(t.ne(t.add(start, t.scale(by, BigInt(i))), end));
      const isLeft = t.ne(value, end);
      assert.deepEqual([...conjuncts(isLeft)], [...conjuncts(t.and(...comparisons))]);
      value = t.ite(isLeft, t.add(value, by), value);
    }
  });
});
