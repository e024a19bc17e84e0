/**
 * Monotonicity of loop sums. A sum over the iterations of a loop without a closed form (a barrier count in a loop with
 * `continue`, say) is an uninterpreted function of the iteration; its terms are not negative, so the sum at a later
 * iteration exceeds that at an earlier one by at least what the earlier one adds.
 */

import { LoopEnd, LoopSum } from '../kernel/index.ts';
import { type Atom, type Cond, type Int, single, type Terms, visitAtoms } from '../terms/index.ts';

interface Sum {
  readonly of: LoopSum;
  readonly args: readonly Int[];
  readonly atom: Atom;
}

/** What holds of the loop sums in a condition. */
export function loopSumLemmas(terms: Terms, condition: Cond): Cond[] {
  const found: Sum[] = [];
  visitAtoms([condition], (atom) => {
    if (atom.kind === 'apply' && atom.of instanceof LoopSum) found.push({ of: atom.of, args: atom.args, atom });
  });
  const lemmas: Cond[] = [];
  for (const a of found) {
    lemmas.push(terms.or(terms.lt(terms.zero, a.args[0]!), terms.eq(terms.ofAtom(a.atom), terms.zero)));
    for (const b of found) {
      if (a === b || a.of.key !== b.of.key) continue;
      // The first argument is the iteration of the loop itself, the others are those of the loops around it.
      const apart = a.args.slice(1).map((iteration, i) => terms.ne(iteration, b.args[i + 1]!));
      const [earlier, later] = [a.args[0]!, b.args[0]!];
      const isLater = terms.and(terms.le(terms.zero, earlier), terms.lt(earlier, later));
      const isNext = terms.eq(terms.add(earlier, terms.one), later);
      const added = addedIn(terms, a);
      const next = terms.add(terms.ofAtom(a.atom), added);
      const sum = terms.ofAtom(b.atom);
      const is = terms.and(terms.le(next, sum), terms.or(terms.not(isNext), terms.eq(next, sum)));
      // Who is in a later iteration has left the loops within the earlier one.
      lemmas.push(terms.or(...apart, terms.not(isLater), terms.and(is, ...endsIn(terms, added))));
    }
  }
  return lemmas;
}

/** What the iteration that a sum goes up to adds itself. */
function addedIn(terms: Terms, { of, args }: Sum): Int {
  const at = new Map(of.iterations.map((iteration, i) => [single(iteration)?.id ?? -1, args[i]!]));
  return of.step === null ? terms.zero : terms.substitution((atom) => at.get(atom.id)).int(of.step);
}

/** What is known of the lengths of loops in a term: they do not go on after their last iteration. */
function endsIn(terms: Terms, added: Int): Cond[] {
  const ends: Cond[] = [];
  visitAtoms([added], (atom) => {
    if (atom.kind !== 'apply' || !(atom.of instanceof LoopEnd)) return;
    const { condition, iteration, parameters } = atom.of;
    const values = new Map(parameters.map((parameter, i) => [single(parameter), atom.args[i]!]));
    values.set(single(iteration), terms.ofAtom(atom));
    ends.push(terms.not(terms.substitution((part) => values.get(part)).cond(condition)));
  });
  return ends;
}
