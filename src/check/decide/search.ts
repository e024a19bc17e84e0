/**
 * Looks for small values under which conditions hold: few threads, short loops, small sizes. A depth-first search with
 * little patience; what it finds was evaluated exactly, and what it does not find stays open.
 */
import { type Atom, type Cond, conjuncts, Evaluator, type Terms, visitAtoms } from '../../terms/index.ts';
import { unify } from '../unify.ts';
import { LinearFacts } from './linear-facts.ts';
import { refute, sidesOfChoice } from './refute.ts';

type Symbol = Atom & { readonly kind: 'symbol' };

/** Values tried in all. */
const PATIENCE = 64;

/** @returns Values that make the condition true, or null. */
export function searchSmall(terms: Terms, whole: Cond): Evaluator | null {
  // What a call of an unknown function gives may be chosen, but equally for equal arguments: the solver's business.
  let isOpen = false;
  visitAtoms([whole], (atom) => {
    if (atom.kind === 'apply') isOpen = true;
  });
  if (isOpen) return null;
  const search = new Search(terms);
  const values = search.run(whole);
  if (values === null) return null;
  return values.cond(whole) && inRange(whole, values) ? values : null;
}

function inRange(whole: Cond, values: Evaluator): boolean {
  let holds = true;
  visitAtoms([whole], (atom) => {
    const { low, high } = atom.range;
    const value = values.atom(atom);
    if ((low !== null && value < low) || (high !== null && value > high)) holds = false;
  });
  return holds;
}

class Search {
  readonly #terms: Terms;
  #patience = PATIENCE;

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  run(whole: Cond): Evaluator | null {
    const { condition, undo } = unify(this.#terms, whole);
    if (condition.kind === 'false') return null;
    if (condition.kind === 'true') return undo(new Evaluator({ symbol: nearestToZero, apply: () => 0n }));
    if (refute(this.#terms, condition, 0) !== null) return null;
    const sides = sidesOfChoice(this.#terms, condition);
    if (sides !== null) {
      for (const side of sides) {
        if (this.#patience-- <= 0) return null;
        const found = this.run(side);
        if (found !== null) return undo(found);
      }
      return null;
    }
    const facts = new LinearFacts(this.#terms, condition);
    const symbol = this.#next(condition, facts);
    if (symbol === null) return null;
    for (const value of candidates(facts, symbol)) {
      if (this.#patience-- <= 0) return null;
      const chosen = this.#terms.constant(value);
      const rest = this.#terms.substitution((atom) => (atom === symbol ? chosen : undefined)).cond(condition);
      const found = this.run(rest);
      if (found === null) continue;
      return undo(
        new Evaluator({
          symbol: (atom) => (atom === symbol ? value : found.atom(atom)),
          apply: () => 0n,
        }),
      );
    }
    return null;
  }

  /** Sizes first, as the rest depends on them; then what has the fewest values. */
  #next(condition: Cond, facts: LinearFacts): Symbol | null {
    let best: Symbol | null = null;
    let least = 0;
    visitAtoms(conjuncts(condition), (atom) => {
      if (atom.kind !== 'symbol') return;
      const weight = (atom.sharing === 'launch' ? 0 : 1000) + width(facts, atom);
      if (best === null || weight < least || (weight === least && atom.id < best.id)) {
        best = atom;
        least = weight;
      }
    });
    return best;
  }
}

function width(facts: LinearFacts, symbol: Symbol): number {
  const { low, high } = facts.rangeOf(symbol);
  return low === null || high === null ? 999 : Number(high - low > 998n ? 998n : high - low);
}

/** Small values of a symbol, or what is at the ends of its range. */
function candidates(facts: LinearFacts, symbol: Symbol): bigint[] {
  const { low, high } = facts.rangeOf(symbol);
  const isIn = (value: bigint) => (low === null || value >= low) && (high === null || value <= high);
  const wanted = symbol.sharing === 'launch' ? [4n, 2n, 64n, 1n, 0n] : [0n, 1n, 2n, 3n];
  const ends = [low, low === null ? null : low + 1n, high].filter((value) => value !== null);
  // A reader follows small numbers more easily.
  const size = (value: bigint) => (value < 0n ? -value : value);
  ends.sort((a, b) => (size(a) < size(b) ? -1 : size(a) > size(b) ? 1 : 0));
  return [...new Set([...wanted, ...ends])].filter(isIn);
}

function nearestToZero(atom: Atom): bigint {
  const { low, high } = atom.range;
  if (low !== null && low > 0n) return low;
  return high !== null && high < 0n ? high : 0n;
}
