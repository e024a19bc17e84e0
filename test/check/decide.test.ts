/** What is decided without a solver, against brute force: every assignment of small symbols is evaluated exactly. */
// slow: all assignments of small symbols, for thousands of conditions
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { delinearise } from '../../src/check/decide/delinearise.ts';
import { eliminateEqualities } from '../../src/check/decide/eliminate-equalities.ts';
import { LinearFacts } from '../../src/check/decide/linear-facts.ts';
import { refute } from '../../src/check/decide/refute.ts';
import { searchSmall, searchSmallWithLoads } from '../../src/check/decide/search.ts';
import { type Atom, type Cond, Evaluator, type Int, type Range, Terms, visitAtoms } from '../../src/terms/index.ts';

const RANGES: Readonly<Record<string, Range & { low: bigint; high: bigint }>> = {
  x: { low: 0n, high: 4n },
  y: { low: 0n, high: 4n },
  u: { low: -2n, high: 2n },
  n: { low: 0n, high: 4n },
};
const NAMES = Object.keys(RANGES);
const RUNS = 3000;

type Tree =
  | { readonly op: 'symbol'; readonly name: string }
  | { readonly op: 'constant'; readonly value: number }
  | { readonly op: 'add' | 'sub' | 'mul' | 'div' | 'mod' | 'choose'; readonly left: Tree; readonly right: Tree };
type Formula =
  | { readonly op: 'le' | 'lt' | 'eq' | 'ne'; readonly left: Tree; readonly right: Tree }
  | { readonly op: 'or' | 'and'; readonly parts: readonly Formula[] };

const leaf: fc.Arbitrary<Tree> = fc.oneof(
  fc.constantFrom(...NAMES).map((name): Tree => ({ op: 'symbol', name })),
  fc.integer({ min: -6, max: 9 }).map((value): Tree => ({ op: 'constant', value })),
);
const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    leaf,
    fc
      .tuple(fc.constantFrom('add', 'add', 'sub', 'sub', 'mul', 'div', 'mod', 'choose'), tie('tree'), tie('tree'))
      .map(([op, left, right]) => ({ op, left, right }) as Tree),
  ),
})).tree;
const comparison: fc.Arbitrary<Formula> = fc
  .tuple(fc.constantFrom('le', 'lt', 'eq', 'eq', 'ne'), tree, tree)
  .map(([op, left, right]) => ({ op, left, right }) as Formula);
const formula: fc.Arbitrary<Formula> = fc.oneof(
  { weight: 5, arbitrary: comparison },
  {
    weight: 1,
    arbitrary: fc.array(comparison, { minLength: 2, maxLength: 3 }).map((parts): Formula => ({ op: 'or', parts })),
  },
);
const conjunction: fc.Arbitrary<Formula> = fc
  .array(formula, { minLength: 2, maxLength: 6 })
  .map((parts): Formula => ({ op: 'and', parts }));

/** `n` is shared by the launch, as sizes are; the others belong to threads. */
function symbol(t: Terms, name: string): Int {
  return t.symbol(name, name === 'n' ? 'launch' : 'thread', 'input', RANGES[name]!);
}

function build(t: Terms, node: Tree): Int {
  if (node.op === 'symbol') return symbol(t, node.name);
  if (node.op === 'constant') return t.constant(node.value);
  const left = build(t, node.left);
  const right = build(t, node.right);
  switch (node.op) {
    case 'add':
      return t.add(left, right);
    case 'sub':
      return t.sub(left, right);
    case 'mul':
      return t.mul(left, right);
    // Divisors are positive wherever a kernel divides.
    case 'div':
      return t.div(left, positive(t, node.right));
    case 'mod':
      return t.mod(left, positive(t, node.right));
    case 'choose':
      return t.ite(t.le(left, t.one), left, right);
  }
}

function positive(t: Terms, node: Tree): Int {
  return node.op === 'constant' ? t.constant(Math.abs(node.value) + 1) : t.add(symbol(t, 'n'), t.one);
}

function condition(t: Terms, node: Formula): Cond {
  if ('parts' in node) return t[node.op](...node.parts.map((part) => condition(t, part)));
  return t[node.op](build(t, node.left), build(t, node.right));
}

