/** Numbers that a loop makes step by step, and their closed forms: sums, powers of two. */
import { type Int, isConstant, single, someAtom, type Terms } from '../../terms/index.ts';
import { LoopSum } from '../meanings.ts';
import { isOfBlock } from '../single-thread-guards.ts';
import type { Thread } from '../thread.ts';

/** Longest period of a step that is summed up exactly. */
const LONGEST_PERIOD = 4n;

/** `Σ step(j)` for `j = 0 … k-1`, when the step is linear in the iteration or repeats; null otherwise. */
export function summed(t: Terms, step: Int, k: Int): Int | null {
  const kAtom = single(k);
  const at = (iteration: Int): Int => t.substitution((atom) => (atom === kAtom ? iteration : undefined)).int(step);
  const slope = t.sub(at(t.add(k, t.one)), step);
  if (isConstant(slope)) {
    // a·j + b sums to a·k(k-1)/2 + b·k; the product of neighbours is even.
    const triangle = t.div(t.mul(k, t.sub(k, t.one)), t.constant(2));
    return t.add(t.scale(triangle, slope.constant), t.mul(at(t.zero), k));
  }
  const passed = summedFrom(t, step, k);
  if (passed) return passed;
  for (let period = 2n; period <= LONGEST_PERIOD; period++) {
    if (at(t.add(k, t.constant(period))) !== step) continue;
    const steps = Array.from({ length: Number(period) }, (_, i) => at(t.constant(i)));
    const rest = t.mod(k, t.constant(period));
    let sum = t.mul(
      steps.reduce((a, b) => t.add(a, b)),
      t.div(k, t.constant(period)),
    );
    for (let i = 0; i < steps.length - 1; i++) {
      sum = t.add(sum, t.ite(t.lt(t.constant(i), rest), steps[i]!, t.zero));
    }
    return sum;
  }
  return null;
}

/** The same of a step that is one number up to some iteration, and another from then on. */
function summedFrom(t: Terms, step: Int, k: Int): Int | null {
  const kAtom = single(k);
  const [one, ...others] = step.monomials;
  const atom = one?.atoms.length === 1 ? one.atoms[0]! : null;
  if (atom?.kind !== 'ite' || others.length > 0 || atom.condition.kind !== 'le') return null;
  const { then, otherwise, condition } = atom;
  if (!isConstant(then) || !isConstant(otherwise)) return null;
  const slope = condition.term.monomials.find(({ atoms }) => atoms.length === 1 && atoms[0] === kAtom)?.coefficient;
  if (slope !== 1n && slope !== -1n) return null;
  // k + rest <= 0, or rest - k <= 0
  const rest = t.sub(condition.term, t.scale(k, slope));
  if (kAtom && someAtom([rest], (other) => other === kAtom)) return null;
  const within = (term: Int) => t.ite(t.le(term, t.zero), t.zero, t.ite(t.le(term, k), term, k));
  const holds = slope === 1n ? within(t.sub(t.one, rest)) : t.sub(k, within(rest));
  const jump = t.scale(holds, one!.coefficient * (then.constant - otherwise.constant));
  return t.add(jump, t.scale(k, step.constant + one!.coefficient * otherwise.constant));
}

/**
 * `Σ step(j)` for `j = 0 … k-1` as a function of its own, for a step that all threads of the block share: what is known of
 * it is that it grows by the step (`check/loop-sum-lemmas.ts`).
 */
export function namedSum({ terms: t, symbols }: Thread, step: Int, k: Int): Int | null {
  const iterations = [k, ...symbols.iterations];
  const { low } = step.range;
  if (low === null || low < 0n || !isOfBlock([step], iterations)) return null;
  const sum = new LoopSum(`sum:${step.id}`, iterations);
  sum.adds(step);
  return termOf(t, sum);
}

/** A sum of what is not known yet: `sum.adds` says it. */
export function openSum({ terms: t, symbols }: Thread, k: Int): { readonly sum: LoopSum; readonly value: Int } {
  const sum = new LoopSum(symbols.newName('sum'), [k, ...symbols.iterations]);
  return { sum, value: termOf(t, sum) };
}

function termOf(t: Terms, of: LoopSum): Int {
  const range = { low: 0n, high: null };
  return t.apply({ name: of.key, sharing: 'block', origin: 'approximate', range, of }, of.iterations);
}

/** `now` is `start` divided (floor) or multiplied by a power of two. */
export function geometricShape(now: Int, start: Int): { direction: 'down' | 'up'; shift: number } | null {
  const atom = single(now);
  if (atom?.kind === 'div' && atom.dividend === start && isConstant(atom.divisor)) {
    const shift = powerOfTwo(atom.divisor.constant);
    return shift === null ? null : { direction: 'down', shift };
  }
  const startAtom = single(start);
  const m = now.monomials[0];
  if (now.constant === 0n && now.monomials.length === 1 && m && m.atoms.length === 1 && m.atoms[0] === startAtom) {
    const shift = powerOfTwo(m.coefficient);
    return shift === null || shift === 0 ? null : { direction: 'up', shift };
  }
  return null;
}

function powerOfTwo(value: bigint): number | null {
  if (value <= 0n || (value & (value - 1n)) !== 0n) return null;
  return value.toString(2).length - 1;
}

export function isNeverNegative({ range: { low } }: Int): boolean {
  return low !== null && low >= 0n;
}
