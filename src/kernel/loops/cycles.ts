/** Variables that go round in a few values: stages of a ring, and the phase that changes when the ring begins anew. */
import { type Atom, type Int, isConstant, single, type Terms } from '../../terms/index.ts';

/** Longest ring, and longest period of what is counted. */
const LONGEST = 16n;

/** A variable that goes from 0 to `length` - 1 and begins anew. */
export interface Ring {
  readonly length: bigint;
  /** 1 where an iteration takes it a step on, else 0. */
  readonly step: Int;
}

/**
 * The ring through which iterations take a variable, step by step: from n - 1 back to 0, and from anywhere else to the next.
 * @param now what an iteration makes of `start`
 */
export function ringOf(t: Terms, now: Int, start: Int): Ring | null {
  const atom = single(start);
  if (!atom) return null;
  let step: Int | null = null;
  for (let at = 0n; at < LONGEST; at++) {
    const next = movesFrom(t, whereAtomIs(t, now, atom, t.constant(at)), at);
    if (next === null || (step !== null && next.step !== step)) return null;
    ({ step } = next);
    if (next.to === 0n) return at === 0n ? null : { length: at + 1n, step };
    if (next.to !== at + 1n) return null;
  }
  return null;
}

/** Where a variable goes that is `at` and either moves or stays; null for other terms. */
function movesFrom(t: Terms, next: Int, at: bigint): { readonly to: bigint; readonly step: Int } | null {
  if (isConstant(next)) return { to: next.constant, step: t.one };
  const atom = single(next);
  if (atom?.kind !== 'ite' || !isConstant(atom.then) || !isConstant(atom.otherwise)) return null;
  const { condition, then, otherwise } = atom;
  if (otherwise.constant === at) return { to: then.constant, step: t.ite(condition, t.one, t.zero) };
  return then.constant === at ? { to: otherwise.constant, step: t.ite(condition, t.zero, t.one) } : null;
}

/** Is a step 1 exactly where a variable that goes round in a ring begins anew? */
export function isRoundOf(t: Terms, step: Int, start: Int, { length, step: moves }: Ring): boolean {
  const atom = single(start);
  if (!atom) return false;
  for (let at = 0n; at < length; at++) {
    if (!isSameStep(t, whereAtomIs(t, step, atom, t.constant(at)), at === length - 1n ? moves : t.zero)) return false;
  }
  return true;
}

/** Two steps of 0 or 1 that the same condition decides about. */
function isSameStep(t: Terms, a: Int, b: Int): boolean {
  if (a === b) return true;
  const [x, y] = [single(a), single(b)];
  if (x?.kind !== 'ite' || y?.kind !== 'ite') return false;
  return x.then === y.otherwise && x.otherwise === y.then && t.not(x.condition) === y.condition;
}

/** What is added to a variable of the values 0 and 1, modulo 2: 0 or 1; null where an iteration does something else to it. */
export function flipOf(t: Terms, now: Int, start: Int): Int | null {
  const atom = single(start);
  if (!atom) return null;
  const [fromZero, fromOne] = [t.zero, t.one].map((value) => whereAtomIs(t, now, atom, value)) as [Int, Int];
  const { low, high } = fromZero.range;
  const isBit = low !== null && low >= 0n && high !== null && high <= 1n;
  return isBit && isComplement(t, fromZero, fromOne) ? fromZero : null;
}

/** Is one of the two 1 where the other is 0? */
function isComplement(t: Terms, a: Int, b: Int): boolean {
  if (t.add(a, b) === t.one) return true;
  const [x, y] = [single(a), single(b)];
  if (x?.kind !== 'ite' || y?.kind !== 'ite' || x.condition !== y.condition) return false;
  return isComplement(t, x.then, y.then) && isComplement(t, x.otherwise, y.otherwise);
}

/** How many of the iterations before `k` have a 1, of a step that is 0 or 1 and repeats; null for others. */
export function countOf(t: Terms, step: Int, k: Int): Int | null {
  if (isConstant(step)) return t.mul(step, k);
  const atom = single(k);
  if (!atom) return null;
  const at = (iteration: Int) => whereAtomIs(t, step, atom, iteration);
  for (let period = 2n; period <= LONGEST; period++) {
    if (at(t.add(k, t.constant(period))) !== step) continue;
    let count = t.zero;
    for (let i = 0n; i < period; i++) {
      const value = at(t.constant(i));
      if (!isConstant(value)) return null;
      const hits = t.div(t.add(k, t.constant(period - 1n - i)), t.constant(period));
      count = t.add(count, t.scale(hits, value.constant));
    }
    return count;
  }
  return null;
}

function whereAtomIs(t: Terms, term: Int, atom: Atom, value: Int): Int {
  return t.substitution((one) => (one === atom ? value : undefined)).int(term);
}
