/**
 * Ranks in a ballot (`kernel/ballot.ts`): of two lanes of a warp that it is for, the lower one has the lower rank, and all have
 * one below the number of those that it is for. With one atomic addition of that number for the warp, each thread that keeps
 * something has a place of its own.
 */
import { Rank } from '../../kernel/index.ts';
import { type Cond, type Int, type Substitution, type Terms, visitAtoms } from '../../terms/index.ts';
import type { ThreadPair } from '../thread-pair.ts';

type Roots = readonly (Cond | Int)[];

interface OneRank {
  readonly rank: Rank;
  /** As the thread has it. */
  readonly number: Int;
}

/** @param roots the terms of each thread that decide where or when it accesses memory */
export function rankLemmas(terms: Terms, pair: ThreadPair, [first, second]: readonly [Roots, Roots]): Cond[] {
  const [ours, theirs] = [ranksIn(terms, first), ranksIn(terms, second)];
  const lemmas = [
    ...ours.map((one) => isBelowCount(terms, pair.first, one)),
    ...theirs.map((one) => isBelowCount(terms, pair.second, one)),
  ];
  if (!pair.isOfOneBlock) return lemmas;
  for (const a of ours) {
    for (const b of theirs) if (a.rank === b.rank) lemmas.push(inOrder(terms, pair, a));
  }
  return lemmas;
}

function isBelowCount(terms: Terms, thread: Substitution, { rank, number }: OneRank): Cond {
  const { ballot } = rank;
  const isBelow = terms.lt(thread.int(number), thread.int(ballot.count(terms)));
  return terms.or(terms.not(thread.cond(ballot.isFor)), isBelow);
}

function inOrder(terms: Terms, { first, second }: ThreadPair, { rank, number }: OneRank): Cond {
  const { args, thread, isFor } = rank.ballot;
  const isSame = terms.and(...args.map((arg) => terms.eq(first.int(arg), second.int(arg))));
  const [x, y] = [first.int(thread), second.int(thread)];
  const ranked = (lower: Substitution, higher: Substitution, isLower: Cond) =>
    terms.or(terms.not(terms.and(isLower, lower.cond(isFor))), terms.lt(lower.int(number), higher.int(number)));
  return terms.or(
    terms.not(isSame),
    terms.and(ranked(first, second, terms.lt(x, y)), ranked(second, first, terms.lt(y, x))),
  );
}

/** Those of the thread itself, in the iterations that it is in. */
function ranksIn(terms: Terms, roots: Roots): OneRank[] {
  const found = new Map<Rank, OneRank>();
  visitAtoms(roots, (atom) => {
    if (atom.kind !== 'apply' || !(atom.of instanceof Rank)) return;
    const number = atom.of.number(terms);
    if (number.monomials.some(({ atoms }) => atoms.includes(atom))) found.set(atom.of, { rank: atom.of, number });
  });
  return [...found.values()];
}
