/**
 * Equality elimination: where a conjunction sets a symbol equal to something simpler, the symbol is replaced by it. This
 * is unification of linear terms, restricted to a constant or a symbol plus a constant. A symbol of which the remainder is known is
 * as many times the divisor as a new one says, and the remainder.
 */
import {
  type Atom,
  type Cond,
  conjuncts,
  Evaluator,
  floorDiv,
  type Int,
  isConstant,
  type Substitution,
  single,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';

interface Elimination {
  /** The condition in the remaining symbols. */
  readonly condition: Cond;
  readonly replace: Substitution;
  /** Values of the original symbols, from those of the remaining ones. */
  undo(values: Evaluator): Evaluator;
}

/** A replacement can uncover further equalities; so often they are replaced in turn. */
const PASSES = 4;

/**
 * Replaces symbols that the condition sets equal to something simpler (`k'1 = k'2`, `bx'1 = 3`). Products and geometric
 * variables of the two threads then become the same terms, which no lemma about them could achieve as well.
 */
export function eliminateEqualities(terms: Terms, whole: Cond): Elimination {
  const replaced: { atom: Atom; by: Int }[] = [];
  const substitutions: Substitution[] = [];
  let condition = whole;
  for (let pass = 0; pass < PASSES; pass++) {
    const values = new Map<number, Int>();
    const used = new Set<number>();
    for (const part of conjuncts(condition)) {
      const found = part.kind === 'eq' ? (definition(terms, part.term) ?? multiple(terms, part.term)) : null;
      if (!found || used.has(found.atom.id)) continue;
      if (someAtom([found.by], (atom) => values.has(atom.id))) continue;
      visitAtoms([found.by], (atom) => used.add(atom.id));
      used.add(found.atom.id);
      values.set(found.atom.id, found.by);
      replaced.push(found);
    }
    if (values.size === 0) break;
    const substitution = terms.substitution((atom) => values.get(atom.id));
    substitutions.push(substitution);
    // The bounds of the symbol have to hold for what replaces it.
    const bounds: Cond[] = [];
    for (const { atom, by } of replaced) {
      if (!values.has(atom.id)) continue;
      if (atom.range.low !== null) bounds.push(terms.le(terms.constant(atom.range.low), by));
      if (atom.range.high !== null) bounds.push(terms.le(by, terms.constant(atom.range.high)));
    }
    condition = terms.and(substitution.cond(condition), ...bounds);
  }
  const replace: Substitution = {
    int: (term) => substitutions.reduce((t, s) => s.int(t), term),
    cond: (cond) => substitutions.reduce((c, s) => s.cond(c), cond),
  };
  return {
    condition,
    replace,
    undo(values) {
      if (replaced.length === 0) return values;
      const byAtom = new Map(replaced.map(({ atom, by }) => [atom.id, by]));
      const all: Evaluator = new Evaluator({
        symbol: (atom) => {
          const by = byAtom.get(atom.id);
          return by ? all.int(by) : values.atom(atom);
        },
        apply: (atom, args) => values.apply(atom, args),
      });
      return all;
    },
  };
}

/** Solves `term = 0` for a symbol with coefficient ±1, when the rest is a constant or another symbol plus a constant. */
function definition(terms: Terms, term: Int): { atom: Atom; by: Int } | null {
  if (term.monomials.length > 2) return null;
  for (const m of term.monomials) {
    const [atom] = m.atoms;
    if (m.atoms.length !== 1 || atom!.kind !== 'symbol' || (m.coefficient !== 1n && m.coefficient !== -1n)) continue;
    const rest = terms.combine(term, -m.coefficient, terms.ofAtom(atom!));
    const other = rest.monomials[0];
    if (other && (other.atoms.length !== 1 || other.atoms[0]!.kind !== 'symbol')) continue;
    return { atom: atom!, by: terms.scale(rest, -m.coefficient) };
  }
  return null;
}

/** Solves `x % c = r` for the symbol `x`: with `c·q + r` in its place, divisions by `c` leave no rest, nor do the products of `x`. */
function multiple(terms: Terms, { constant, monomials }: Int): { atom: Atom; by: Int } | null {
  const [first, ...others] = monomials;
  const [remainder, ...factors] = first?.atoms ?? [];
  if (others.length > 0 || factors.length > 0 || remainder?.kind !== 'mod' || !isConstant(remainder.divisor))
    return null;
  const atom = single(remainder.dividend);
  const divisor = remainder.divisor.constant;
  const rest = first!.coefficient === 1n ? -constant : first!.coefficient === -1n ? constant : -1n;
  if (atom?.kind !== 'symbol' || rest < 0n || rest >= divisor) return null;
  const { id, name, sharing, origin, range } = atom;
  const least = (bound: bigint) => floorDiv(bound - rest + divisor - 1n, divisor);
  // Two symbols may have one name.
  const quotient = terms.symbol(`${name}/${divisor}#${id}`, sharing, origin, {
    low: range.low === null ? null : least(range.low),
    high: range.high === null ? null : floorDiv(range.high - rest, divisor),
  });
  return { atom, by: terms.add(terms.scale(quotient, divisor), terms.constant(rest)) };
}
