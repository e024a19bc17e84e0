/**
 * Facts of the host that leave a launch open. On the way to a launch the host compares numbers that the launch never sees: a
 * counter of a loop that is over, a result of `cudaMalloc`, a member that was stored for the next call. Where such numbers can
 * be chosen so that the facts hold, whatever the launch is given, these say nothing of it: they are left out of the questions,
 * and nobody has to read them as assumptions. This is the elimination of existential variables by candidate terms (Loos and
 * Weispfenning, "Applying linear quantifier elimination", 1993), for the candidates that a comparison itself names.
 */
import {
  type Atom,
  type Comparison,
  type Cond,
  conjuncts,
  type Int,
  integerRange,
  isConnective,
  isNonNegativeOn,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { isGuess, isGuessed } from './guesses.ts';

const LONG = integerRange(64);
/** Choices that are tried for numbers that hang together. */
const CHOICES = 64;
/** Facts that hang together and are looked at; more of them are kept. */
const GROUP_LIMIT = 12;
/** Comparisons of a fact that numbers are chosen by. */
const COMPARISON_LIMIT = 8;

/**
 * @param parts facts that all hold
 * @param given what holds besides
 * @param isSeen whether the launch depends on a symbol
 * @returns those that say something of what the launch sees
 */
function factsThatBind(terms: Terms, parts: readonly Cond[], given: Cond, isSeen: (symbol: Atom) => boolean): Cond[] {
  const left = new Set(parts);
  for (const { group, unseen } of groupsByUnseen(parts, isSeen)) {
    if (group.length > GROUP_LIMIT) continue;
    const others = terms.and(given, ...[...left].filter((part) => !group.includes(part)));
    const search = { terms, unseen, others, choices: CHOICES };
    if (canHold(search, group)) for (const part of group) left.delete(part);
  }
  return [...left];
}

/** The parts with unseen symbols, those together that share one. */
function groupsByUnseen(parts: readonly Cond[], isSeen: (symbol: Atom) => boolean) {
  const groups: { group: Cond[]; unseen: Set<Atom> }[] = [];
  for (const part of parts) {
    const unseen = new Set<Atom>();
    visitAtoms([part], (atom) => {
      if (atom.kind === 'symbol' && !isSeen(atom)) unseen.add(atom);
    });
    if (unseen.size === 0) continue;
    const joined = { group: [part], unseen };
    for (const other of groups.filter((group) => [...unseen].some((symbol) => group.unseen.has(symbol)))) {
      groups.splice(groups.indexOf(other), 1);
      joined.group.unshift(...other.group);
      for (const symbol of other.unseen) joined.unseen.add(symbol);
    }
    groups.push(joined);
  }
  return groups;
}

interface Search {
  readonly terms: Terms;
  readonly unseen: ReadonlySet<Atom>;
  /** What holds besides. */
  readonly others: Cond;
  choices: number;
}

/** True when the unseen symbols can be chosen, as terms over the others, so that all parts are true as they stand. */
function canHold(search: Search, parts: readonly Cond[]): boolean {
  const open = parts.find(({ kind }) => kind !== 'true');
  if (open === undefined) return true;
  if (parts.some(({ kind }) => kind === 'false')) return false;
  for (const comparison of comparisonsOf(open).slice(0, COMPARISON_LIMIT)) {
    for (const [symbol, value] of choicesFor(search, comparison)) {
      if (search.choices-- <= 0) return false;
      const { cond } = search.terms.substitution((atom) => (atom === symbol ? value : undefined));
      if (canHold(search, parts.map(cond))) return true;
    }
  }
  return false;
}

function comparisonsOf(condition: Cond): Comparison[] {
  if (isConnective(condition)) return condition.parts.flatMap(comparisonsOf);
  return condition.kind === 'true' || condition.kind === 'false' ? [] : [condition];
}

/** What makes a comparison true, of the unseen symbols that it is linear in. */
function choicesFor(search: Search, { kind, term }: Comparison): [Atom, Int][] {
  const { terms, unseen } = search;
  return term.monomials.flatMap(({ coefficient, atoms: [symbol, ...more] }): [Atom, Int][] => {
    if (more.length > 0 || !unseen.has(symbol!) || (coefficient !== 1n && coefficient !== -1n)) return [];
    // ±s + rest (≤, =, ≠) 0
    const rest = terms.combine(term, -coefficient, terms.ofAtom(symbol!));
    if (mentions(rest, symbol!)) return [];
    const bound = terms.scale(rest, -coefficient);
    const { low, high } = symbol!.range;
    const extreme = coefficient === 1n ? low : high;
    const values =
      kind === 'ne'
        ? [terms.add(bound, terms.one)]
        : kind === 'eq' || extreme === null
          ? [bound]
          : [terms.constant(extreme), bound];
    // What the host computes in 64 bits fits into them: that is taken for granted wherever it computes.
    const isLong = kind === 'eq' && low === LONG.low && high === LONG.high;
    const fitting = isLong ? values : values.filter((value) => isWithin(search, value, low, high));
    return fitting.map((value): [Atom, Int] => [symbol!, value]);
  });
}

function mentions(term: Int, symbol: Atom): boolean {
  let isThere = false;
  visitAtoms([term], (atom) => {
    if (atom === symbol) isThere = true;
  });
  return isThere;
}

function isWithin({ terms, others }: Search, value: Int, low: bigint | null, high: bigint | null): boolean {
  const isAtLeast = (term: Int) => (term.range.low ?? -1n) >= 0n || isNonNegativeOn(terms, others, term);
  return (
    (low === null || isAtLeast(terms.sub(value, terms.constant(low)))) &&
    (high === null || isAtLeast(terms.sub(terms.constant(high), value)))
  );
}

/**
 * The parts of a path that say something about the given symbols, directly or through others; none that rests on a guess that
 * the launch does not see.
 *
 * @param sizes of the launch, which are at least 1
 */
export function factsAbout(terms: Terms, path: Cond, symbols: ReadonlySet<number>, sizes: readonly Int[]): Cond[] {
  const reached = new Set(symbols);
  const parts = conjuncts(path).map((part) => {
    const mentioned = new Set<number>();
    let guessed = false;
    visitAtoms([part], (atom) => {
      if (atom.kind === 'symbol') mentioned.add(atom.id);
      // What the launch is given itself is one value, whatever the host has made of it.
      if (atom.kind === 'symbol' ? !symbols.has(atom.id) && isGuess(atom.origin) : isGuessed(atom)) guessed = true;
    });
    return { part, mentioned, guessed };
  });
  const kept: Cond[] = [];
  for (let grew = true; grew; ) {
    grew = false;
    for (const p of parts) {
      if (p.guessed || kept.includes(p.part) || ![...p.mentioned].some((id) => reached.has(id))) continue;
      kept.push(p.part);
      for (const id of p.mentioned) reached.add(id);
      grew = true;
    }
  }
  const given = terms.and(...sizes.map((size) => terms.le(terms.one, size)));
  return factsThatBind(terms, kept, given, ({ id }) => symbols.has(id));
}
