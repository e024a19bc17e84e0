/** Bounds in floating point never hide that exact ones show a sum to be at most zero. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApproximateSums } from '../../src/check/decide/approximate-sums.ts';
import { type Atom, type Int, type Range, single, Terms } from '../../src/terms/index.ts';

/** Numbers as sizes, moduli and what lies beyond both have them. */
const number = fc.oneof(
  { weight: 60, arbitrary: fc.bigInt({ min: -4n, max: 4n }) },
  { weight: 60, arbitrary: fc.bigInt({ min: -(2n ** 31n), max: 2n ** 31n }) },
  { weight: 60, arbitrary: fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }) },
  { weight: 60, arbitrary: fc.constantFrom(2n ** 63n, 2n ** 64n, -(2n ** 64n)) },
  { weight: 1, arbitrary: fc.constant(2n ** 1100n) },
);
const range = fc.tuple(fc.option(number), fc.option(number)).map(([a, b]): Range => {
  if (a === null || b === null) return { low: a, high: b };
  return a < b ? { low: a, high: b } : { low: b, high: a };
});
const NAMES = ['x', 'y', 'z'];
/** Products by the names of their factors. */
const PRODUCTS = [['x'], ['y'], ['z'], ['x', 'y'], ['y', 'z']];
const sum = fc.tuple(number, fc.array(number, { minLength: PRODUCTS.length, maxLength: PRODUCTS.length }));
const scale = fc.bigInt({ min: 1n, max: 2n ** 33n });

type SumOf = readonly [bigint, readonly bigint[]];

function termOf(t: Terms, symbols: ReadonlyMap<string, Int>, [constant, coefficients]: SumOf): Int {
  const product = (names: readonly string[]) => names.map((name) => symbols.get(name)!).reduce((a, b) => t.mul(a, b));
  return PRODUCTS.reduce((all, names, i) => t.combine(all, coefficients[i]!, product(names)), t.constant(constant));
}

/** Null: there is no bound. */
function exactly(term: Int, rangeOf: (atoms: readonly Atom[]) => Range): bigint | null {
  let most = term.constant;
  for (const { coefficient, atoms } of term.monomials) {
    const { low, high } = rangeOf(atoms);
    const end = coefficient > 0n ? high : low;
    if (end === null) return null;
    most += coefficient * end;
  }
  return most;
}

test('what is said to be above zero is, and hardly anything else', () => {
  let [above, said] = [0, 0];
  const facts = fc.array(fc.tuple(sum, number, scale), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(range, { minLength: 3, maxLength: 3 }), fc.array(fc.tuple(sum, facts)), (ranges, starts) => {
      const t = new Terms();
      const symbols = new Map(
        NAMES.map((name) => [name, t.symbol(name, 'thread', 'input', { low: null, high: null })]),
      );
      const given = new Map(NAMES.map((name, i) => [single(symbols.get(name)!)!.id, ranges[i]!]));
      const rangeOf = (atoms: readonly Atom[]) => t.monomialRange(atoms, ({ id }) => given.get(id)!);
      const sums = new ApproximateSums(rangeOf);
      for (const [start, added] of starts) {
        const term = termOf(t, symbols, start);
        sums.start(term);
        for (const [one, factor, times] of added) {
          const fact = termOf(t, symbols, one);
          const whole = t.combine(t.combine(t.constant(1n - times), times, term), factor, fact);
          const most = exactly(whole, rangeOf);
          const isAbove = most === null || most > 0n;
          if (isAbove) above++;
          if (!sums.exceeds(Number(times), Number(factor), fact)) continue;
          said++;
          assert.ok(isAbove);
        }
      }
    }),
    { numRuns: 2000, seed: 7 },
  );
  assert.ok(said > 0.9 * above, `${said} of ${above}`);
});
