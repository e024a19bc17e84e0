/**
 * Bounds that are cut off: `max(a, b) ≤ c` holds where `a ≤ c` and `b ≤ c`, and `c ≤ min(a, b)` where `c ≤ a` and `c ≤ b`. Code writes
 * both as `x ? y : z`, and two inequalities say more to linear arithmetic than a choice. So do `c ≤ n·a` and `c ≤ n·b` of `c ≤ n·min(a, b)`,
 * where `n` is not negative.
 */
import { type Atom, type ChoiceAtom, type Cond, conjuncts, type Int, type Terms } from '../../terms/index.ts';

/** Inequalities that one may become. */
const MOST = 8;

/** The same condition, with such inequalities taken apart. */
export function withSplitExtremes(terms: Terms, condition: Cond): Cond {
  const parts = conjuncts(condition);
  const isNonNegative = nonNegativeOn(parts);
  const split = parts.map((part) => (part.kind === 'le' ? inequalities(terms, part.term, isNonNegative) : null));
  if (split.every((terms) => terms === null)) return condition;
  return terms.and(...parts.flatMap((part, i) => split[i]?.map((term) => terms.le(term, terms.zero)) ?? [part]));
}

/** The terms that are not above zero just where this one is not; null where there is nothing to take apart. */
function inequalities(
  terms: Terms,
  whole: Int,
  isNonNegative: (factors: readonly Atom[]) => boolean,
): readonly Int[] | null {
  const done: Int[] = [];
  for (const open = [whole]; open.length > 0; ) {
    const term = open.pop()!;
    const sides = open.length + done.length < MOST ? sidesOf(terms, term, isNonNegative) : null;
    if (sides === null) done.push(term);
    else open.push(...sides);
  }
  return done.length === 1 ? null : done;
}

/** The term with either side of the first choice in it that makes it as great as it can be. */
function sidesOf(
  terms: Terms,
  term: Int,
  isNonNegative: (factors: readonly Atom[]) => boolean,
): readonly [Int, Int] | null {
  for (const { coefficient, atoms } of term.monomials) {
    const atom = atoms.find((one) => one.kind === 'ite');
    if (atom?.kind !== 'ite' || !picks(terms, atom, coefficient > 0n)) continue;
    const factors = atoms.filter((one) => one !== atom);
    if (factors.length !== atoms.length - 1 || !isNonNegative(factors)) continue;
    const times = (side: Int) => factors.reduce((product, factor) => terms.mul(product, terms.ofAtom(factor)), side);
    const rest = terms.combine(term, -coefficient, times(terms.ofAtom(atom)));
    return [
      terms.combine(rest, coefficient, times(atom.then)),
      terms.combine(rest, coefficient, times(atom.otherwise)),
    ];
  }
  return null;
}

/** A product is not negative by the ranges of its factors, or as one of the parts says of it. */
function nonNegativeOn(parts: readonly Cond[]): (factors: readonly Atom[]) => boolean {
  const keyOf = (factors: readonly Atom[]) => factors.map(({ id }) => id).join();
  const known = new Set<string>();
  for (const part of parts) {
    if (part.kind !== 'le' || part.term.constant < 0n) continue;
    const [one, ...others] = part.term.monomials;
    if (one !== undefined && others.length === 0 && one.coefficient < 0n) known.add(keyOf(one.atoms));
  }
  const isKnown = (factor: Atom) => (factor.range.low !== null && factor.range.low >= 0n) || known.has(keyOf([factor]));
  return (factors) => factors.every(isKnown) || known.has(keyOf(factors));
}

/** Does a choice pick the greater of its two sides, or the smaller one? */
export function picks(terms: Terms, { condition, then, otherwise }: ChoiceAtom, greater: boolean): boolean {
  if (condition.kind !== 'le') return false;
  // `y - x ≤ 0 ? x : y` is the greater one, and so it is with `<`.
  const surplus = greater ? terms.sub(otherwise, then) : terms.sub(then, otherwise);
  const slack = terms.sub(condition.term, surplus);
  return slack.monomials.length === 0 && (slack.constant === 0n || slack.constant === 1n);
}
