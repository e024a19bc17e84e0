/** Numbers that were taken apart into quotient and remainder, and put together again: `n·(x / n) + x % n` is `x`. */
import type { Terms } from './arena.ts';
import { type Atom, compareAtoms, type Int, type Monomial, single } from './term.ts';

/** Remainders in one sum that are put together. */
const MOST_DIGITS = 8;

/** The same number without remainders beside the quotients that they belong to. */
export function recomposed(t: Terms, term: Int): Int {
  let result = term;
  for (let digits = 0; digits < MOST_DIGITS; digits++) {
    const next = withoutDigit(t, result);
    if (next === null) return result;
    result = next;
  }
  return result;
}

function withoutDigit(t: Terms, term: Int): Int | null {
  for (const m of term.monomials) {
    for (const [at, atom] of m.atoms.entries()) {
      if (atom.kind !== 'mod') continue;
      const unit = m.atoms
        .filter((_, i) => i !== at)
        .reduce((product, factor) => t.mul(product, t.ofAtom(factor)), t.constant(m.coefficient));
      for (const { dividend, quotient } of divisionsOf(t, term, atom)) {
        const whole = t.mul(unit, t.mul(atom.divisor, quotient));
        if (whole.constant !== 0n || whole.monomials.length === 0) continue;
        if (!whole.monomials.every((part) => holds(term, part))) continue;
        const digit = t.mul(unit, t.ofAtom(atom));
        return t.add(t.sub(t.sub(term, whole), digit), t.mul(unit, dividend));
      }
    }
  }
  return null;
}

/** Divisions by its divisor that have this remainder, with the quotient as the sum may have it. */
function divisionsOf(
  t: Terms,
  term: Int,
  { dividend, divisor }: Pick<Atom & { readonly kind: 'div' | 'mod' }, 'dividend' | 'divisor'>,
): Division[] {
  const found: Division[] = [{ dividend, quotient: t.div(dividend, divisor) }];
  const inner = single(dividend);
  // `(x div a) div b` is `x div a·b`.
  if (inner?.kind === 'div') found.push({ dividend, quotient: t.div(inner.dividend, t.mul(inner.divisor, divisor)) });
  // `(x mod k·b) mod b` is `x mod b`.
  for (const { atoms } of term.monomials) {
    for (const atom of atoms) {
      if (atom.kind !== 'div' || atom.divisor !== divisor) continue;
      const digits = single(atom.dividend);
      if (digits?.kind !== 'mod' || digits.dividend !== dividend) continue;
      if (t.splitFactor(digits.divisor, divisor)[1] === t.zero)
        found.push({ dividend: atom.dividend, quotient: t.ofAtom(atom) });
    }
  }
  return found;
}

interface Division {
  readonly dividend: Int;
  readonly quotient: Int;
}

function holds(term: Int, part: Monomial): boolean {
  return term.monomials.some(
    ({ coefficient, atoms }) => coefficient === part.coefficient && compareAtoms(atoms, part.atoms) === 0,
  );
}
