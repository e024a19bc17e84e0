/** Numbers that were taken apart into quotient and remainder, and put together again: `n·(x / n) + x % n` is `x`. */
import type { Terms } from './arena.ts';
import { compareAtoms, type Int, type Monomial } from './term.ts';

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
      const quotient = t.div(atom.dividend, atom.divisor);
      const whole = t.mul(unit, t.mul(atom.divisor, quotient));
      if (whole.constant !== 0n || whole.monomials.length === 0) continue;
      if (!whole.monomials.every((part) => holds(term, part))) continue;
      const digit = t.mul(unit, t.ofAtom(atom));
      return t.add(t.sub(t.sub(term, whole), digit), t.mul(unit, atom.dividend));
    }
  }
  return null;
}

function holds(term: Int, part: Monomial): boolean {
  return term.monomials.some(
    ({ coefficient, atoms }) => coefficient === part.coefficient && compareAtoms(atoms, part.atoms) === 0,
  );
}