/** Every assignment under which the condition holds. */
function models(t: Terms, whole: Cond): Evaluator[] {
  const found: Evaluator[] = [];
  const values = new Map<string, bigint>();
  const assign = (index: number): void => {
    const name = NAMES[index];
    if (name === undefined) {
      const fixed = new Map(values);
      const evaluator = new Evaluator({
        symbol: (atom) => fixed.get(atom.name)!,
        apply: () => assert.fail('there are no functions here'),
      });
      if (evaluator.cond(whole)) found.push(evaluator);
      return;
    }
    for (let value = RANGES[name]!.low; value <= RANGES[name]!.high; value++) {
      values.set(name, value);
      assign(index + 1);
    }
  };
  for (const name of NAMES) symbol(t, name);
  assign(0);
  return found;
}

describe('decided without a solver, against brute force', () => {
  test('what is refuted has no model', () => {
    let refuted = 0;
    let impossible = 0;
    fc.assert(
      fc.property(conjunction, (node) => {
        const t = new Terms();
        const whole = condition(t, node);
        const isPossible = models(t, whole).length > 0;
        const steps = refute(t, whole);
        if (!isPossible) impossible++;
        if (steps === null) return;
        refuted++;
        assert.equal(isPossible, false);
      }),
      { numRuns: RUNS, seed: 1 },
    );
    assert.ok(refuted > impossible / 2, `${refuted} of ${impossible} impossible conditions are refuted`);
  });

  test('each step follows from the conjunction', () => {
    fc.assert(
      fc.property(conjunction, (node) => {
        const t = new Terms();
        const whole = condition(t, node);
        const facts = new LinearFacts(t, whole);
        const all = models(t, whole);
        for (const equality of facts.equalities) {
          const implied = delinearise(t, facts, equality)?.implied ?? t.true;
          for (const model of all) assert.ok(model.cond(implied));
        }
      }),
      { numRuns: RUNS, seed: 2 },
    );
  });

  test('bounds hold in every model', () => {
    let proved = 0;
    fc.assert(
      fc.property(conjunction, tree, fc.integer({ min: -4, max: 12 }), (node, sum, most) => {
        const t = new Terms();
        const whole = condition(t, node);
        const term = build(t, sum);
        const facts = new LinearFacts(t, whole);
        const { low, high } = facts.range(term);
        const isAtMost = facts.isAtMost(term, BigInt(most));
        const all = models(t, whole);
        if (isAtMost && all.length > 0) proved++;
        for (const model of all) {
          const value = model.int(term);
          assert.ok((low === null || low <= value) && (high === null || value <= high));
          if (isAtMost) assert.ok(value <= BigInt(most));
        }
        if (facts.isContradictory()) assert.equal(all.length, 0);
      }),
      { numRuns: RUNS, seed: 3 },
    );
    assert.ok(proved > 0);
  });

  test('values that are found make the condition true and lie in their ranges', () => {
    let found = 0;
    let possible = 0;
    fc.assert(
      fc.property(conjunction, (node) => {
        const t = new Terms();
        const whole = condition(t, node);
        if (models(t, whole).length > 0) possible++;
        const values = searchSmall(t, whole);
        if (values === null) return;
        found++;
        assert.ok(values.cond(whole));
        for (const name of NAMES) {
          const value = values.int(symbol(t, name));
          assert.ok(value >= RANGES[name]!.low && value <= RANGES[name]!.high);
        }
      }),
      { numRuns: RUNS, seed: 4 },
    );
    assert.ok(found > possible / 2, `${found} of ${possible} possible conditions are found`);
  });

  test('symbols that are replaced have a value where the rest has, and then that one', () => {
    let replaced = 0;
    const remainder = fc.record({
      name: fc.constantFrom(...NAMES),
      divisor: fc.integer({ min: 2, max: 4 }),
      rest: fc.integer({ min: 0, max: 3 }),
      sign: fc.constantFrom(1n, -1n),
    });
    fc.assert(
      fc.property(conjunction, fc.array(remainder, { minLength: 1, maxLength: 2 }), (node, remainders) => {
        const t = new Terms();
        const known = remainders.map(({ name, divisor, rest, sign }) => {
          const digit = t.sub(t.mod(symbol(t, name), t.constant(divisor)), t.constant(rest));
          return t.eq(t.scale(digit, sign), t.zero);
        });
        const whole = t.and(condition(t, node), ...known);
        const { condition: left, undo } = eliminateEqualities(t, whole);
        const symbols = symbolsIn(left);
        if (symbols.some(({ name }) => name.includes('/'))) replaced++;
        let isPossible = false;
        for (const values of assignments(symbols)) {
          const rest = new Evaluator({
            symbol: (atom) => values.get(atom.id) ?? RANGES[atom.name]?.low ?? 0n,
            apply: () => assert.fail('there are no functions here'),
          });
          if (!rest.cond(left)) continue;
          isPossible = true;
          assert.ok(undo(rest).cond(whole));
        }
        assert.equal(isPossible, models(t, whole).length > 0);
      }),
      { numRuns: RUNS, seed: 5 },
    );
    assert.ok(replaced > RUNS / 20, `${replaced} of ${RUNS} conditions have a symbol for a quotient`);
  });

  test('two symbols of one name are replaced by two', () => {
    const t = new Terms();
    const [x, y] = [4n, 7n].map((high) => t.symbol('x', 'thread', 'input', { low: 0n, high })) as [Int, Int];
    const multiples = [x, y].map((one) => t.eq(t.mod(one, t.constant(4)), t.zero));
    const { condition: left } = eliminateEqualities(t, t.and(...multiples, t.ne(x, y)));
    assert.equal(symbolsIn(left).length, 2);
    assert.equal(refute(t, left), null);
  });

  test('a number beside its quotient: only equal ones give equal sums, where what they are multiplied by is not negative', () => {
    let refuted = 0;
    for (let times = -3; times <= 3; times++) {
      for (let rest = -3; rest <= 3; rest++) {
        for (const factor of ['n', 'u']) {
          const t = new Terms();
          const [x, y, divisor] = [symbol(t, 'x'), symbol(t, 'y'), t.add(symbol(t, 'n'), t.one)];
          const grown = t.mul(symbol(t, factor), t.sub(t.div(x, divisor), t.div(y, divisor)));
          const sum = t.add(t.scale(t.sub(x, y), BigInt(times)), t.add(grown, t.constant(rest)));
          const whole = t.and(t.eq(sum, t.zero), t.ne(x, y));
          const isRefuted = refute(t, whole) !== null;
          if (isRefuted) {
            refuted++;
            assert.equal(models(t, whole).length, 0);
          } else assert.ok(factor === 'u' || times <= 0 || Math.abs(rest) >= times, `${times} times and ${rest}`);
        }
      }
    }
    assert.ok(refuted >= 9);
  });
});

