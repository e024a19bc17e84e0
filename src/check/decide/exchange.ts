/** Partners of an exchange: `x ^ c` is another one's index, and so the other one's `^ c` is `x`. */
import { type Atom, type Cond, conjuncts, type Int, type Terms, visitAtoms } from '../../terms/index.ts';

type Exclusive = Atom & { readonly kind: 'bits' };

/** Exclusive ors that are held against each other. */
const PARTNERS = 16;

/**
 * What follows from `y = x ^ c` where the condition speaks of `y ^ c` as well: that this is `x`, and all that the condition says
 * of the two, in the words of `x` and `y`. Nothing has to be known of `c`.
 */
export function equalByExchange(terms: Terms, condition: Cond): Cond[] {
  const all = exclusivesIn(condition);
  if (all.length < 2 || all.length > PARTNERS) return [];
  const values = new Map<number, Int>();
  const found: Cond[] = [];
  for (const part of conjuncts(condition)) {
    if (part.kind !== 'eq') continue;
    for (const one of all) {
      const partner = solvedFor(terms, part.term, one);
      if (partner === null) continue;
      for (const [with_, other] of [
        [one.left, one.right],
        [one.right, one.left],
      ] as const) {
        const back = all.find((x) => x !== one && x.width === one.width && isOf(x, with_, partner));
        if (back === undefined || values.has(back.id) || values.has(one.id)) continue;
        values.set(one.id, partner);
        values.set(back.id, other);
        found.push(terms.eq(terms.ofAtom(back), other));
      }
    }
  }
  if (values.size === 0) return [];
  const { cond } = terms.substitution((atom) => values.get(atom.id));
  const told = conjuncts(condition).map(cond);
  const known = new Set(conjuncts(condition));
  return [...found, ...told.filter((part) => part.kind !== 'true')].filter((part) => !known.has(part));
}

function exclusivesIn(condition: Cond): Exclusive[] {
  const all = new Set<Exclusive>();
  visitAtoms([condition], (atom) => {
    if (atom.kind === 'bits' && atom.operator === 'xor') all.add(atom);
  });
  return [...all];
}

function isOf({ left, right }: Exclusive, x: Int, y: Int): boolean {
  return (left === x && right === y) || (left === y && right === x);
}

/** What the atom is where the term is zero; null where it says nothing so plain of it. */
function solvedFor(terms: Terms, term: Int, atom: Atom): Int | null {
  for (const { coefficient, atoms } of term.monomials) {
    if (atoms.length !== 1 || atoms[0] !== atom || (coefficient !== 1n && coefficient !== -1n)) continue;
    const rest = terms.combine(term, -coefficient, terms.ofAtom(atom));
    return terms.scale(rest, -coefficient);
  }
  return null;
}
