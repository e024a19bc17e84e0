/** Terms against plain BigInt arithmetic: whatever is simplified on the way, the value stays. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bitOperation } from '../../src/terms/bits.ts';
import { Evaluator } from '../../src/terms/evaluate.ts';
import { Terms } from '../../src/terms/index.ts';
import { floorDiv, floorMod } from '../../src/terms/number-theory.ts';
import { printCond, printInt } from '../../src/terms/print.ts';
import type { Cond, Int, Range } from '../../src/terms/term.ts';

const NAMES = ['x', 'y', 'z'] as const;
/** Ranges as indices have them: the simplifications that ranges allow must hold within them. */
const RANGES: Record<string, Range> = {
  x: { low: 0n, high: 31n },
  y: { low: -8n, high: 7n },
  z: { low: 1n, high: 1024n },
};

type Tree =
  | { op: 'symbol'; name: string }
  | { op: 'constant'; value: bigint }
  | { op: 'add' | 'sub' | 'mul' | 'div' | 'mod' | 'and' | 'or' | 'xor' | 'lshr' | 'min'; left: Tree; right: Tree };

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...NAMES).map((name): Tree => ({ op: 'symbol', name })),
    fc.integer({ min: -70, max: 70 }).map((n): Tree => ({ op: 'constant', value: BigInt(n) })),
    fc
      .tuple(
        fc.constantFrom('add', 'sub', 'mul', 'div', 'mod', 'and', 'or', 'xor', 'lshr', 'min'),
        tie('tree'),
        tie('tree'),
      )
      .map(([op, left, right]) => ({ op, left, right }) as Tree),
  ),
})).tree;

const values = fc.record({
  x: fc.bigInt({ min: 0n, max: 31n }),
  y: fc.bigInt({ min: -8n, max: 7n }),
  z: fc.bigInt({ min: 1n, max: 1024n }),
});

const WIDTH = 32;
const MODULUS = 1n << 32n;
/** Divisors are made positive, bit operands unsigned, as the executor does. */
const positive = (value: bigint) => (value < 0n ? -value : value) + 1n;

function build(t: Terms, node: Tree): Int {
  if (node.op === 'symbol') return t.symbol(node.name, 'launch', 'input', RANGES[node.name]!);
  if (node.op === 'constant') return t.constant(node.value);
  const a = build(t, node.left);
  const b = build(t, node.right);
  const divisor = () => t.add(t.ite(t.lt(b, t.zero), t.negate(b), b), t.one);
  const unsigned = (term: Int) => t.mod(term, t.constant(MODULUS));
  switch (node.op) {
    case 'add':
      return t.add(a, b);
    case 'sub':
      return t.sub(a, b);
    case 'mul':
      return t.mul(a, b);
    case 'div':
      return t.div(a, divisor());
    case 'mod':
      return t.mod(a, divisor());
    case 'min':
      return t.ite(t.le(a, b), a, b);
    case 'lshr':
      return t.bits('lshr', unsigned(a), t.mod(b, t.constant(32)), WIDTH);
    default:
      return t.bits(node.op, unsigned(a), unsigned(b), WIDTH);
  }
}

function compute(node: Tree, of: Readonly<Record<string, bigint>>): bigint {
  if (node.op === 'symbol') return of[node.name]!;
  if (node.op === 'constant') return node.value;
  const a = compute(node.left, of);
  const b = compute(node.right, of);
  switch (node.op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return floorDiv(a, positive(b));
    case 'mod':
      return floorMod(a, positive(b));
    case 'min':
      // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
      return a <= b ? a : b;
    case 'lshr':
      return bitOperation('lshr', BigInt.asUintN(WIDTH, a), floorMod(b, 32n), WIDTH);
    default:
      return bitOperation(node.op, BigInt.asUintN(WIDTH, a), BigInt.asUintN(WIDTH, b), WIDTH);
  }
}

function evaluator(of: Readonly<Record<string, bigint>>): Evaluator {
  return new Evaluator({ symbol: (atom) => of[atom.name]!, apply: () => 0n });
}

