/** Why a question stays open, as data: for want of time, or because nobody could tell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Queries } from '../../../src/check/smt/query.ts';
import type { Solver, SolverAnswer } from '../../../src/check/smt/solver.ts';
import { createZ3 } from '../../../src/check/smt/z3.ts';
import { nullSymbol, Operation } from '../../../src/kernel/index.ts';
import { z3Program } from '../../../src/platform/assets.ts';
import { type Cond, type Int, single, Terms } from '../../../src/terms/index.ts';

/** A question that no arithmetic decides: x*x*x = 3*y*y*y + 5 has no small answer. */
function asked(deadline: number, answer: SolverAnswer): ReturnType<Queries['solve']> {
  const terms = new Terms();
  const [x, y] = ['x', 'y'].map((name) => terms.symbol(name, 'launch', 'input', { low: 7n, high: 1n << 40n }));
  const cube = (term: typeof x) => terms.mul(term!, terms.mul(term!, term!));
  const equal = terms.eq(cube(x), terms.add(terms.scale(cube(y), 3n), terms.constant(5n)));
  const solver: Solver = { check: () => answer };
  return new Queries(terms, () => solver, 1_000, deadline).solve([equal], []);
}

const LATE = -1;
const IN_TIME = Number.POSITIVE_INFINITY;

test('a question that time did not suffice for is cut short', () => {
  assert.deepEqual(asked(LATE, { status: 'unsat' }), { status: 'open', kind: 'cut-short', reason: 'out of time' });
});

test('a question that the solver does not answer is undecided', () => {
  const answer = asked(IN_TIME, { status: 'unknown', reason: 'out of time, says the solver' });
  assert.deepEqual(answer, { status: 'open', kind: 'undecided', reason: 'out of time, says the solver' });
});

test('products as they are settle what is left open by what holds of all products', async () => {
  const solver = createZ3(await z3Program());
  const terms = new Terms();
  const [x, y] = ['x', 'y'].map((name) => terms.symbol(name, 'launch', 'input', { low: 5n, high: 1n << 20n }));
  const product = (value: bigint) => terms.eq(terms.mul(x!, y!), terms.constant(value));
  const ask = (condition: Cond) => new Queries(terms, () => solver, 4_000_000, IN_TIME).solve([condition], []);
  // 13 * 17, and nothing else above 4.
  const answer = ask(product(221n));
  assert.equal(answer.status, 'sat');
  assert.ok(answer.status === 'sat' && answer.values.int(x!) * answer.values.int(y!) === 221n);
  // A prime has no two such factors.
  assert.equal(ask(product(223n)).status, 'unsat');
});

test('which numbers are powers is known once what holds of all that grows by doubling does not settle it', async () => {
  const solver = createZ3(await z3Program());
  const terms = new Terms();
  const step = terms.symbol('k', 'thread', 'iteration', { low: 0n, high: 1n << 20n });
  const down = terms.geometric('down', terms.constant(3n << 50n), 1, step);
  const up = terms.geometric('up', terms.constant(3n), 1, step);
  const ask = (power: Int, value: bigint) =>
    new Queries(terms, () => solver, 4_000_000, IN_TIME).solve([terms.eq(power, terms.constant(value))], []);
  for (const [power, k] of [[up, 41n] as const, [down, 9n] as const]) {
    const answer = ask(power, 3n << 41n);
    assert.ok(answer.status === 'sat' && answer.values.int(step) === k);
  }
  // Between two powers, and 3 divided by two.
  for (const value of [(3n << 41n) + 3n, (3n << 41n) - 3n]) assert.notEqual(ask(up, value).status, 'sat');
  assert.equal(ask(down, 1n).status, 'sat');
});

test('in the first round of a loop nothing is asked of the power of the round before', async () => {
  const solver = createZ3(await z3Program());
  const terms = new Terms();
  const round = terms.symbol('i', 'thread', 'iteration', { low: 0n, high: 1n << 20n });
  const [x, y] = ['x', 'y'].map((name) => terms.symbol(name, 'launch', 'input', { low: 5n, high: 1n << 20n }));
  const before = terms.geometric('up', terms.constant(2n), 1, terms.sub(round, terms.one));
  const isReached = terms.or(terms.le(round, terms.zero), terms.le(before, x!));
  const product = terms.eq(terms.mul(x!, y!), terms.constant(221n));
  const conditions = [terms.le(round, terms.zero), terms.le(terms.add(before, round), x!), product];
  const answer = new Queries(terms, () => solver, 4_000_000, IN_TIME).solve([isReached, ...conditions], []);
  // Of that power nothing is known: no proof may rest on one.
  assert.notEqual(answer.status, 'unsat');
});

/** Of a comparison of fractions nothing is known but that it is one or zero, and the same for the same numbers. */
const COMPARED = {
  name: 'fcmp olt',
  sharing: 'launch',
  origin: 'approximate',
  range: { low: -1n, high: 0n },
  of: new Operation('fcmp olt'),
} as const;

test('one value for each function that is made up shows what does not hang on it', () => {
  const terms = new Terms();
  const [i, j] = ['i', 'j'].map((name) => terms.symbol(name, 'thread', 'input', { low: 0n, high: 63n })) as [Int, Int];
  const n = terms.symbol('n', 'launch', 'input', { low: 1n, high: 1n << 31n });
  const compared = (...args: Int[]) => terms.apply(COMPARED, args);
  const asked: string[] = [];
  const solver: Solver = {
    check: (script) => {
      asked.push(script);
      return { status: 'unknown', reason: 'nobody asks' };
    },
  };
  const cube = terms.mul(n, terms.mul(n, n));
  const either = terms.or(terms.eq(compared(i), terms.zero), terms.eq(cube, terms.constant(7n)));
  const ask = (...conditions: Cond[]) => new Queries(terms, () => solver, 1_000, IN_TIME).solve(conditions, []);
  const answer = ask(either, terms.ne(i, j));
  assert.equal(answer.status, 'sat');
  assert.equal(asked.length, 0);
  // What hangs on it is asked for all the same.
  assert.equal(ask(terms.ne(compared(i), compared(j))).status, 'open');
  assert.ok(asked.length > 0);
});

test('a pointer is null in a model only where that is asked', () => {
  const terms = new Terms();
  const isNull = nullSymbol(terms, 'mask');
  const x = terms.symbol('x', 'launch', 'input', { low: 5n, high: 1n << 40n });
  const solver: Solver = {
    check: (_, names) => ({
      status: 'sat',
      model: new Map(names.map((name) => [name, name === nameOf(x) ? 7_001n : 1n])),
    }),
  };
  const cube = terms.mul(x, terms.mul(x, x));
  const [isOne, isAny] = [terms.eq(isNull, terms.constant(1n)), terms.le(terms.constant(6n), x)];
  const found = (condition: Cond) => {
    const asked = [condition, terms.eq(cube, terms.constant(7_001n ** 3n))];
    const answer = new Queries(terms, () => solver, 1_000, IN_TIME).solve(asked, []);
    assert.ok(answer.status === 'sat');
    return answer.values.int(isNull);
  };
  assert.equal(found(terms.or(isOne, isAny)), 0n);
  assert.equal(found(isOne), 1n);
});

function nameOf(symbol: Int): string {
  return `a${single(symbol)!.id}`;
}
