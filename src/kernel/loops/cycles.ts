/** Variables that go round in a few values: stages of a ring, and the phase that changes when the ring begins anew. */
import { type Atom, type Int, isConstant, single, type Terms } from '../../terms/index.ts';

/** Longest ring, and longest period of what is counted. */
const LONGEST = 16n;

/**
 * The length of the ring through which an iteration takes a variable step by step: from n - 1 back to 0, and anywhere else to
 * the next.
 * @param now what the iteration makes of `start`
 */
export function ringOf(t: Terms, now: Int, start: Int): bigint | null {
  const atom = single(start);
  if (!atom) return null;
  for (let at = 0n; at < LONGEST; at++) {
    const next = whereAtomIs(t, now, atom, t.constant(at));
    if (!isConstant(next)) return null;
    if (next.constant === 0n) return at === 0n ? null : at + 1n;
    if (next.constant !== at + 1n) return null;
  }
  return null;
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
  return t.add(x.then, y.then) === t.one && t.add(x.otherwise, y.otherwise) === t.one;
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
