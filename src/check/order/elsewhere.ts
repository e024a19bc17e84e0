/**
 * What threads know of barrier objects in other blocks of their cluster: a thread of that block has waited for the phase, and has
 * told this one behind that: it has arrived at a barrier of the cluster, or at an object of this block, or has begun a store for an
 * object of this block.
 */
import { type PartialBarrierUse, rankInCluster } from '../../kernel/index.ts';
import type { Cond, Int, Substitution } from '../../terms/index.ts';
import { anyThread, type LaunchTerms, type OtherThread, ofOneCluster, threadOfBlock } from '../thread-pair.ts';
import type { ClusterArrivers } from './arrivers.ts';
import type { Knower } from './deputies.ts';
import { beginsBehind, pairOf } from './handed-on.ts';
import type { BarrierContext } from './joined-threads.ts';
import type { Link } from './links.ts';

/** What tells a thread of one block what threads of another know. */
export interface Telling {
  readonly barrier: number;
  /** How many phases of it the thread knows to be over. */
  readonly known: Link['waited'];
  readonly events: readonly {
    readonly use: PartialBarrierUse;
    /** The number of the phase that is not over before it, from 0. */
    readonly round: Int;
  }[];
  /** That somebody of a block tells the other one; null: all threads of the cluster tell all others. */
  readonly meets: ClusterArrivers['meets'] | null;
}

/**
 * Conditions that hold whenever a thread does not know that phase number `round` is over of a barrier object of the block of that
 * rank in its cluster, by what threads of that block have told it.
 */
export type Elsewhere = (barrier: number, owner: Int, round: Int, to: Knower) => readonly Cond[];

/** @param waited how many phases of a barrier object are known to be over */
export function elsewhereBy(
  { terms: t, launch, execution }: Pick<BarrierContext, 'terms' | 'launch' | 'execution'>,
  tellings: readonly Telling[],
  waited: (barrier: number) => Link['waited'],
): Elsewhere {
  const begins = beginsBehind(execution);
  const mates = new Map<Substitution, Map<string, OtherThread>>();
  let made = 0;
  // Each condition speaks of a thread of its own.
  const mateOf = (to: Substitution, key: string, isFirst: boolean): OtherThread => {
    const known = mates.get(to) ?? new Map<string, OtherThread>();
    mates.set(to, known);
    const make = isFirst ? threadOfBlock : anyThread;
    const mate = known.get(key) ?? make(t, launch, `'c${made++}`);
    known.set(key, mate);
    return mate;
  };
  const zero = { arrived: t.zero, waited: t.zero };
  if (tellings.length === 0) return () => [];
  return (barrier, owner, round, to) => {
    const here = rankOf(t, launch, to.terms);
    return tellings.flatMap(({ barrier: by, known: knownBy, events, meets }) => {
      const known = to.terms.int(knownBy(to.counts.get(by) ?? zero));
      if (known === t.zero) return [];
      // Of those that all come one is enough: the first of its block is asked as well.
      return (meets === null ? [false, true] : [false]).map((isFirst) => {
        const mate = mateOf(to.terms, `${barrier}:${by}:${owner.id}:${round.id}:${isFirst}`, isFirst);
        const { int, cond } = mate.terms;
        const isThere = t.and(
          ...mate.conditions,
          ofOneCluster(t, launch, pairOf(to, mate)),
          t.eq(rankOf(t, launch, mate.terms), owner),
        );
        const unaware = events.map(({ use, round: told }) =>
          t.and(
            cond(t.and(use.path, use.facts)),
            t.eq(t.add(int(told), t.one), known),
            meets === null ? t.true : t.eq(use.owner === null ? owner : int(use.owner), here),
            t.or(
              begins(use, barrier) ? t.false : t.true,
              t.le(int(waited(barrier)(use.before.get(barrier) ?? zero)), round),
            ),
          ),
        );
        const tells = meets === null ? t.true : meets(here, owner);
        return t.or(t.le(known, t.zero), t.not(tells), t.and(isThere, t.or(...unaware)));
      });
    });
  };
}

/** The rank of the thread's block in its cluster. */
export function rankOf(t: BarrierContext['terms'], launch: LaunchTerms, { int }: Substitution): Int {
  return int(rankInCluster(t, launch, launch.blockIdx));
}
