/** Terms under what a path condition says of single symbols: `n ≥ 1` decides `n+255 ≥ 0` inside a rounded division. */

import type { Terms } from './arena.ts';
import { floorDiv } from './number-theory.ts';
import type { Substitution } from './rewrite.ts';
import {
  type Atom,
  type Cond,
  compareAtoms,
  conjuncts,
  type Int,
  isConnective,
  isConstant,
  type Range,
} from './term.ts';
import { visitAtoms } from './visit.ts';

/** Ranges of symbols that follow from the conjuncts of `path` that speak of one symbol alone, by atom id. */
export function rangesUnder(path: Cond): Map<number, Range> {
  const ranges = new Map<number, Range>();
  for (const part of conjuncts(path)) {
    if (part.kind !== 'le' && part.kind !== 'eq') continue;
    const [m] = part.term.monomials;
    if (part.term.monomials.length !== 1 || m!.atoms.length !== 1 || m!.atoms[0]!.kind !== 'symbol') continue;
    if (m!.coefficient !== 1n && m!.coefficient !== -1n) continue;
    const atom = m!.atoms[0]!;
    const range = ranges.get(atom.id) ?? atom.range;
    // ±s + c ≤ 0 (or = 0)
    const bound = -part.term.constant * m!.coefficient;
    const isUpper = m!.coefficient === 1n || part.kind === 'eq';
    const isLower = m!.coefficient === -1n || part.kind === 'eq';
    ranges.set(atom.id, {
      low: isLower && (range.low === null || bound > range.low) ? bound : range.low,
      high: isUpper && (range.high === null || bound < range.high) ? bound : range.high,
    });
  }
  return ranges;
}

/** Rewrites terms with narrower ranges: decided alternatives disappear, and remainders that cannot wrap. */
export function refining(terms: Terms, ranges: ReadonlyMap<number, Range>): Substitution {
  const rangeOf = (atom: Atom): Range => {
    const known = ranges.get(atom.id);
    if (known) return known;
    if (atom.kind === 'div' && isConstant(atom.divisor)) {
      const { low, high } = interval(atom.dividend);
      const d = atom.divisor.constant;
      return { low: low === null ? null : floorDiv(low, d), high: high === null ? null : floorDiv(high, d) };
    }
    return atom.range;
  };
  const interval = (term: Int): Range => {
    let low: bigint | null = term.constant;
    let high: bigint | null = term.constant;
    for (const m of term.monomials) {
      // Products keep the range they have; a single symbol is what conditions speak of.
      const range = m.atoms.length === 1 ? rangeOf(m.atoms[0]!) : terms.monomialRange(m.atoms);
      const [a, b] = m.coefficient > 0n ? [range.low, range.high] : [range.high, range.low];
      low = low === null || a === null ? null : low + a * m.coefficient;
      high = high === null || b === null ? null : high + b * m.coefficient;
    }
    return { low, high };
  };
  const decide = (c: Cond): boolean | null => {
    if (c.kind === 'true' || c.kind === 'false') return c.kind === 'true';
    if (isConnective(c)) {
      const parts = c.parts.map(decide);
      const absorbing = c.kind === 'or';
      if (parts.includes(absorbing)) return absorbing;
      return parts.includes(null) ? null : !absorbing;
    }
    const { low, high } = interval(c.term);
    if (c.kind === 'le') return high !== null && high <= 0n ? true : low !== null && low > 0n ? false : null;
    const never = (low !== null && low > 0n) || (high !== null && high < 0n);
    return never ? c.kind === 'ne' : null;
  };
  const substitution: Substitution = terms.substitution((atom) => {
    if (atom.kind === 'ite') {
      const chosen = decide(atom.condition);
      if (chosen !== null) return substitution.int(chosen ? atom.then : atom.otherwise);
    }
    if (atom.kind === 'mod' && isConstant(atom.divisor)) {
      const dividend = substitution.int(atom.dividend);
      const { low, high } = interval(dividend);
      if (low !== null && low >= 0n && high !== null && high < atom.divisor.constant) return dividend;
    }
    return undefined;
  });
  return substitution;
}

/** Every symbol of the terms taken to be at least zero, as sizes are: for showing a term, not for deciding by it. */
export function asSizes(terms: Terms, roots: readonly Int[]): Substitution {
  const ranges = new Map<number, Range>();
  visitAtoms(roots, (atom) => {
    const high = atom.range.high === null ? 1n << 31n : atom.range.high;
    if (atom.kind === 'symbol') ranges.set(atom.id, { low: 0n, high });
  });
  return refining(terms, ranges);
}

/** True when a conjunct says `g ≥ 0` and the term is a multiple of `g` and something that is not negative either. */
export function isNonNegativeOn(t: Terms, path: Cond, term: Int): boolean {
  return conjuncts(path).some((part) => {
    if (part.kind !== 'le') return false;
    const [first] = part.term.monomials;
    const same = term.monomials.find(({ atoms }) => compareAtoms(atoms, first!.atoms) === 0);
    if (same === undefined || same.coefficient % first!.coefficient !== 0n) return false;
    const times = -same.coefficient / first!.coefficient;
    const { low } = t.combine(term, times, part.term).range;
    return times > 0n && low !== null && low >= 0n;
  });
}
