/**
 * Copies that go on beside the thread that began them, in groups that this thread closes and waits for. Such a copy begins
 * at its call, as any access does. For its own thread it is over behind a wait that leaves no more groups than came after its
 * own. For any other thread it is over behind a barrier to which its thread came behind such a wait: what counts is how many
 * groups were done at the last barrier that the other thread has passed, as they only ever become more. A copy that is not
 * shown to be over never ends.
 */
import type {
  BarrierInterval,
  CopyGroups,
  Execution,
  KernelAccess,
  KernelBarrier,
  KernelEnd,
} from '../../kernel/index.ts';
import type { Cond, Int, Terms } from '../../terms/index.ts';
import { type LaunchTerms, linearThread } from '../thread-pair.ts';
import { anotherMoment } from './another-moment.ts';
import type { Joined } from './joined-threads.ts';
import type { AccessPair, Side } from './sides.ts';

interface FlightContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  readonly execution: Pick<Execution, 'barriers' | 'partialBarrierUses' | 'end' | 'isCutShort' | 'iterationsOf'>;
}

type Width = 'block' | 'warp' | 'grid';

export interface FlightOrder {
  /** Conditions under which nothing orders two accesses of which one is such a copy; null when something always does. */
  readonly unordered: (accesses: AccessPair, joinedBy: ReadonlyMap<number, Joined>) => Cond[] | null;
}

/** Does the access begin and end at different moments of one thread? */
export function isFlight({ copy }: KernelAccess): boolean {
  return copy?.end.kind === 'group' || copy?.end.kind === 'here';
}

export function flightOrder(context: FlightContext): FlightOrder {
  const { terms: t } = context;
  const clocks = new Map<Width, Clock>();
  const clock = (width: Width): Clock => {
    const known = clocks.get(width) ?? clockOf(context, width);
    clocks.set(width, known);
    return known;
  };
  return {
    unordered(accesses, joinedBy) {
      const { pair, distance, first, second } = accesses;
      if (distance === 'same-thread') return allOf([inOneThread(context, first, second)]);
      const conditions = [notOneCopy(context, accesses)];
      const width = distance === 'inter-block' ? 'grid' : 'block';
      conditions.push(unorderedBy(context, clock(width), first, second));
      if (distance === 'intra-warp') conditions.push(unorderedBy(context, clock('warp'), first, second));
      if (distance !== 'inter-block') {
        for (const [barrier, joined] of joinedBy) {
          const unordered = unorderedBy(context, clockOfSome(context, barrier), first, second);
          conditions.push(t.or(t.not(joined(pair)), unordered));
        }
      }
      return allOf(conditions);
    },
  };
}

function allOf(conditions: Cond[]): Cond[] | null {
  return conditions.some(({ kind }) => kind === 'false') ? null : conditions;
}

// ---- one thread --------------------------------------------------------------------------------------------------------

/** That the later one of two accesses of a thread comes while the earlier is under way. */
function inOneThread({ terms: t }: FlightContext, first: Side, second: Side): Cond {
  const isOne = first.access.copy !== null && first.access.copy.id === second.access.copy?.id;
  // What one copy reads and writes is its own business.
  const notOne = isOne ? differ(t, first, second) : t.true;
  return t.and(notOne, t.or(underWay(t, first, second), underWay(t, second, first)));
}

/** That the first access is a copy that is under way when the thread comes to the second. */
function underWay(t: Terms, first: Side, second: Side): Cond {
  if (second.access.copy?.end.kind === 'here') return follows(t, first, second);
  const group = groupOf(first.access);
  if (group === null) return t.false;
  const now = first.terms.int(group);
  const { closed, done } = groupsAt(t, second.access.copyGroups);
  // While the groups are the same, program order says which of the two comes first.
  const isLater = t.or(
    t.lt(now, second.terms.int(closed)),
    t.and(t.eq(now, second.terms.int(closed)), follows(t, first, second)),
  );
  return t.and(t.le(second.terms.int(done), now), isLater);
}

/** That the second access comes behind the first in the order of the program. */
function follows(t: Terms, first: Side, second: Side): Cond {
  const common = commonIterations(first.access, second.access);
  const atOnce = first.access.index < second.access.index ? t.true : t.false;
  const [mine, theirs] = [first.terms.int, second.terms.int];
  return common.reduceRight<Cond>(
    (inner, one) => t.or(t.lt(mine(one), theirs(one)), t.and(t.eq(mine(one), theirs(one)), inner)),
    atOnce,
  );
}

function commonIterations(a: KernelAccess, b: KernelAccess): readonly Int[] {
  const apart = a.iterations.findIndex((iteration, i) => iteration !== b.iterations[i]);
  return apart < 0 ? a.iterations : a.iterations.slice(0, apart);
}

// ---- two threads -------------------------------------------------------------------------------------------------------

/** That the two are not parts of one copy that both threads make together. */
function notOneCopy({ terms: t, launch }: FlightContext, { pair, first, second }: AccessPair): Cond {
  const [a, b] = [first.access.copy, second.access.copy];
  if (!pair.isOfOneBlock || a === null || b === null || a.id !== b.id || a.by === 'thread') return t.true;
  const { by } = a;
  if (by === 'block') return differ(t, first, second);
  const tile = (side: Side) => t.div(linearThread(t, launch, side.indices), t.constant(by.tile));
  return t.or(differ(t, first, second), t.ne(tile(first), tile(second)));
}

