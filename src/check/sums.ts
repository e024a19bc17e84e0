/**
 * Sums over the rounds of a loop that have no closed form (`kernel/loops.ts`): a barrier count in a loop with `continue`,
 * say. Two rounds of one loop: the later one's sum is larger by what the earlier round adds, at least.
 */

import type { LoopSum } from '../kernel/index.ts';
import { type Atom, type Cond, single, type Terms, visitAtoms } from '../terms/index.ts';

type Sum = Atom & { kind: 'apply' };

/** What holds of the sums that stand in a question. */
export function growth(terms: Terms, sums: ReadonlyMap<string, LoopSum>, question: Cond): Cond[] {
  if (sums.size === 0) return [];
  const found: Sum[] = [];
  visitAtoms([question], (atom) => {
    if (atom.kind === 'apply' && sums.has(atom.name)) found.push(atom);
  });
  const facts: Cond[] = [];
  for (const a of found) {
    facts.push(terms.or(terms.lt(terms.zero, a.args[0]!), terms.eq(terms.ofAtom(a), terms.zero)));
    for (const b of found) {
      if (a === b || a.name !== b.name) continue;
      const apart = a.args.slice(1).map((round, i) => terms.ne(round, b.args[i + 1]!));
      const isLater = terms.and(terms.le(terms.zero, a.args[0]!), terms.lt(a.args[0]!, b.args[0]!));
      const least = terms.add(terms.ofAtom(a), addedIn(terms, sums.get(a.name)!, a));
      facts.push(terms.or(...apart, terms.not(isLater), terms.le(least, terms.ofAtom(b))));
    }
  }
  return facts;
}

/** What the round that a sum goes up to adds itself. */
function addedIn(terms: Terms, { step, rounds }: LoopSum, sum: Sum) {
  const at = new Map(rounds.map((round, i) => [single(round)?.id ?? -1, sum.args[i]!]));
  return terms.substitution((atom) => at.get(atom.id)).int(step);
}
