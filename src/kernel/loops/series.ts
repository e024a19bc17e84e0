/** Numbers that a loop makes step by step, and their closed forms: sums, powers of two. */
import { type Cond, type Int, isConstant, single, someAtom, type Terms } from '../../terms/index.ts';
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

/**
 * The same of a step that is one number up to some iteration, and another from then on; of which number may hang on what is
 * the same in all iterations, as where only one thread of a block steps.
 */
function summedFrom(t: Terms, step: Int, k: Int): Int | null {
  const kAtom = single(k);
  const [one, ...others] = step.monomials;
  const atom = one?.atoms.length === 1 ? one.atoms[0]! : null;
  if (atom?.kind !== 'ite' || others.length > 0) return null;
  const { then, otherwise, condition } = atom;
  const changes = (part: Cond) => someAtom([part], (other) => other === kAtom);
  const scaled = (sum: Int | null) => sum && t.add(t.scale(sum, one!.coefficient), t.scale(k, step.constant));
  if (!changes(condition)) {
    const [ifTrue, ifFalse] = [summed(t, then, k), summed(t, otherwise, k)];
    return ifTrue && ifFalse && scaled(t.ite(condition, ifTrue, ifFalse));
  }
  if (!isConstant(then) || !isConstant(otherwise)) return null;
  const sumWhere = (part: Cond) => summedStep(t, k, part, { then, otherwise });
  if (condition.kind === 'le') return scaled(sumWhere(condition));
  if (condition.kind !== 'and' && condition.kind !== 'or') return null;
  const [varying, ...more] = condition.parts.filter(changes);
  if (varying?.kind !== 'le' || more.length > 0) return null;
  const same = condition.parts.filter((part) => !changes(part));
  const sum = sumWhere(varying);
  if (sum === null) return null;
  const always = (value: Int) => t.mul(value, k);
  return scaled(
    condition.kind === 'or' ? t.ite(t.or(...same), always(then), sum) : t.ite(t.and(...same), sum, always(otherwise)),
  );
}

/** `Σ (condition(j) ? then : otherwise)` for `j = 0 … k-1`, of a condition that changes once. */
function summedStep(
  t: Terms,
  k: Int,
  condition: Cond,
  { then, otherwise }: { readonly then: Int; readonly otherwise: Int },
): Int | null {
  const kAtom = single(k);
  if (condition.kind !== 'le') return null;
  const slope = condition.term.monomials.find(({ atoms }) => atoms.length === 1 && atoms[0] === kAtom)?.coefficient;
  if (slope === undefined || slope === 0n) return null;
  // slope·k + rest <= 0, or rest - |slope|·k <= 0
  const rest = t.sub(condition.term, t.scale(k, slope));
  if (kAtom && someAtom([rest], (other) => other === kAtom)) return null;
  const within = (term: Int) => t.ite(t.le(term, t.zero), t.zero, t.ite(t.le(term, k), term, k));
  const last = (by: bigint) => t.div(t.scale(rest, -1n), t.constant(by));
  const first = (by: bigint) => t.div(t.add(rest, t.constant(by - 1n)), t.constant(by));
  const holds = slope > 0n ? within(t.add(last(slope), t.one)) : t.sub(k, within(first(-slope)));
  return t.add(t.scale(holds, then.constant - otherwise.constant), t.scale(k, otherwise.constant));
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
