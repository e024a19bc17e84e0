/** Equalities of a condition, used to write it with fewer symbols. */
import {
  type Atom,
  type Cond,
  conjuncts,
  Evaluator,
  type Int,
  type Substitution,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';

export interface Unified {
  readonly condition: Cond;
  readonly replace: Substitution;
  /** Values of the original symbols, from those of the remaining ones. */
  undo(values: Evaluator): Evaluator;
}

/** How often equalities found by replacing others are followed. */
const UNIFY_ROUNDS = 4;

/**
 * Replaces symbols that the condition sets equal to something simpler (`round'1 = round'2`, `bx'1 = 3`): products and
 * geometric variables of the two threads become the same terms, which no lemma about them could do as well.
 */
export function unify(terms: Terms, whole: Cond): Unified {
  const replaced: { atom: Atom; by: Int }[] = [];
  const substitutions: Substitution[] = [];
  let condition = whole;
  for (let round = 0; round < UNIFY_ROUNDS; round++) {
    const values = new Map<number, Int>();
    const used = new Set<number>();
    for (const part of conjuncts(condition)) {
      const found = part.kind === 'eq' ? definition(terms, part.term) : null;
      if (!found || used.has(found.atom.id)) continue;
      let clash = false;
      visitAtoms([found.by], (atom) => {
        if (values.has(atom.id)) clash = true;
      });
      if (clash) continue;
      visitAtoms([found.by], (atom) => used.add(atom.id));
      used.add(found.atom.id);
      values.set(found.atom.id, found.by);
      replaced.push(found);
    }
    if (values.size === 0) break;
    const substitution = terms.substitution((atom) => values.get(atom.id));
    substitutions.push(substitution);
    // The symbol's own bounds go over to what replaces it.
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
