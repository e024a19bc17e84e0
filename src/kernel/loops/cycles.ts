/** Variables that go round in a few values: stages of a ring, and the phase that changes when the ring begins anew. */
import { type Atom, type Cond, type Int, isConstant, single, type Terms, visitAtoms } from '../../terms/index.ts';

/** Longest ring, and longest period of what is counted. */
const LONGEST = 16;

/** A variable that goes round from 0 to `length` - 1: by one, or by a few where a compiler has unrolled the loop. */
export interface Ring {
  readonly length: bigint;
  /** By how much an iteration takes it on, modulo `length`. */
  readonly stride: bigint;
  /** 1 where an iteration takes it on, else 0. */
  readonly step: Int;
}

/**
 * The ring through which iterations take a variable: from each place on by the same, modulo its length.
 * @param now what an iteration makes of `start`
 */
export function ringOf(t: Terms, now: Int, start: Int): Ring | null {
  const atom = single(start);
  if (!atom) return null;
  const moves: { readonly to: bigint; readonly step: Int }[] = [];
  const isLast = () => moves.length > 1 && moves.at(-1)!.to === 0n;
  while (moves.length < LONGEST && !isLast()) {
    const at = BigInt(moves.length);
    const next = movesFrom(t, whereAtomIs(t, now, atom, t.constant(at)), at);
    if (next === null || (at > 0n && next.step !== moves[0]!.step)) return null;
    moves.push(next);
  }
  const [first] = moves;
  if (!first || !isLast() || first.to <= 0n) return null;
  // From here it goes to the beginning: what lies behind comes to places behind that.
  const length = BigInt(moves.length) - 1n + first.to;
  if (length > LONGEST) return null;
  for (let at = 0n; at < length; at++) {
    const next = moves[Number(at)] ?? movesFrom(t, whereAtomIs(t, now, atom, t.constant(at)), at);
    if (next === null || next.step !== first.step || next.to !== (at + first.to) % length) return null;
  }
  return { length, stride: first.to, step: first.step };
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

/**
 * By how much an iteration takes a variable on in its ring, if a step is 1 exactly where it so begins anew an odd number of
 * times; null where it does not tell that.
 */
export function roundsIn(t: Terms, step: Int, start: Int, { length, stride, step: moves }: Ring): bigint | null {
  const atom = single(start);
  if (!atom) return null;
  const isOddRound = (by: bigint, at: bigint) => ((at + by) / length) % 2n === 1n;
  for (const by of [stride, stride + length]) {
    let isThis = true;
    for (let at = 0n; isThis && at < length; at++) {
      isThis = isSameStep(t, whereAtomIs(t, step, atom, t.constant(at)), isOddRound(by, at) ? moves : t.zero);
    }
    if (isThis) return by;
  }
  return null;
}

/**
 * What a phase of 0 or 1 has become that turns around whenever a variable begins its ring anew. Where both come from an earlier
 * loop through the same ring, they go on as if it were one loop.
 * @param place where in its ring the variable began
 * @param ahead how far it has come since
 */
export function phaseAfter(t: Terms, phase: Int, place: Int, ahead: Int, length: Int): Int {
  const chosen = [phase, place].map((term) => single(term)).find((atom) => atom?.kind === 'ite');
  if (chosen?.kind === 'ite') {
    const [then, otherwise] = [true, false].map((holds) => {
      const [before, from] = [phase, place].map((term) => whereItHolds(t, term, chosen.condition, holds)) as [Int, Int];
      return phaseAfter(t, before, from, ahead, length);
    }) as [Int, Int];
    return t.ite(chosen.condition, then, otherwise);
  }
  const [parity, at] = [single(phase), single(place)];
  const two = t.constant(2);
  if (parity?.kind === 'mod' && parity.divisor === two && at?.kind === 'mod' && at.divisor === length) {
    for (const { coefficient, atoms } of parity.dividend.monomials) {
      const [rounds, ...others] = atoms;
      if (coefficient !== 1n || others.length > 0 || rounds?.kind !== 'div' || rounds.divisor !== length) continue;
      if (t.mod(t.sub(rounds.dividend, at.dividend), length) !== t.zero) continue;
      const later = t.div(t.add(rounds.dividend, ahead), length);
      return t.mod(t.add(t.sub(parity.dividend, t.ofAtom(rounds)), later), two);
    }
  }
  return t.mod(t.add(phase, t.div(t.add(place, ahead), length)), two);
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

/** Phases that are kept in one word: values that it may go through, and conditions that decide about the next. */
const MOST_VALUES = 16;
const MOST_CONDITIONS = 6;

/** A bit of a word, and what is added to it in an iteration, modulo 2: 0 or 1, whatever the other bits are. */
export interface BitFlip {
  readonly weight: bigint;
  readonly step: Int;
}

/**
 * The bits of a word that change, where each does so by itself: phases that a library keeps in one variable.
 * @param now what an iteration makes of `start`
 * @param entry what the variable holds before the loop
 * @returns null where an iteration does something else to it, or no bit changes
 */
export function flipsOf(t: Terms, now: Int, start: Int, entry: bigint): readonly BitFlip[] | null {
  const atom = single(start);
  if (!atom || entry < 0n) return null;
  const after = new Map<bigint, Choice>();
  let changed = 0n;
  for (const waiting = [entry]; waiting.length > 0; ) {
    const value = waiting.pop()!;
    if (after.has(value)) continue;
    const next = choiceOf(t, whereAtomIs(t, now, atom, t.constant(value)));
    if (next === null || after.size === MOST_VALUES) return null;
    after.set(value, next);
    const values = valuesOf(next);
    for (const one of values) changed |= one ^ value;
    waiting.push(...values);
  }
  const flips: BitFlip[] = [];
  for (let weight = 1n; weight <= changed; weight <<= 1n) {
    if ((changed & weight) === 0n) continue;
    const steps = [...after].map(([value, next]) => stepOf(t, next, (one) => ((one ^ value) & weight) !== 0n));
    if (steps.some((step) => step !== steps[0])) return null;
    flips.push({ weight, step: steps[0]! });
  }
  return flips.length > 0 ? flips : null;
}

/** A number that conditions choose. */
type Choice = bigint | { readonly condition: Cond; readonly then: Choice; readonly otherwise: Choice };

/** @returns null for a term that is no such choice */
function choiceOf(t: Terms, term: Int): Choice | null {
  if (isConstant(term)) return term.constant;
  const conditions = new Set<Cond>();
  visitAtoms([term], (atom) => {
    if (atom.kind === 'ite') conditions.add(atom.condition);
  });
  if (conditions.size === 0 || conditions.size > MOST_CONDITIONS) return null;
  // Always in the same order, so that equal choices are equal terms.
  const condition = [...conditions].sort((a, b) => a.id - b.id)[0]!;
  const [then, otherwise] = [true, false].map((holds) => choiceOf(t, whereItHolds(t, term, condition, holds)));
  return then == null || otherwise == null ? null : { condition, then, otherwise };
}

function whereItHolds(t: Terms, term: Int, condition: Cond, holds: boolean): Int {
  const chosen = t.substitution((atom) => {
    if (atom.kind !== 'ite' || atom.condition !== condition) return undefined;
    return chosen.int(holds ? atom.then : atom.otherwise);
  });
  return chosen.int(term);
}

function valuesOf(choice: Choice): bigint[] {
  return typeof choice === 'bigint' ? [choice] : [...valuesOf(choice.then), ...valuesOf(choice.otherwise)];
}

function stepOf(t: Terms, choice: Choice, isFlipped: (value: bigint) => boolean): Int {
  if (typeof choice === 'bigint') return isFlipped(choice) ? t.one : t.zero;
  return t.ite(choice.condition, stepOf(t, choice.then, isFlipped), stepOf(t, choice.otherwise, isFlipped));
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
