/** Why a question stays open, as data: for want of time, or because nobody could tell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Queries } from '../../../src/check/smt/query.ts';
import type { Solver, SolverAnswer } from '../../../src/check/smt/solver.ts';
import { Terms } from '../../../src/terms/index.ts';

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
