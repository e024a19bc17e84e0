/**
 * What the thread of an access does at another moment: in other iterations of the loops around, while everything else that
 * it computes stays as it is. In: two moments, each by the iterations that it lies in. Out: the terms of the second one for
 * the same thread, with all that differs between iterations under other names.
 */
import type { Execution } from '../../kernel/index.ts';
import { type Atom, type Cond, type Int, type Substitution, single, type Terms } from '../../terms/index.ts';

export interface AnotherMoment {
  readonly terms: Substitution;
  /** That what has been asked for so far is the same where the iterations are the same. */
  readonly premises: () => Cond[];
}

/**
 * @param around iterations that either moment lies in
 * @param suffix tells what differs at the second moment from what it is at the first
 */
export function anotherMoment(
  terms: Terms,
  { iterationsOf }: Pick<Execution, 'iterationsOf'>,
  around: readonly Int[],
  suffix: string,
): AnotherMoment {
  const own = new Set(around.map((iteration) => single(iteration)?.id));
  const renamed = new Map<Atom, Int>();
  const madeIn = ({ id }: Atom) => (iterationsOf.get(id) ?? []).filter((iteration) => around.includes(iteration));
  const substitution: Substitution = terms.substitution((atom) => {
    if (atom.kind !== 'symbol' || (!own.has(atom.id) && madeIn(atom).length === 0)) return undefined;
    const known = renamed.get(atom);
    if (known) return known;
    const other = terms.symbol(`${atom.name}${suffix}`, atom.sharing, atom.origin, atom.range);
    renamed.set(atom, other);
    return other;
  });
  const premises = (): Cond[] =>
    [...renamed].flatMap(([atom, other]) => {
      if (own.has(atom.id)) return [];
      const isElsewhere = madeIn(atom).map((iteration) => terms.ne(iteration, substitution.int(iteration)));
      return terms.or(...isElsewhere, terms.eq(terms.ofAtom(atom), other));
    });
  return { terms: substitution, premises };
}
