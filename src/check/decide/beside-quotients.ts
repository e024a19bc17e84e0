/** A number beside its own quotient: the two grow together, so that only equal numbers give equal sums. */
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  type Monomial,
  sameAtoms,
  type Terms,
  withoutAtoms,
} from '../../terms/index.ts';
import type { LinearFacts } from './linear-facts.ts';

type Quotient = Extract<Atom, { readonly divisor: Int }>;

/** Pairs of quotients of one equality that are looked at. */
const PAIRS = 8;

/**
 * The equalities `x = y` that follow from `k·(x - y) + p·(x / d - y / d) + r = 0`, as of bytes in rows with padding: for `x > y` no part of
 * the sum is negative, where `p` is not, and `d` and `k` are positive, and the first is more than the rest `r` takes away.
 */
export function equalBesideQuotients(terms: Terms, facts: LinearFacts, condition: Cond): Cond[] {
  const known = new Set(conjuncts(condition));
  return facts.equalities.flatMap((equality) => {
    const equal = equalIn(terms, facts, equality);
    return equal === null || known.has(equal) ? [] : [equal];
  });
}

function equalIn(terms: Terms, facts: LinearFacts, equality: Int): Cond | null {
  let tries = PAIRS;
  const added = equality.monomials.flatMap((one) => quotientIn(one) ?? []);
  for (const x of added) {
    for (const y of added) {
      if (x.of.coefficient <= 0n || y.of.coefficient !== -x.of.coefficient) continue;
      if (x.quotient.divisor !== y.quotient.divisor || !sameAtoms(x.others, y.others) || tries-- === 0) continue;
      const left = equality.monomials.filter((one) => one !== x.of && one !== y.of);
      const rest = terms.ofSum({ ...equality, monomials: left });
      const apart = terms.sub(x.quotient.dividend, y.quotient.dividend);
      const times = ratio(rest, apart);
      if (times === null || times <= 0n) continue;
      const { constant, monomials } = terms.combine(rest, -times, apart);
      if (monomials.length > 0 || constant <= -times || constant >= times) continue;
      const factor = terms.ofProduct({ coefficient: 1n, atoms: x.others });
      const isGrowing =
        facts.isAtMost(terms.negate(factor), 0n) && facts.isAtMost(terms.negate(x.quotient.divisor), -1n);
      if (isGrowing) return terms.eq(apart, terms.zero);
    }
  }
  return null;
}

/** A product with a quotient in it. */
function quotientIn(
  of: Monomial,
): { readonly of: Monomial; readonly quotient: Quotient; readonly others: readonly Atom[] } | null {
  const quotient = of.atoms.find((atom): atom is Quotient => atom.kind === 'div');
  const others = quotient && withoutAtoms(of.atoms, [quotient]);
  return quotient === undefined || others == null ? null : { of, quotient, others };
}

/** How often one term holds another, by its first part; null where it does not. */
function ratio(term: Int, of: Int): bigint | null {
  const [first] = of.monomials;
  if (first === undefined) return null;
  const same = term.monomials.find(({ atoms }) => sameAtoms(atoms, first.atoms));
  return same === undefined || same.coefficient % first.coefficient !== 0n
    ? null
    : same.coefficient / first.coefficient;
}