type SymbolAtom = Extract<Atom, { readonly kind: 'symbol' }>;

function symbolsIn(whole: Cond): SymbolAtom[] {
  const found = new Map<number, SymbolAtom>();
  const add = (atom: Atom) => {
    if (atom.kind === 'symbol') found.set(atom.id, atom);
  };
  visitAtoms([whole], add);
  return [...found.values()];
}

/** Every value of each in its range. */
function* assignments([first, ...others]: readonly SymbolAtom[]): Iterable<ReadonlyMap<number, bigint>> {
  if (first === undefined) {
    yield new Map();
    return;
  }
  for (const values of assignments(others)) {
    for (let value = first.range.low!; value <= first.range.high!; value++)
      yield new Map([...values, [first.id, value]]);
  }
}

const SIZE: Range = { low: 1n, high: 2n ** 31n - 1n };
const INDEX: Range = { low: 0n, high: 2n ** 31n - 1n };

/** Index idioms as they stand in kernels; two threads, sizes symbolic. */
describe('idioms that take no solver', () => {
  const t = new Terms();
  const size = (name: string) => t.symbol(name, 'launch', 'input', SIZE);
  const index = (name: string) => t.symbol(name, 'thread', 'input', INDEX);
  const n = size('n');
  const m = size('m');
  const [i1, j1, k1, i2, j2, k2] = ['i1', 'j1', 'k1', 'i2', 'j2', 'k2'].map(index) as [Int, Int, Int, Int, Int, Int];
  const below = (limit: Int, ...indices: Int[]) => t.and(...indices.map((i) => t.lt(i, limit)));
  const differ = (...pairs: [Int, Int][]) => t.or(...pairs.map(([a, b]) => t.ne(a, b)));
  const bytes = (term: Int) => t.scale(term, 4n);
  const at = (row: Int, width: Int, column: Int) => t.add(t.mul(row, width), column);
  const meet = (a: Int, b: Int) => t.eq(bytes(a), bytes(b));

  const idioms: Record<string, Cond> = {
    'y·width + x': t.and(below(n, j1, j2), differ([i1, i2], [j1, j2]), meet(at(i1, n, j1), at(i2, n, j2))),
    'padding y·(n+1) + x': t.and(
      below(n, j1, j2),
      differ([i1, i2], [j1, j2]),
      meet(at(i1, t.add(n, t.one), j1), at(i2, t.add(n, t.one), j2)),
    ),
    'volume (z·h + y)·w + x': t.and(
      below(n, i1, i2),
      below(m, j1, j2),
      differ([i1, i2], [j1, j2], [k1, k2]),
      meet(at(at(k1, m, j1), n, i1), at(at(k2, m, j2), n, i2)),
    ),
    // An upper triangle is copied to the lower one: `A[j*cols+i] = A[i*cols+j]` for i < j.
    'copy of the upper triangle': t.and(
      t.lt(i1, j1),
      t.lt(i2, j2),
      below(n, i1, i2, j1, j2),
      meet(at(j1, n, i1), at(i2, n, j2)),
    ),
    // Quads of pixels: `4*w*y + 4*x` in a grid of w/16 × h/16 blocks of 16 × 16.
    'tone mapping': t.and(
      ...[k1, k2].map((block) => t.lt(block, t.div(n, t.constant(16)))),
      ...[j1, j2].map((thread) => t.lt(thread, t.constant(16))),
      differ([i1, i2], [j1, j2], [k1, k2]),
      meet(t.scale(at(i1, n, t.add(t.scale(k1, 16n), j1)), 4n), t.scale(at(i2, n, t.add(t.scale(k2, 16n), j2)), 4n)),
    ),
    'pitch in elements': t.and(
      below(m, j1, j2),
      t.le(t.scale(m, 4n), n),
      differ([i1, i2], [j1, j2]),
      meet(at(i1, t.div(n, t.constant(4)), j1), at(i2, t.div(n, t.constant(4)), j2)),
    ),
    'runs of several rows': t.and(
      ...[i1, i2].map((row) => t.le(t.zero, t.sub(m, row))),
      t.le(t.add(i1, t.constant(4)), i2),
      ...[j1, j2].map((j) => t.lt(j, t.scale(n, 4n))),
      meet(at(i1, n, j1), at(i2, n, j2)),
    ),
    // What is left of two positions by one and the same quotient, in 32 bits.
    'remainders of what is less than the divisor apart': t.and(
      below(t.constant(1 << 20), i1, i2),
      t.ne(i1, i2),
      t.eq(
        t.mod(t.sub(i1, t.mul(n, k1)), t.constant(2n ** 32n)),
        t.mod(t.sub(i2, t.mul(n, k1)), t.constant(2n ** 32n)),
      ),
    ),
  };
  for (const [name, condition] of Object.entries(idioms)) {
    test(name, () => assert.notEqual(refute(t, condition), null));
  }

  test('without the host fact rows == cols the copy of a triangle meets itself, and small values show it', () => {
    const whole = t.and(
      t.lt(i1, j1),
      t.lt(i2, j2),
      below(m, i1, i2, j1, j2),
      t.le(t.constant(2), n),
      meet(at(j1, n, i1), at(i2, n, j2)),
    );
    assert.equal(refute(t, whole), null);
    assert.ok(searchSmall(t, whole)?.cond(whole));
  });

  test('what memory holds at one place is one value, whoever reads it', () => {
    const size = { low: 0n, high: 2n ** 31n - 1n };
    const stride = t.symbol('stride', 'launch', 'input', size);
    const mask = (index: Int) =>
      t.apply({ name: 'mask', sharing: 'launch', origin: 'input-memory', range: { low: 0n, high: 1n } }, [index]);
    const meetAt = t.eq(t.mul(stride, i1), t.mul(stride, i2));
    const differ = t.and(t.eq(mask(i1), t.one), t.eq(mask(i2), t.zero), meetAt, below(m, i1, i2));
    const found = searchSmallWithLoads(t, differ);
    assert.ok(found?.cond(differ));
    assert.equal(found?.int(stride), 0n, 'they read different elements, and so meet where all rows are one');
    assert.equal(searchSmallWithLoads(t, t.and(differ, t.lt(t.zero, stride))), null);
  });
});
