// slow: Z3 starts, and runs out of its budget
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Solver } from '../../src/check/smt/solver.ts';
import { createZ3, type Z3Program } from '../../src/check/smt/z3.ts';
import { z3Program } from '../../src/platform/assets.ts';

const BUDGET = 1_000_000;
const LIMIT_MS = 60_000;
/** x³ + y³ = z³: true for no positive integers, and more than the budget can show. */
const HARD = `(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (and (> x 0) (> y 0) (> z 0) (= (+ (* x x x) (* y y y)) (* z z z))))`;

let program: Z3Program;
let solver: Solver;
before(async () => {
  program = await z3Program();
  solver = createZ3(program);
});

describe('answers', () => {
  test('unsat', () => {
    assert.deepEqual(solver.check('(declare-const x Int)(assert (and (> x 3) (< x 4)))', ['x'], BUDGET, LIMIT_MS), {
      status: 'unsat',
    });
  });

  test('sat, with integers of any size, booleans, bit-vectors and quoted names', () => {
    const script = `(declare-const big Int)(declare-const |a b| Int)(declare-const p Bool)(declare-const q Bool)
(declare-const v (_ BitVec 32))
(assert (= big (- 123456789012345678901234567890)))
(assert (= |a b| 7))
(assert (and p (not q) (= v #xffffffff)))`;
    assert.deepEqual(solver.check(script, ['big', '|a b|', 'p', 'q', 'v'], BUDGET, LIMIT_MS), {
      status: 'sat',
      model: new Map([
        ['big', -123456789012345678901234567890n],
        ['|a b|', 7n],
        ['p', 1n],
        ['q', 0n],
        ['v', 0xffff_ffffn],
      ]),
    });
  });

  test('a symbol that the model leaves open is zero', () => {
    const script = '(declare-const x Int)(declare-const y Int)(assert (= x 1))';
    assert.deepEqual(solver.check(script, ['x', 'y'], BUDGET, LIMIT_MS), {
      status: 'sat',
      model: new Map([
        ['x', 1n],
        ['y', 0n],
      ]),
    });
  });

  test('a nonlinear query of the kind the checker asks', () => {
    const script = `(declare-const bx Int)(declare-const by Int)(declare-const tx Int)(declare-const ty Int)(declare-const d Int)
(assert (and (<= 0 tx) (< tx d) (<= 0 ty) (< ty d) (<= 0 bx) (<= 0 by) (not (= bx by)) (= (+ (* bx d) tx) (+ (* by d) ty))))`;
    assert.deepEqual(solver.check(script, [], BUDGET, LIMIT_MS), { status: 'unsat' });
  });
});

describe('everything else is unknown', () => {
  test('a query that takes longer than it may, whatever its budget; the next one is answered', () => {
    const began = performance.now();
    const answer = solver.check(HARD, [], 4_000_000_000, 300);
    assert.deepEqual(answer, { status: 'unknown', reason: 'the solver ran out of time' });
    assert.ok(performance.now() - began < 30_000, 'it was given up long before its budget');
    assert.equal(solver.check('(assert false)', [], BUDGET, LIMIT_MS).status, 'unsat');
  });

  test('a budget that runs out', () => {
    assert.deepEqual(solver.check(HARD, [], 100_000, LIMIT_MS), {
      status: 'unknown',
      reason: 'the solver ran out of its budget',
    });
  });

  test('a query that does not parse, and the next one is unharmed', () => {
    const answer = solver.check('(declare-const x Int)(assert (> z 3))', ['x'], BUDGET, LIMIT_MS);
    assert.equal(answer.status, 'unknown');
    assert.match(answer.status === 'unknown' ? answer.reason : '', /unknown constant z/);
    assert.equal(solver.check('(assert true)', [], BUDGET, LIMIT_MS).status, 'sat');
  });

  test('a value that is not an integer', () => {
    const answer = solver.check('(declare-const r Real)(assert (= (* 2.0 r) 1.0))', ['r'], BUDGET, LIMIT_MS);
    assert.deepEqual(answer, { status: 'unknown', reason: "the solver's value of r is not an integer" });
  });
});

describe('the same query has the same answer', () => {
  /** Many models; which one comes is the search's choice. */
  const SQUARES = `(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (and (> x 0) (> y 0) (> z 1) (< z 40) (= (+ (* x x) (* y y)) (* 13 z))))`;

  test('whatever was asked before, in this program or another', () => {
    const symbols = ['x', 'y', 'z'];
    const fresh = createZ3(program).check(SQUARES, symbols, BUDGET, LIMIT_MS);
    for (let index = 0; index < 20; index++) {
      solver.check(
        `(declare-const x${index} Int)(assert (= (* x${index} x${index}) 49))`,
        [`x${index}`],
        BUDGET,
        LIMIT_MS,
      );
    }
    assert.deepEqual(solver.check(SQUARES, symbols, BUDGET, LIMIT_MS), fresh);
    assert.equal(fresh.status, 'sat');
  });

  test('300 queries in one program', () => {
    for (let index = 0; index < 300; index++) {
      const script = `(declare-const n${index} Int)(assert (and (> n${index} ${index}) (< n${index} ${index + 2})))`;
      assert.deepEqual(solver.check(script, [`n${index}`], BUDGET, LIMIT_MS), {
        status: 'sat',
        model: new Map([[`n${index}`, BigInt(index + 1)]]),
      });
    }
  });
});
