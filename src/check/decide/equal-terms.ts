/**
 * Terms that are equal where some sums are zero. The sums are used as rules that rewrite one of their monomials, in the arguments of loads and
 * remainders as well: two loads from one place are one term then, which products hide from a solver.
 */
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  type Monomial,
  type Terms,
  withoutAtoms,
} from '../../terms/index.ts';

/** What rules replace. */
const PLAIN: readonly Atom['kind'][] = ['symbol', 'div', 'mod'];

interface Rule {
  /** What is replaced, by the rest of the sum: it stands in no other rule. */
  readonly leading: Monomial;
  readonly sum: Int;
}

/** Sums that rules are made of, and rewritings of one polynomial. */
const MOST_RULES = 16;
const MOST_STEPS = 64;
/** Monomials above which a polynomial is left as it is. */
const MOST_MONOMIALS = 100;

/** Is a term zero by the equalities among the conjuncts? False where that is not seen. */
export function zeroWhere(terms: Terms, holds: Cond): (term: Int) => boolean {
  const normal = normalBy(terms, rulesOf(terms, holds));
  return (term) => normal(term) === terms.zero;
}

/** Rewrites a term, and the terms below it first. */
function normalBy(terms: Terms, rules: readonly Rule[]): (term: Int) => Int {
  const normal = (term: Int): Int => reduced(terms, rules, inside.int(term));
  const inside = terms.substitution((atom) => {
    // As it stands in the rule, before it becomes another one by what is inside it.
    const rule = rules.find(({ leading }) => leading.atoms.length === 1 && leading.atoms[0] === atom);
    const by = rule?.leading.coefficient;
    if (rule && (by === 1n || by === -1n)) return terms.combine(terms.ofAtom(atom), -by, rule.sum);
    switch (atom.kind) {
      case 'apply':
        return terms.apply(atom, atom.args.map(normal));
      case 'mod':
        return terms.mod(normal(atom.dividend), normal(atom.divisor));
      case 'div':
        return terms.div(normal(atom.dividend), normal(atom.divisor));
      default:
        return undefined;
    }
  });
  return normal;
}

function rulesOf(terms: Terms, holds: Cond): Rule[] {
  const rules: Rule[] = [];
  for (const part of conjuncts(holds)) {
    if (part.kind !== 'eq' || rules.length === MOST_RULES) continue;
    const sum = normalBy(terms, rules)(part.term);
    const leading = leadingOf(sum);
    if (leading === null) continue;
    // What the others have of it is replaced at once, so that the order of the rules makes no difference.
    for (const [i, rule] of rules.entries()) {
      rules[i] = { leading: rule.leading, sum: reduced(terms, [{ leading, sum }], rule.sum) };
    }
    rules.push({ leading, sum });
  }
  return rules;
}

/** What has the fewest factors, with the smallest coefficient, of the thread that is made last. */
function leadingOf({ monomials }: Int): Monomial | null {
  const isPlain = ({ atoms }: Monomial) => atoms.length > 0 && atoms.every(({ kind }) => PLAIN.includes(kind));
  const size = ({ coefficient }: Monomial) => (coefficient < 0n ? -coefficient : coefficient);
  const latest = ({ atoms }: Monomial) => Math.max(...atoms.map(({ id }) => id));
  const order = (a: Monomial, b: Monomial) =>
    a.atoms.length - b.atoms.length || Number(size(a) - size(b)) || latest(b) - latest(a);
  return monomials.filter(isPlain).toSorted(order)[0] ?? null;
}

function reduced(terms: Terms, rules: readonly Rule[], whole: Int): Int {
  let term = whole;
  for (let step = 0; step < MOST_STEPS && term.monomials.length <= MOST_MONOMIALS; step++) {
    const next = rewrittenOnce(terms, rules, term);
    if (next === null) return term;
    term = next;
  }
  return term;
}

function rewrittenOnce(terms: Terms, rules: readonly Rule[], term: Int): Int | null {
  for (const { coefficient, atoms } of term.monomials) {
    for (const { leading, sum } of rules) {
      const others = withoutAtoms(atoms, leading.atoms);
      if (others === null || coefficient % leading.coefficient !== 0n) continue;
      const factor = others.reduce((product, other) => terms.mul(product, terms.ofAtom(other)), terms.one);
      return terms.combine(term, -(coefficient / leading.coefficient), terms.mul(factor, sum));
    }
  }
  return null;
}