describe('terms keep their value', () => {
  test('arithmetic', () => {
    fc.assert(
      fc.property(tree, values, (node, of) => {
        const term = build(new Terms(), node);
        const value = compute(node, of);
        assert.equal(evaluator(of).int(term), value);
        if (term.range.low !== null) assert.ok(value >= term.range.low, 'range');
        if (term.range.high !== null) assert.ok(value <= term.range.high, 'range');
      }),
      { numRuns: 3000 },
    );
  });

  test('comparisons, also split by digits', () => {
    fc.assert(
      fc.property(tree, tree, values, (left, right, of) => {
        const t = new Terms();
        const [a, b] = [build(t, left), build(t, right)];
        const [x, y] = [compute(left, of), compute(right, of)];
        const e = evaluator(of);
        const same: [Cond, boolean][] = [
          [t.le(a, b), x <= y],
          [t.eq(a, b), x === y],
          [t.ne(a, b), x !== y],
          [t.not(t.le(a, b)), x > y],
        ];
        for (const [cond, holds] of same) assert.equal(e.cond(cond), holds);
      }),
      { numRuns: 3000 },
    );
  });

  test('joins of path conditions are disjunctions', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(tree, tree), { minLength: 2, maxLength: 4 }), values, (pairs, of) => {
        const t = new Terms();
        const conds = pairs.map(([l, r]) => t.le(build(t, l), build(t, r)));
        const [p, c, d] = [conds[0]!, conds[1]!, conds[2] ?? t.true];
        const a = t.and(p, c);
        const b = t.and(p, t.not(c), d);
        const e = evaluator(of);
        assert.equal(e.cond(t.join(a, b)), e.cond(a) || e.cond(b));
      }),
      { numRuns: 1000 },
    );
  });

  test('the ways out of a condition of several parts join to no condition', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(tree, tree), { minLength: 3, maxLength: 3 }), values, (pairs, of) => {
        const t = new Terms();
        const [p, c, d] = pairs.map(([l, r]) => t.le(build(t, l), build(t, r))) as [Cond, Cond, Cond];
        // if (c && d) …: past c, past d, and out of the branch.
        const before = t.join(t.and(p, t.not(c)), t.and(p, c, t.not(d)));
        assert.equal(t.join(before, t.and(p, c, d)), p);
        const e = evaluator(of);
        const other = t.and(p, c, t.not(d));
        assert.equal(e.cond(t.join(t.or(c, t.not(d)), other)), e.cond(t.or(c, t.not(d))) || e.cond(other));
      }),
      { numRuns: 1000 },
    );
  });

  test('substitution is evaluation with other values', () => {
    fc.assert(
      fc.property(tree, values, fc.bigInt({ min: 0n, max: 31n }), (node, of, other) => {
        const t = new Terms();
        const term = build(t, node);
        const replaced = t.substitution((atom) =>
          atom.kind === 'symbol' && atom.name === 'x' ? t.constant(other) : undefined,
        );
        assert.equal(evaluator(of).int(replaced.int(term)), compute(node, { ...of, x: other }));
      }),
      { numRuns: 1000 },
    );
  });

  test('terms of another arena', () => {
    fc.assert(
      fc.property(tree, values, (node, of) => {
        const term = build(new Terms(), node);
        const t = new Terms();
        const imported = t.importing((atom) => t.symbol(atom.name, 'launch', 'input', atom.range)).int(term);
        assert.equal(evaluator(of).int(imported), compute(node, of));
      }),
      { numRuns: 500 },
    );
  });
});

