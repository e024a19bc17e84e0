/**
 * Looks for a small model: few threads, short loops, small sizes. A depth-first search with bounds propagation after each
 * choice, and with a small budget. Its models are evaluated exactly; what it does not find stays open.
 */
import {
  type Atom,
  type Cond,
  conjuncts,
  Evaluator,
  isContent,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';
import { type Application, appliedValues } from '../applied-values.ts';
import { eliminateEqualities } from './eliminate-equalities.ts';
import { LinearFacts } from './linear-facts.ts';
import { refute, sidesOfChoice } from './refute.ts';

type SymbolAtom = Atom & { readonly kind: 'symbol' };

/** Values tried in one search. */
const BUDGET = 64;
/** And in one that goes ahead without asking whether what is left may hold: that takes longer than all the rest. */
const AHEAD = 24;

/** Conditions that are made of more get fewer of these that are asked about. */
const LIGHT = 80;

/** Values of the launch that are tried, in this order: those that are easy to follow, and those that make the shortest run. */
const FOLLOWED = [4n, 2n, 64n, 1n, 0n];
const SHORTEST = [1n, 2n, 4n, 64n, 0n];
/** Those that leave the least of a product, or of what was divided: multipliers and shifts that stand for a divisor, strides. */
const LEAST = [0n, 1n, 2n];

/**
 * @param isBeside whether it is no more than beside the question: small launches are best then
 * @returns Values that make the condition true, or null.
 */
export function searchSmall(terms: Terms, whole: Cond, isBeside = false): Evaluator | null {
  // The values of an uninterpreted function have to be equal for equal arguments: that is left to the solver.
  if (someAtom([whole], (atom) => atom.kind === 'apply')) return null;
  const sizes = isBeside ? SHORTEST : FOLLOWED;
  const weight = weightOf(whole);
  const asked = (budget: number) => Math.ceil(budget * Math.min(1, LIGHT / weight));
  // What is pruned has no model: the first one that is found is the same.
  const values =
    new Search(terms, sizes, AHEAD, false).run(whole) ??
    new Search(terms, sizes, asked(BUDGET), true).run(whole) ??
    new Search(terms, LEAST, asked(AHEAD), true).run(whole);
  if (values === null) return null;
  return values.cond(whole) && inRange(whole, values) ? values : null;
}

/** Loads that are taken for numbers of their own. */
const MOST_LOADS = 16;

/** Pairs of these of which it is asked that they agree; of others it is seen in the end. */
const MOST_AGREEING = 8;

/**
 * The same where the condition hangs on what stands in memory: each load is a number of its own, and those of one place agree or there is no
 * answer. What other functions yield is left to the solver.
 */
export function searchSmallWithLoads(terms: Terms, whole: Cond): Evaluator | null {
  const loads: Application[] = [];
  visitAtoms([whole], (atom) => {
    if (atom.kind === 'apply') loads.push(atom);
  });
  if (loads.length === 0 || loads.length > MOST_LOADS || !loads.every(isContent)) return null;
  const numbers = new Map(
    loads.map(({ id, name, origin, range }) => [id, terms.symbol(`${name}#${id}`, 'thread', origin, range)]),
  );
  const under = terms.substitution(({ id }) => numbers.get(id));
  const agree = pairsOfOne(loads).map(([a, b]) => {
    const isSame = terms.eq(numbers.get(a.id)!, numbers.get(b.id)!);
    return terms.or(isSame, ...a.args.map((arg, i) => terms.ne(under.int(arg), under.int(b.args[i]!))));
  });
  const found = searchSmall(terms, terms.and(under.cond(whole), ...agree.slice(0, MOST_AGREEING)));
  if (found === null) return null;
  const applied = new Map(loads.map((atom) => [atom, found.int(numbers.get(atom.id)!)]));
  const { values, doAgree } = appliedValues((atom) => found.atom(atom), applied, nearestToZero);
  return doAgree && values.cond(whole) && inRange(whole, values) ? values : null;
}

function pairsOfOne(all: readonly Application[]): (readonly [Application, Application])[] {
  return all.flatMap((a, i) => all.slice(i + 1).flatMap((b) => (a.name === b.name ? [[a, b] as const] : [])));
}

/** What its comparisons are made of, which is what arithmetic takes its time for. */
function weightOf(whole: Cond): number {
  let atoms = 0;
  visitAtoms([whole], () => {
    atoms++;
  });
  return conjuncts(whole).length + atoms;
}

/** Is each value of the condition one that it may have? */
export function inRange(whole: Cond, values: Evaluator): boolean {
  return !someAtom([whole], (atom) => {
    const { low, high } = atom.range;
    const value = values.atom(atom);
    return (low !== null && value < low) || (high !== null && value > high);
  });
}

class Search {
  readonly #terms: Terms;
  readonly #sizes: readonly bigint[];
  readonly #prunes: boolean;
  #left: number;

  /**
   * @param sizes values of the launch to be tried
   * @param budget how many values may be tried in all
   * @param prunes asks of all that is left after a choice whether arithmetic refutes it
   */
  constructor(terms: Terms, sizes: readonly bigint[], budget: number, prunes: boolean) {
    this.#terms = terms;
    this.#sizes = sizes;
    this.#left = budget;
    this.#prunes = prunes;
  }

  run(whole: Cond): Evaluator | null {
    const { condition, undo } = eliminateEqualities(this.#terms, whole);
    if (condition.kind === 'false') return null;
    if (condition.kind === 'true') return undo(new Evaluator({ symbol: nearestToZero, apply: () => 0n }));
    if (this.#prunes && refute(this.#terms, condition, 0) !== null) return null;
    const sides = sidesOfChoice(this.#terms, condition);
    if (sides !== null) {
      for (const side of sides) {
        if (this.#left-- <= 0) return null;
        const found = this.run(side);
        if (found !== null) return undo(found);
      }
      return null;
    }
    const facts = new LinearFacts(this.#terms, condition);
    if (facts.isEmpty) return null;
    const symbol = this.#next(condition, facts);
    if (symbol === null) return null;
    for (const value of candidates(facts, symbol, this.#sizes)) {
      if (this.#left-- <= 0) return null;
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

  /** Sizes first, as the rest depends on them; then the symbol with the fewest values. */
  #next(condition: Cond, facts: LinearFacts): SymbolAtom | null {
    let best: SymbolAtom | null = null;
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

function width(facts: LinearFacts, symbol: SymbolAtom): number {
  const { low, high } = facts.rangeOf(symbol);
  return low === null || high === null ? 999 : Number(high - low > 998n ? 998n : high - low);
}

/** Small values of a symbol, and the ends of its range. */
function candidates(facts: LinearFacts, symbol: SymbolAtom, sizes: readonly bigint[]): bigint[] {
  const { low, high } = facts.rangeOf(symbol);
  const isIn = (value: bigint) => (low === null || value >= low) && (high === null || value <= high);
  const wanted = symbol.sharing === 'launch' ? sizes : [0n, 1n, 2n, 3n];
  const ends = [low, low === null ? null : low + 1n, high].filter((value) => value !== null);
  // Small numbers make a witness that is easy to follow.
  const size = (value: bigint) => (value < 0n ? -value : value);
  ends.sort((a, b) => (size(a) < size(b) ? -1 : size(a) > size(b) ? 1 : 0));
  return [...new Set([...wanted, ...ends])].filter(isIn);
}

function nearestToZero(atom: Atom): bigint {
  const { low, high } = atom.range;
  if (low !== null && low > 0n) return low;
  return high !== null && high < 0n ? high : 0n;
}
