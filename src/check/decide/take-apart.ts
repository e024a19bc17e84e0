/** Numbers beside their own quotients are taken apart: of `x + d·(x / d)` it shows that equal ones have equal quotients. */
import { type Cond, conjuncts, type Int, isConstant, single, type Terms, withoutAtoms } from '../../terms/index.ts';

/** Quotients of one equality that are looked at. */
const QUOTIENTS = 4;

/**
 * The equalities with `d·(x / d) + x % d` for each `x` whose quotient they have a multiple of, times its divisor, and with `d·(x / d)` for
 * `x - x % d`.
 */
export function withDividendsApart(terms: Terms, condition: Cond): Cond[] {
  const known = new Set(conjuncts(condition));
  return conjuncts(condition).flatMap((part) => {
    if (part.kind !== 'eq') return [];
    const apart = terms.eq(wholeRows(terms, dividendsApart(terms, part.term)), terms.zero);
    return known.has(apart) || apart.kind === 'true' ? [] : apart;
  });
}

function dividendsApart(terms: Terms, term: Int): Int {
  let result = term;
  let left = QUOTIENTS;
  for (const { coefficient, atoms } of term.monomials) {
    for (const atom of atoms) {
      if (left === 0 || atom.kind !== 'div' || isConstant(atom.divisor)) continue;
      const { dividend, divisor } = atom;
      const [factor, ...others] = divisor.monomials;
      // The product of the quotient with its divisor, and of nothing else.
      if (others.length > 0 || divisor.constant !== 0n || factor === undefined) continue;
      if (withoutAtoms(atoms, [atom, ...factor.atoms])?.length !== 0 || coefficient % factor.coefficient !== 0n)
        continue;
      const remainder = terms.mod(dividend, divisor);
      // It is apart already.
      const digit = single(remainder);
      if (digit === null || term.monomials.some((m) => m.atoms.includes(digit))) continue;
      const whole = terms.add(terms.mul(divisor, terms.ofAtom(atom)), remainder);
      result = terms.combine(result, coefficient > 0n ? 1n : -1n, terms.sub(whole, dividend));
      left--;
    }
  }
  return result;
}

function wholeRows(terms: Terms, term: Int): Int {
  let result = term;
  for (const { coefficient, atoms } of term.monomials) {
    const [atom, ...others] = atoms;
    if (atom?.kind !== 'mod' || others.length > 0) continue;
    const { dividend, divisor } = atom;
    const rest = terms.sub(terms.sub(dividend, terms.ofAtom(atom)), terms.mul(divisor, terms.div(dividend, divisor)));
    const next = terms.combine(result, coefficient, rest);
    if (next.monomials.length < result.monomials.length) result = next;
  }
  return result;
}