describe('terms that need no solver', () => {
  const t = new Terms();
  const index = (name: string, high: bigint) => t.symbol(name, 'thread', 'input', { low: 0n, high });

  test('rows and columns are read off an address', () => {
    const difference = t.sub(
      t.add(t.scale(index('y1', 15n), 16n), index('x1', 15n)),
      t.add(t.scale(index('y2', 15n), 16n), index('x2', 15n)),
    );
    assert.equal(printCond(t.eq(difference, t.zero)), 'x1 == x2 && y1 == y2');
  });

  test('a column out of its row leaves the question open', () => {
    const difference = t.sub(
      t.add(t.scale(index('y1', 15n), 16n), index('w1', 16n)),
      t.add(t.scale(index('y2', 15n), 16n), index('w2', 16n)),
    );
    assert.equal(t.eq(difference, t.zero).kind, 'eq');
  });

  test('symbols of one name and other bounds are two symbols', () => {
    const wide = t.symbol('n#1', 'thread', 'approximate', { low: null, high: null });
    assert.notEqual(t.symbol('n#1', 'thread', 'approximate', { low: 0n, high: 9n }), wide);
    assert.equal(t.symbol('n#1', 'thread', 'approximate', { low: null, high: null }), wide);
  });

  test('what a dividend and its divisor have in common', () => {
    const t = new Terms();
    const x = t.symbol('x', 'launch', 'input', { low: 0n, high: null });
    const all = t.add(t.scale(x, 8n), t.constant(3n));
    assert.equal(t.div(all, t.constant(32n)), t.div(x, t.constant(4n)));
    const left = t.scale(t.mod(x, t.constant(4n)), 8n);
    assert.equal(t.mod(all, t.constant(32n)), t.add(left, t.constant(3n)));
    assert.deepEqual(t.mod(t.scale(x, 8n), t.constant(32n)).range, { low: 0n, high: 24n });
  });

  test('the smaller and the larger of a number and a constant are bounded by it', () => {
    const t = new Terms();
    const x = t.symbol('x', 'thread', 'input', { low: -50n, high: 50n });
    const limit = t.constant(7n);
    const scaled = t.add(t.scale(x, 3n), t.one);
    for (const one of [x, t.negate(x), scaled]) {
      const { low, high } = one.range;
      assert.deepEqual(t.ite(t.lt(one, limit), one, limit).range, { low, high: 7n });
      assert.deepEqual(t.ite(t.le(limit, one), limit, one).range, { low, high: 7n });
      assert.deepEqual(t.ite(t.lt(limit, one), one, limit).range, { low: 7n, high });
      assert.deepEqual(t.ite(t.le(one, limit), limit, one).range, { low: 7n, high });
    }
  });

  test('even and odd never meet', () => {
    const even = t.scale(index('x1', 100n), 2n);
    const odd = t.add(t.scale(index('x2', 100n), 2n), t.one);
    assert.equal(t.eq(even, odd).kind, 'false');
  });

  test('the next place of a ring, and the phase of its next round', () => {
    const x = index('turn', 1000n);
    const three = t.constant(3);
    const next = (place: Int) => {
      const more = t.add(place, t.one);
      return t.ite(t.eq(more, three), t.zero, more);
    };
    const place = t.mod(x, three);
    assert.equal(printInt(next(next(place))), '(turn+2)%3');
    const phase = (after: Int) => t.mod(t.div(after, three), t.constant(2));
    const turned = (before: Int, isLast: Cond) => t.bits('xor', before, t.ite(isLast, t.one, t.zero), 32);
    const isLast = (of: Int) => t.eq(t.mod(of, three), t.constant(2));
    assert.equal(turned(phase(x), isLast(x)), phase(t.add(x, t.one)));
    // Of a ring that is gone through in steps of four, the places are those of steps of one.
    assert.equal(turned(phase(t.scale(x, 4n)), isLast(x)), phase(t.add(t.scale(x, 4n), t.one)));
    assert.notEqual(turned(phase(t.scale(x, 2n)), isLast(x)), phase(t.add(t.scale(x, 2n), t.one)));
  });

  test('alternatives that differ by a number, and remainders of numbers that do', () => {
    const x = index('row', 1000n);
    const isShort = t.le(index('rows', 9n), t.constant(3));
    const [a, b] = [t.ite(isShort, t.one, t.add(x, t.constant(5))), t.ite(isShort, t.zero, t.add(x, t.constant(4)))];
    assert.equal(t.sub(a, b), t.one);
    assert.equal(t.sub(t.scale(a, 3n), t.scale(b, 3n)), t.constant(3));
    assert.notEqual(t.add(a, b), t.one);
    const by = (term: Int) => t.mod(term, t.constant(256));
    assert.equal(t.eq(by(t.add(x, t.constant(7))), by(x)).kind, 'false');
    assert.equal(t.eq(by(t.scale(x, 2n)), by(x)).kind, 'eq');
  });

  test('a choice among numbers is compared by its conditions', () => {
    const order = index('order', 9n);
    const is = (k: number) => t.eq(order, t.constant(k));
    const kind = [0, 1, 2].reduceRight((rest, k) => t.ite(is(k), t.one, rest), t.zero);
    assert.equal(t.eq(kind, t.one), t.or(is(0), is(1), is(2)));
    assert.equal(t.or(t.eq(kind, t.one), t.eq(kind, t.zero)).kind, 'true');
    assert.equal(t.eq(kind, t.constant(2)).kind, 'false');
    assert.equal(t.or(is(0), t.and(t.not(is(0)), is(1))), t.or(is(0), is(1)));
  });

  test('masks, shifts and flips become arithmetic', () => {
    const x = index('x', 255n);
    assert.equal(printInt(t.bits('and', x, t.constant(31), 32)), 'x%32');
    assert.equal(printInt(t.bits('lshr', x, t.constant(5), 32)), 'x/32');
    assert.equal(printInt(t.bits('xor', x, t.constant(1), 32)), 'x-2*(x%2)+1');
    assert.equal(printInt(t.bits('or', t.scale(x, 4n), t.constant(3), 32)), '4*x+3');
    assert.equal(printInt(t.bits('or', t.mod(x, t.constant(8)), t.constant(7), 32)), '7');
    assert.equal(printInt(t.bits('or', t.mod(x, t.constant(8)), t.constant(6), 32)), '((x%8)|6)');
  });
});

test('a condition with many ways and few nodes is negated at once', () => {
  const t = new Terms();
  const symbol = (name: string) => t.symbol(name, 'launch', 'input', { low: null, high: null });
  let path = t.le(symbol('start'), t.zero);
  // Each step has the one before it in two places: 2^40 ways.
  for (let i = 0; i < 40; i++) {
    const chosen = t.le(symbol(`choice${i}`), t.zero);
    const other = t.le(symbol(`other${i}`), t.zero);
    path = t.or(t.and(chosen, path), t.and(other, t.or(path, chosen)));
  }
  assert.equal(t.not(t.not(path)), path);
});
