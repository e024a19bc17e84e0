/**
 * Sums over the rounds of a loop that have no closed form (`kernel/loops.ts`): a barrier count in a loop with `continue`,
 * say. Two rounds of one loop: the later one's sum is larger by what the earlier round adds, at least.
 */

import { LoopSum } from '../kernel/index.ts';
import { type Atom, type Cond, type Int, single, type Terms, visitAtoms } from '../terms/index.ts';

interface Sum {
  readonly of: LoopSum;
  readonly args: readonly Int[];
  readonly atom: Atom;
}

/** What holds of the sums that stand in a question. */
export function growth(terms: Terms, question: Cond): Cond[] {
  const found: Sum[] = [];
  visitAtoms([question], (atom) => {
    if (atom.kind === 'apply' && atom.of instanceof LoopSum) found.push({ of: atom.of, args: atom.args, atom });
  });
  const facts: Cond[] = [];
  for (const a of found) {
    facts.push(terms.or(terms.lt(terms.zero, a.args[0]!), terms.eq(terms.ofAtom(a.atom), terms.zero)));
    for (const b of found) {
      if (a === b || a.of.key !== b.of.key) continue;
      const apart = a.args.slice(1).map((round, i) => terms.ne(round, b.args[i + 1]!));
      const isLater = terms.and(terms.le(terms.zero, a.args[0]!), terms.lt(a.args[0]!, b.args[0]!));
      const least = terms.add(terms.ofAtom(a.atom), addedIn(terms, a));
      facts.push(terms.or(...apart, terms.not(isLater), terms.le(least, terms.ofAtom(b.atom))));
    }
  }
  return facts;
}

/** What the round that a sum goes up to adds itself. */
function addedIn(terms: Terms, { of, args }: Sum): Int {
  const at = new Map(of.rounds.map((round, i) => [single(round)?.id ?? -1, args[i]!]));
  return terms.substitution((atom) => at.get(atom.id)).int(of.step);
}
