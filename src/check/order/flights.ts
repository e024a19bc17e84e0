/**
 * Copies that go on beside the thread that began them, in groups that this thread closes and waits for. Such a copy begins
 * at its call, as any access does. For its own thread it is over behind a wait that leaves no more groups than came after its
 * own. For any other thread it is over behind a barrier to which its thread came behind such a wait: what counts is how many
 * groups were done at the last barrier that the other thread has passed, as they only ever become more. A copy that is not
 * shown to be over never ends.
 */
import type { BarrierInterval, CopyGroups, Execution, KernelAccess, KernelBarrier } from '../../kernel/index.ts';
import { type Cond, type Int, type Substitution, type Terms } from '../../terms/index.ts';
import { type LaunchTerms, linearThread } from '../thread-pair.ts';
import { anotherMoment } from './another-moment.ts';
import type { AccessPair, Side } from './sides.ts';

interface FlightContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  readonly execution: Pick<Execution, 'barriers' | 'end' | 'isCutShort' | 'iterationsOf'>;
}

type Width = 'block' | 'warp' | 'grid';

export interface FlightOrder {
  /** Conditions under which nothing orders two accesses of which one is such a copy; null when something always does. */
  readonly unordered: (accesses: AccessPair) => Cond[] | null;
}

/** Is the access a part of a copy that ends with a group of its thread's? */
export function isFlight({ copy }: KernelAccess): boolean {
  return copy?.end.kind === 'group';
}

export function flightOrder(context: FlightContext): FlightOrder {
  const { terms: t } = context;
  return {
    unordered(accesses) {
      const { distance, first, second } = accesses;
      const conditions =
        distance === 'same-thread'
          ? [inOneThread(context, first, second)]
          : [
              notOneCopy(context, accesses),
              unorderedBy(context, distance === 'inter-block' ? 'grid' : 'block', first, second),
              distance === 'intra-warp' ? unorderedBy(context, 'warp', first, second) : t.true,
            ];
      return conditions.some(({ kind }) => kind === 'false') ? null : conditions;
    },
  };
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
  const group = groupOf(first.access);
  if (group === null) return t.false;
  const now = first.terms.int(group);
  const { closed, done } = groupsAt(t, second.access.copyGroups);
  // While the groups are the same, program order says which of the two comes first.
  const isLater = t.or(t.lt(now, second.terms.int(closed)), t.and(t.eq(now, second.terms.int(closed)), follows(t, first, second)));
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

/** That barriers of that width order neither before the other. */
function unorderedBy(context: FlightContext, width: Width, first: Side, second: Side): Cond {
  return context.terms.and(notBefore(context, width, first, second), notBefore(context, width, second, first));
}

/** That it is not known that the first access is over when the second begins. */
function notBefore(context: FlightContext, width: Width, first: Side, second: Side): Cond {
  const { terms: t } = context;
  const count = (side: Side) => side.terms.int(passed(t, side.access.interval, width));
  const begins = t.le(count(second), count(first));
  const group = groupOf(first.access);
  if (group === null || begins.kind === 'true') return begins;
  return t.or(begins, openAt(context, width, first, count(second)));
}

/** That the copy may be under way when its thread comes to its barrier of that number. */
function openAt(context: FlightContext, width: Width, side: Side, barrier: Int): Cond {
  const { terms: t, execution } = context;
  const { end, barriers, isCutShort } = execution;
  if (end === null || isCutShort) return t.true;
  const space = side.access.object.space === 'shared' ? 'shared' : 'global';
  const open: Cond[] = [];
  barriers.forEach((use, i) => {
    if (use.kind !== 'barrier' || !counts(use, width)) return;
    const before = space === 'shared' ? use.interval : use.globalInterval;
    const isIt = (at: Int) => t.eq(t.add(at, t.one), barrier);
    open.push(openThere(context, side, { ...use, interval: before }, `'b${i}${side.suffix}`, width, isIt));
  });
  // A thread that leaves the kernel waits for nothing any more, and comes to no barrier.
  const atEnd = { ...end, iterations: [], interval: end.intervals[space] };
  open.push(openThere(context, side, atEnd, `'e${side.suffix}`, width, (at) => t.lt(at, barrier)));
  return t.or(...open);
}

type Moment = Pick<KernelBarrier, 'path' | 'facts' | 'iterations' | 'interval' | 'copyGroups'>;

/** That the thread comes to this moment, which is the one in question, and the copy's group is not done there. */
function openThere(
  { terms: t, execution }: FlightContext,
  { access, terms: thread }: Side,
  moment: Moment,
  suffix: string,
  width: Width,
  isIt: (passed: Int) => Cond,
): Cond {
  const around = [...new Set([...access.iterations, ...moment.iterations])];
  const another = anotherMoment(t, execution, around, suffix);
  const there: Substitution = another.terms;
  const { done } = groupsAt(t, moment.copyGroups);
  const conditions = [
    isIt(thread.int(there.int(passed(t, moment.interval, width)))),
    t.le(thread.int(there.int(done)), thread.int(groupOf(access)!)),
    thread.cond(there.cond(t.and(moment.path, moment.facts))),
    ...another.premises().map((premise) => thread.cond(premise)),
  ];
  return t.and(...conditions);
}

/** Does a barrier count among those of that width? Those of the block are met by all lanes of a warp as well. */
function counts({ width }: KernelBarrier, asked: Width): boolean {
  return width === asked || (asked === 'warp' && width === 'block');
}

function passed(t: Terms, interval: BarrierInterval, width: Width): Int {
  return width === 'warp' ? t.add(interval.block, interval.warp) : interval[width];
}

function groupOf({ copy }: KernelAccess): Int | null {
  return copy?.end.kind === 'group' ? copy.end.group : null;
}

function groupsAt(t: Terms, groups: CopyGroups | null): CopyGroups {
  return groups ?? { closed: t.zero, done: t.zero };
}