/** That the calls of two copies are made in different iterations. */
function differ(t: Terms, first: Side, second: Side): Cond {
  const around = first.access.copy?.iterations ?? [];
  return t.or(...around.map((iteration) => t.ne(first.terms.int(iteration), second.terms.int(iteration))));
}

/** What tells which of two moments comes first: how many barriers of one kind a thread has passed. */
interface Clock {
  /** The count that orders what comes behind: barriers that the thread has passed. */
  readonly passed: (access: KernelAccess) => Int;
  /** The count that orders what came before: barriers that the thread has come to. */
  readonly come: (access: KernelAccess) => Int;
  /** Where a thread comes to one of these barriers; `count`: how many it came to before. */
  readonly barriers: (access: KernelAccess) => readonly Moment[];
  /** How many a thread has come to that leaves the kernel. */
  readonly atEnd: (access: KernelAccess, end: KernelEnd) => Int;
}

interface Moment extends Pick<KernelBarrier, 'path' | 'facts' | 'iterations' | 'copyGroups'> {
  readonly count: Int;
}

/** Barriers that all threads of a block, warp or grid come to. */
function clockOf({ terms: t, execution }: FlightContext, width: Width): Clock {
  const count = (interval: BarrierInterval) =>
    width === 'warp' ? t.add(interval.block, interval.warp) : interval[width];
  const here = ({ interval }: KernelAccess) => count(interval);
  const relevant = execution.barriers.filter((barrier) => barrier.kind === 'barrier' && counts(barrier, width));
  return {
    passed: here,
    come: here,
    barriers: ({ object: { space } }) =>
      relevant.map((one) => ({ ...one, count: count(space === 'shared' ? one.interval : one.globalInterval) })),
    atEnd: ({ object: { space } }, { intervals }) => count(intervals[space === 'shared' ? 'shared' : 'global']),
  };
}

/** Does a barrier count among those of that width? Those of the block are met by all lanes of a warp as well. */
function counts({ width }: KernelBarrier, asked: Width): boolean {
  return width === asked || (asked === 'warp' && width === 'block');
}

/** A barrier that some threads of a block come to. */
function clockOfSome({ terms: t, execution }: FlightContext, barrier: number): Clock {
  const uses = execution.partialBarrierUses.filter(
    (use) => use.barrier === barrier && (use.kind === 'sync' || use.kind === 'arrive'),
  );
  const moments = uses.map((use) => ({ ...use, count: use.before.get(barrier)?.arrived ?? t.zero }));
  return {
    passed: ({ interval }) => interval.partialBarriers.get(barrier)?.waited ?? t.zero,
    come: ({ interval }) => interval.partialBarriers.get(barrier)?.arrived ?? t.zero,
    barriers: () => moments,
    atEnd: (_, end) => end.partialBarriers.get(barrier)?.arrived ?? t.zero,
  };
}

/** That barriers of that kind order neither before the other. */
function unorderedBy(context: FlightContext, clock: Clock, first: Side, second: Side): Cond {
  return context.terms.and(notBefore(context, clock, first, second), notBefore(context, clock, second, first));
}

/** That it is not known that the first access is over when the second begins. */
function notBefore(context: FlightContext, clock: Clock, first: Side, second: Side): Cond {
  const { terms: t } = context;
  // What may have begun with the kernel comes behind nothing.
  if (second.access.copy?.end.kind === 'here') return t.true;
  const passed = second.terms.int(clock.passed(second.access));
  const begins = t.le(passed, first.terms.int(clock.come(first.access)));
  if (groupOf(first.access) === null || begins.kind === 'true') return begins;
  return t.or(begins, openAt(context, clock, first, passed));
}

/** That the copy may be under way when its thread comes to its barrier of that number. */
function openAt(context: FlightContext, clock: Clock, side: Side, barrier: Int): Cond {
  const { terms: t, execution } = context;
  const { end, isCutShort } = execution;
  if (end === null || isCutShort) return t.true;
  const open = clock.barriers(side.access).map((moment, i) => {
    const isIt = (count: Int) => t.eq(t.add(count, t.one), barrier);
    return openThere(context, side, moment, `'b${i}`, isIt);
  });
  // A thread that leaves the kernel waits for nothing any more, and comes to no barrier.
  const atEnd = { ...end, iterations: [], count: clock.atEnd(side.access, end) };
  return t.or(
    ...open,
    openThere(context, side, atEnd, "'e", (count) => t.lt(count, barrier)),
  );
}

/** That the thread comes to this moment, which is the one in question, and the copy's group is not done there. */
function openThere(
  { terms: t, execution }: FlightContext,
  { access, terms: thread }: Side,
  moment: Moment,
  suffix: string,
  isIt: (count: Int) => Cond,
): Cond {
  const around = [...new Set([...access.iterations, ...moment.iterations])];
  const { terms: there, premises } = anotherMoment(t, execution, around, suffix);
  const { done } = groupsAt(t, moment.copyGroups);
  const conditions = [
    isIt(thread.int(there.int(moment.count))),
    t.le(thread.int(there.int(done)), thread.int(groupOf(access)!)),
    thread.cond(there.cond(t.and(moment.path, moment.facts))),
  ];
  return t.and(...conditions, ...premises().map((premise) => thread.cond(premise)));
}

function groupOf({ copy }: KernelAccess): Int | null {
  return copy?.end.kind === 'group' ? copy.end.group : null;
}

function groupsAt(t: Terms, groups: CopyGroups | null): CopyGroups {
  return groups ?? { closed: t.zero, done: t.zero };
}
