/**
 * Delinearisation: `N·Q + R = 0` with `|R| < N` holds only if `Q = 0` and `R = 0`. For a symbolic N this recovers the row
 * and the column of `y·width + x` (Maslov, "Delinearization: an Efficient Way to Break Multiloop Dependence Equations",
 * 1992); for a number it is the gcd test of dependence analysis, with bounds. That R stays below N is proved from the
 * conjunction, never assumed.
 */
import {
  type Atom,
  type Cond,
  content,
  floorDiv,
  type Int,
  type Monomial,
  type Terms,
  withoutAtoms,
} from '../../terms/index.ts';
import type { LinearFacts } from './linear-facts.ts';

interface Delinearised {
  readonly rule: 'gcd' | 'delinearisation';
  /** What follows; `false` when the equality has no solution. */
  readonly implied: Cond;
}

/** Factors of an equality that are tried as N. */
const FACTORS = 6;

/** What follows from `equality = 0` beside the facts, or null. */
export function delinearise(terms: Terms, facts: LinearFacts, equality: Int): Delinearised | null {
  return byNumber(terms, facts, equality) ?? bySymbol(terms, facts, equality);
}

/** `g·U + L = 0` makes L a multiple of g; decided where the range of L contains none of them or only one. */
function byNumber(terms: Terms, facts: LinearFacts, equality: Int): Delinearised | null {
  const sizeOf = (m: Monomial) => (m.coefficient < 0n ? -m.coefficient : m.coefficient);
  const sizes = [...new Set(equality.monomials.map(sizeOf))].sort((a, b) => (a < b ? -1 : 1));
  for (const size of sizes) {
    const g = content(
      sum(
        terms,
        0n,
        equality.monomials.filter((m) => sizeOf(m) >= size),
      ),
    );
    if (g === 1n) continue;
    const rest = equality.monomials.filter((m) => m.coefficient % g !== 0n);
    const lower = sum(terms, equality.constant, rest);
    const { low, high } = facts.range(lower);
    if (low === null || high === null) continue;
    const multiple = -floorDiv(-low, g) * g;
    if (multiple > high) return { rule: 'gcd', implied: terms.false };
    if (multiple + g <= high || rest.length === 0) continue;
    const remainder = terms.sub(lower, terms.constant(multiple));
    return {
      rule: 'gcd',
      implied: terms.and(terms.eq(remainder, terms.zero), terms.eq(terms.sub(equality, remainder), terms.zero)),
    };
  }
  return null;
}

/** `N·Q + R = 0` for an N that is a factor of products: a symbol, or a product of some. */
function bySymbol(terms: Terms, facts: LinearFacts, equality: Int): Delinearised | null {
  for (const factor of factorsOf(equality)) {
    const multiples: Monomial[] = [];
    const rest: Monomial[] = [];
    for (const m of equality.monomials) (withoutAtoms(m.atoms, factor) === null ? rest : multiples).push(m);
    const quotient = multiples.reduce((q, m) => terms.add(q, without(terms, m, factor)), terms.zero);
    const lower = sum(terms, equality.constant, rest);
    for (const padding of paddingsOf(quotient, lower)) {
      // N·Q + R = (N + p)·Q + (R - p·Q)
      const remainder = terms.combine(lower, -padding, quotient);
      const unit = quotient.constant === 0n ? content(quotient) : 1n;
      const padded = terms.scale(
        terms.add(terms.ofProduct({ coefficient: 1n, atoms: factor }), terms.constant(padding)),
        unit,
      );
      // `16 - 2·n` is a width as well: that of a tile without its borders.
      const size = padding < 0n && facts.isAtMost(padded, -1n) ? terms.negate(padded) : padded;
      const isSmaller =
        facts.isAtMost(terms.negate(size), -1n) &&
        facts.isAtMostByProducts(terms.sub(remainder, size), -1n) &&
        facts.isAtMostByProducts(terms.negate(terms.add(remainder, size)), -1n);
      if (!isSmaller) continue;
      const implied = terms.and(terms.eq(quotient, terms.zero), terms.eq(remainder, terms.zero));
      return { rule: 'delinearisation', implied };
    }
  }
  return null;
}

/** The padding p of a row of N + p elements: none, or the p that cancels the first term of the quotient in the rest. */
function paddingsOf(quotient: Int, lower: Int): bigint[] {
  const [first] = quotient.monomials;
  const same = lower.monomials.find(
    (m) => m.atoms.length === first?.atoms.length && m.atoms.every((a, i) => a === first.atoms[i]),
  );
  if (first === undefined || same === undefined || same.coefficient % first.coefficient !== 0n) return [0n];
  return [0n, same.coefficient / first.coefficient];
}

/** Factors of products, each as its atoms, the most frequent first; then what pairs of products have in common. */
function factorsOf(term: Int): (readonly Atom[])[] {
  const products = term.monomials.map(({ atoms }) => atoms).filter((atoms) => atoms.length >= 2);
  const counts = new Map<Atom, number>();
  for (const atoms of products) {
    for (const atom of new Set(atoms)) counts.set(atom, (counts.get(atom) ?? 0) + 1);
  }
  const single = [...counts]
    .sort(([a, n], [b, m]) => m - n || a.id - b.id)
    .slice(0, FACTORS)
    .map(([atom]) => [atom]);
  const common = new Map<string, readonly Atom[]>();
  for (const [i, a] of products.entries()) {
    for (const b of products.slice(i + 1)) {
      const both = commonAtoms(a, b);
      if (both.length >= 2 && both.length < a.length) common.set(both.map(({ id }) => id).join(), both);
    }
  }
  return [...single, ...[...common.values()].slice(0, FACTORS)];
}

function commonAtoms(a: readonly Atom[], b: readonly Atom[]): Atom[] {
  const left = [...b];
  return a.filter((atom) => {
    const at = left.indexOf(atom);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The product divided by the factor. */
function without(terms: Terms, m: Monomial, factor: readonly Atom[]): Int {
  return terms.ofProduct({ ...m, atoms: withoutAtoms(m.atoms, factor)! });
}

function sum(terms: Terms, constant: bigint, monomials: readonly Monomial[]): Int {
  return monomials.reduce((total, m) => terms.add(total, terms.ofProduct(m)), terms.constant(constant));
}
