/** Models of races in which a launch keeps what the kernel asserts, so that a run of it does not end before the race. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAssertionsKept } from '../../src/check/kept-assertions.ts';
import { Queries } from '../../src/check/smt/query.ts';
import { type Cond, Evaluator, Terms } from '../../src/terms/index.ts';

const terms = new Terms();
const range = { low: 0n, high: 100n };
const parts = terms.symbol('parts', 'launch', 'input', range);
const step = terms.symbol('step', 'thread', 'input', range);
const index = terms.symbol('index', 'thread', 'input', range);
const isThree = terms.eq(parts, terms.constant(3n));
const same = terms.substitution(() => undefined);
const queries = new Queries(terms, () => ({ check: () => ({ status: 'unknown', reason: 'not asked' }) }), 0, Infinity);

/** @param asserted with what brings a thread there */
function partsShown(asserted: Cond, assertedOfLaunch: readonly Cond[], race: Cond): bigint {
  const context = { terms, queries, onQuery: null, asserted: [asserted], assertedOfLaunch };
  const values = new Evaluator({ symbol: (atom) => (atom.name === 'parts' ? 4n : 0n), apply: () => 0n });
  const condition = { condition: race, equalities: [], meetingIn: () => null };
  return withAssertionsKept(context, { first: same, second: same }, condition, values).values.int(parts);
}

const race = terms.eq(index, terms.constant(0n));
/** Behind a loop that is left in some step: in a model that has it left before the first, nobody comes to it. */
const behindALoop = terms.or(terms.le(step, terms.constant(0n)), isThree);

test('what hangs on the launch alone is kept, whichever step of a loop the model has it behind', () => {
  assert.equal(partsShown(behindALoop, [isThree], race), 3n);
});

test('what hangs on threads is kept where they come to it', () => {
  assert.equal(partsShown(behindALoop, [], race), 4n);
  assert.equal(partsShown(isThree, [], race), 3n);
});

test('a launch that races only against what it asserts elsewhere is shown as it is', () => {
  const isFour = terms.eq(parts, terms.constant(4n));
  assert.equal(partsShown(behindALoop, [isThree], terms.and(race, isFour)), 4n);
});
