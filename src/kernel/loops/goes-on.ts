/** When a loop goes on. */
import { type Cond, conjuncts, type Int, isConstant, single, someAtom, type Terms } from '../../terms/index.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { newestSymbol, startsToTerms } from './carried.ts';
import type { ClosedForms } from './closed-forms.ts';
import type { Discovery } from './discover.ts';
import { Repeated } from './repeated.ts';

export interface GoesOn {
  /** That iteration k is reached, as far as the one before it tells. */
  readonly isReached: Cond;
  /** That the loop goes on after iteration k, as far as is known. */
  readonly goesOn: Cond;
  /** True when that is not all there is to know. */
  readonly isPartial: boolean;
  /** All that it takes for the loop to go on after iteration k, whatever that depends on. */
  readonly condition: Cond;
}

/**
 * The back edge's condition, in iteration k and in the one before it. Parts that depend on what an iteration alone knows are
 * left out, which only weakens it.
 */
export function goesOn(thread: Thread, entry: State, discovery: Discovery, forms: ClosedForms, k: Int): GoesOn {
  const t = thread.terms;
  const closed = startsToTerms(new Map(forms.values.filter(([c, value]) => value !== c.start)));
  const toClosed = t.substitution((atom) => closed.get(atom.id));
  const kAtom = single(k);
  const toPrevious = t.substitution((atom) => (atom === kAtom ? t.sub(k, t.one) : undefined));
  const newest = newestSymbol(discovery.carried);
  const isStable = (part: Cond): boolean =>
    !someAtom([part], (atom) => {
      if (atom === kAtom) return false;
      if (atom.kind === 'apply') return atom.origin === 'unknown' || atom.of instanceof Repeated;
      if (atom.kind !== 'symbol') return false;
      // What a launch passes is the same in every iteration, whatever is known of it.
      if (atom.sharing === 'launch') return false;
      return atom.origin === 'approximate' || atom.id > newest || thread.symbols.isMadeIn(atom.id, k);
    });
  const onEntry = new Set(conjuncts(entry.path));
  const all = conjuncts(discovery.next.path)
    .filter((part) => !onEntry.has(part))
    .map((part) => toClosed.cond(part));
  const known = knownOnEntry(t, onEntry);
  const told = all.map((part) => t.and(...beforeItIsHit(t, part, k, known)));
  const parts = told.filter((_, i) => isStable(all[i]!));
  const whole = t.and(...parts);
  return {
    isReached: t.or(t.le(k, t.zero), toPrevious.cond(whole)),
    goesOn: whole,
    isPartial: parts.length < all.length,
    condition: t.and(...told),
  };
}

/** Terms that are not above zero where the loop is entered. */
function knownOnEntry(t: Terms, conditions: ReadonlySet<Cond>): readonly Int[] {
  return [...conditions].flatMap((one) => {
    if (one.kind === 'le') return [one.term];
    // What is neither negative nor zero is one at least.
    return one.kind === 'ne' && one.term.range.low === 0n ? [t.sub(t.one, one.term)] : [];
  });
}

/**
 * A loop that goes on as long as a number that steps towards zero is not zero, `a - s·k ≠ 0`: it has not hit zero in an earlier
 * iteration either. Where it must hit it, since `a` is a multiple of `s` and not negative, at least one step
 * is left. Compilers end loops so that they have unrolled.
 * @returns what to say in the place of `part`
 */
function beforeItIsHit(t: Terms, part: Cond, k: Int, known: readonly Int[]): readonly Cond[] {
  const kAtom = single(k);
  if (part.kind !== 'ne' || kAtom === null) return [part];
  const { number, modulus } = unwrapped(t, part.term);
  const at = (iteration: Int): Int => t.substitution((atom) => (atom === kAtom ? iteration : undefined)).int(number);
  const slope = t.sub(at(t.add(k, t.one)), number);
  if (!isConstant(slope) || slope === t.zero) return [part];
  const towards = slope.constant < 0n ? 1n : -1n;
  const [first, now] = [t.scale(at(t.zero), towards), t.scale(number, towards)];
  const step = slope.constant * -towards;
  if (someAtom([first], (atom) => atom === kAtom) || !isMultiple(t, first, step)) return [part];
  // A multiple of the step that is less than the step below zero is not below zero.
  const isAbove = ({ range: { low } }: Int) => low !== null && low > -step;
  if (!isAbove(first) && !known.some((one) => isAbove(t.add(first, one)))) return [part];
  const { high } = first.range;
  const isInWord = modulus === null || (high !== null && high < modulus);
  const isLeft = t.le(t.constant(step), now);
  return isInWord ? [isLeft] : [part, isLeft];
}

/** What is not zero where the term is not: of `(x + h) mod m - h` it is x, and so it is modulo m. */
function unwrapped(t: Terms, term: Int): { readonly number: Int; readonly modulus: bigint | null } {
  const [one, ...others] = term.monomials;
  const [atom, ...factors] = one?.atoms ?? [];
  const isOne = one?.coefficient === 1n || one?.coefficient === -1n;
  if (!one || !isOne || others.length + factors.length > 0 || atom?.kind !== 'mod' || !isConstant(atom.divisor))
    return { number: term, modulus: null };
  const rest = term.constant * -one.coefficient;
  const modulus = atom.divisor.constant;
  // A remainder that there is not is met by nothing.
  if (rest < 0n || rest >= modulus) return { number: term, modulus: null };
  return { number: t.sub(atom.dividend, t.constant(rest)), modulus };
}

/** Is a term one of `n - n mod c` and their like, with `c` a multiple of the divisor? */
function isMultiple(t: Terms, term: Int, divisor: bigint): boolean {
  // Modulo the divisor, `n mod c` is n.
  let rest = t.constant(term.constant);
  for (const { coefficient, atoms } of term.monomials) {
    const factors = atoms.map((atom) => {
      const isLike = atom.kind === 'mod' && isConstant(atom.divisor) && atom.divisor.constant % divisor === 0n;
      return isLike && atom.divisor.constant !== 0n ? atom.dividend : t.ofAtom(atom);
    });
    rest = t.add(
      rest,
      factors.reduce((product, factor) => t.mul(product, factor), t.constant(coefficient)),
    );
  }
  return t.mod(rest, t.constant(divisor)) === t.zero;
}
