/** Two numbers with the same remainder that are less than the divisor apart are one number. */
import { type Atom, type Cond, conjuncts, type Int, type Monomial, type Terms } from '../../terms/index.ts';
import type { LinearFacts } from './linear-facts.ts';

/**
 * The equalities of dividends that follow from equalities of their remainders: an index that was computed in 32 bits, less what both
 * threads take from it.
 */
export function equalByRemainders(terms: Terms, facts: LinearFacts, condition: Cond): Cond[] {
  const known = conjuncts(condition);
  return known.flatMap((part) => {
    const pair = part.kind === 'eq' ? remaindersIn(part.term) : null;
    if (pair === null) return [];
    const [x, y] = pair;
    const apart = terms.sub(x.dividend, y.dividend);
    const isWithin = (distance: Int) => facts.isAtMost(terms.sub(distance, x.divisor), -1n);
    if (!isWithin(apart) || !isWithin(terms.negate(apart))) return [];
    const equal = terms.eq(x.dividend, y.dividend);
    return known.includes(equal) ? [] : [equal];
  });
}

/** Two remainders of one division, of which the term is a multiple of the difference. */
function remaindersIn({ constant, monomials }: Int): readonly [Remainder, Remainder] | null {
  const [a, b, ...others] = monomials;
  if (a === undefined || b === undefined || others.length > 0 || constant !== 0n) return null;
  const [x = null, y = null] = [a, b].map(remainderIn);
  const isDifference = a.coefficient === -b.coefficient && x?.divisor === y?.divisor;
  return x !== null && y !== null && isDifference ? [x, y] : null;
}

function remainderIn({ atoms: [atom, ...others] }: Monomial): Remainder | null {
  return atom?.kind === 'mod' && others.length === 0 ? atom : null;
}

type Remainder = Pick<Extract<Atom, { readonly divisor: Int }>, 'dividend' | 'divisor'>;
