/**
 * How many rows lie between two places: `W·q + r ≤ 0` leaves `q < 0` where `r` is positive, and `q ≤ 0` where `r` is above `-W`, as rows
 * are not shorter than one element. Of a block that goes along several rows in one run, `i < rows·W`, this tells where the run ends.
 */
import { type Atom, type Cond, conjuncts, type Int, isConstant, type Terms } from '../../terms/index.ts';
import { isOfLaunch } from '../symbols.ts';
import type { LinearFacts } from './linear-facts.ts';

/** Inequalities, and sums of one with an equality, that are looked at. */
const MOST_LOOKS = 96;

/** The bounds of numbers of rows that follow from the inequalities of a condition, and from these with its equalities. */
export function rowsBelow(terms: Terms, facts: LinearFacts, condition: Cond): Cond[] {
  const known = new Set(conjuncts(condition));
  const inequalities = [...known].flatMap((part) => (part.kind === 'le' ? unwrapped(terms, facts, part.term) : []));
  const lengths = new Map<Atom, boolean>();
  const isLength = (atom: Atom) => {
    // Threads share the length of a row.
    const isShared = isOfLaunch([terms.ofAtom(atom)]);
    const isKnown = lengths.get(atom) ?? (isShared && isPositive(terms, facts, atom, inequalities));
    lengths.set(atom, isKnown);
    return isKnown;
  };
  // The strongest of those that only differ in a number.
  const found = new Map<Int, Int>();
  let looks = MOST_LOOKS;
  // What the host says of sizes tells nothing of where two threads are.
  const ofThreads = facts.equalities.filter((term) => !isOfLaunch([term]));
  for (const length of new Set([...ofThreads, ...inequalities].flatMap((term) => [...factorsOf(term)]))) {
    const isOfRows = ({ monomials }: Int) => monomials.some(({ atoms }) => atoms.includes(length));
    const equalities = ofThreads.filter(isOfRows);
    for (const term of inequalities.filter(isOfRows)) {
      const sums = equalities.flatMap((equality) => [terms.add(term, equality), terms.sub(term, equality)]);
      for (const sum of [term, ...sums]) {
        if (looks-- === 0) return [...bounds()];
        const bound = boundOf(terms, facts, sum, length, isLength);
        const rows = bound && terms.sub(bound, terms.constant(bound.constant));
        if (bound && rows && (found.get(rows)?.constant ?? bound.constant) <= bound.constant) found.set(rows, bound);
      }
    }
  }
  return [...bounds()];

  /** What is new of them; neither above nor below the other is as many rows. */
  function* bounds(): Iterable<Cond> {
    for (const bound of found.values()) {
      const holds = terms.le(bound, terms.zero);
      if (known.has(holds) || facts.excludes(terms.not(holds))) continue;
      yield holds;
      const opposite = terms.negate(bound);
      if ([...found.values()].includes(opposite) || known.has(terms.le(opposite, terms.zero))) {
        yield terms.eq(bound, terms.zero);
      }
    }
  }
}

/** What `sum ≤ 0` says of the number of rows of that length, as what is not above zero; null: nothing. */
function boundOf(
  terms: Terms,
  facts: LinearFacts,
  sum: Int,
  length: Atom,
  isLength: (atom: Atom) => boolean,
): Int | null {
  if (!isLength(length)) return null;
  const row = terms.ofAtom(length);
  const [rows, rest] = terms.splitFactor(sum, row);
  if (isConstant(rows)) return null;
  if (isAtLeastOne(terms, facts, rest)) return terms.add(rows, terms.one);
  return isAtLeastOne(terms, facts, terms.add(rest, row)) ? rows : null;
}

/** Is it known to be one or more? With rows of none, `W·q + r ≤ 0` would leave nothing for a positive `r`. */
function isPositive(terms: Terms, facts: LinearFacts, length: Atom, inequalities: readonly Int[]): boolean {
  const row = terms.ofAtom(length);
  if (isAtLeastOne(terms, facts, row)) return true;
  if (!facts.isAtMost(terms.negate(row), 0n)) return false;
  return inequalities.some((term) => {
    const [rows, rest] = terms.splitFactor(term, row);
    return !isConstant(rows) && isAtLeastOne(terms, facts, rest);
  });
}

function isAtLeastOne(terms: Terms, facts: LinearFacts, term: Int): boolean {
  return facts.isAtMost(terms.negate(term), -1n);
}

/** What stands in products of several. */
function factorsOf({ monomials }: Int): Set<Atom> {
  return new Set(monomials.flatMap(({ atoms }) => (atoms.length > 1 ? atoms : [])));
}

/** An inequality, weakened by putting a product in the place of its remainder in a register: that is no larger. */
function unwrapped(terms: Terms, facts: LinearFacts, inequality: Int): Int {
  let sum = inequality;
  for (const { coefficient, atoms } of inequality.monomials) {
    const [atom, ...others] = atoms;
    if (atom?.kind !== 'mod' || others.length > 0 || coefficient > 0n || !isConstant(atom.divisor)) continue;
    const { dividend } = atom;
    if (!isNotNegative(terms, facts, dividend)) continue;
    sum = terms.add(sum, terms.scale(terms.sub(dividend, terms.ofAtom(atom)), coefficient));
  }
  return sum;
}

/** Is it known not to be negative, by itself or as a product of two numbers that are not? */
function isNotNegative(terms: Terms, facts: LinearFacts, term: Int): boolean {
  const isSize = (part: Int) => facts.isAtMost(terms.negate(part), 0n);
  if (isSize(term)) return true;
  return [...factorsOf(term)].some((atom) => {
    const [quotient, rest] = terms.splitFactor(term, terms.ofAtom(atom));
    return rest === terms.zero && isSize(terms.ofAtom(atom)) && isSize(quotient);
  });
}
