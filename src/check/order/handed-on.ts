/**
 * What threads know by way of a third one: consumers wait for a phase of one barrier, arrive at another, and who has waited for
 * that knows of both. All arrive there, so that it is enough that each of them has waited.
 */
import type { PartialBarrierCount, PartialBarrierUse } from '../../kernel/index.ts';
import type { Cond, Int, Substitution } from '../../terms/index.ts';
import { groupBy } from '../group-by.ts';
import { blockMate, type OtherThread, type ThreadPair } from '../thread-pair.ts';
import type { Knower } from './deputies.ts';
import type { BarrierContext } from './joined-threads.ts';
import type { Links } from './links.ts';

/** What matrix units do: an arrival that comes when they have done it hands on what their thread knew when it began it. */
const BEGUN = 'tcgen05';

/**
 * Conditions that hold whenever a thread does not know by others that phase number `round` of a barrier is over, or that
 * thread `from` has come to it for the last time before.
 * @param from where the barrier's phases are those of the threads that it joins
 */
export type HandedOn = (barrier: number, round: Int, to: Knower, from: Joiner | null) => readonly Cond[];

/** A thread that a barrier may join with others. */
type Joiner = Pick<Knower, 'terms' | 'indices'>;

export function handedOnBy(context: BarrierContext, links: Links): HandedOn {
  const { terms: t, execution } = context;
  const uses = groupBy(
    execution.partialBarrierUses.filter(
      (use) => use.kind === 'arrive' || use.kind === 'sync' || (use.kind === 'copies-arrive' && use.queue === BEGUN),
    ),
    (use) => use.barrier,
  );
  const begins = beginsBehind(execution);
  const zero: PartialBarrierCount = { arrived: t.zero, waited: t.zero };
  const mates = new Map<Substitution, Map<string, OtherThread>>();
  let made = 0;
  // Each condition speaks of a thread of its own.
  const mateOf = (to: Substitution, key: string): OtherThread => {
    const known = mates.get(to) ?? new Map<string, OtherThread>();
    mates.set(to, known);
    const mate = known.get(key) ?? blockMate(t, context.launch, `'m${made++}`, to);
    known.set(key, mate);
    return mate;
  };
  return (barrier, round, to, from) => {
    const { waited, joined } = links.get(barrier)!;
    if (joined !== null && from === null) return [];
    return [...links].flatMap(([id, link]) => {
      const count = to.counts.get(id);
      const isPassedOn = link.carries === 'all' || link.carries === BEGUN;
      // Where threads of other blocks arrive as well, who they are is asked in `elsewhere.ts`.
      if (id === barrier || !isPassedOn || link.joined || link.remotes.length > 0 || !count) return [];
      const known = to.terms.int(link.waited(count));
      if (known === t.zero) return [];
      const mate = mateOf(to.terms, `${barrier}:${id}:${round.id}`);
      const { int, cond } = mate.terms;
      const isApart = joined !== null && from !== null ? t.not(joined(pairOf(from, mate))) : t.false;
      const unaware = (uses.get(id) ?? []).map((use: PartialBarrierUse) =>
        t.and(
          ...mate.conditions,
          cond(use.path),
          cond(use.facts),
          t.eq(t.add(int((use.before.get(id) ?? zero).arrived), t.one), known),
          t.or(
            begins(use, barrier) ? t.false : t.true,
            isApart,
            t.le(int(waited(use.before.get(barrier) ?? zero)), round),
          ),
        ),
      );
      return t.or(t.le(known, t.zero), ...unaware);
    });
  };
}

/** Does what an arrival waits for begin behind all that its thread had waited for of a barrier? */
export function beginsBehind({
  accesses,
}: BarrierContext['execution']): (use: PartialBarrierUse, barrier: number) => boolean {
  const begun = accesses.filter(({ copy }) => copy?.end.kind === 'group' && copy.end.queue === BEGUN);
  return (use, barrier) =>
    use.kind !== 'copies-arrive' ||
    begun.some(
      ({ index, interval }) =>
        index < use.order && interval.partialBarriers.get(barrier)?.waited === use.before.get(barrier)?.waited,
    );
}

/** Two threads of one block, as they are asked whether a barrier joins them. */
export function pairOf(first: Joiner, second: Joiner): ThreadPair {
  return {
    first: first.terms,
    second: second.terms,
    conditions: [],
    threads: [first.indices, second.indices],
    isOfOneBlock: true,
  };
}
