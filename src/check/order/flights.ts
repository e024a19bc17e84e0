/**
 * Copies that go on beside the thread that began them, in groups that this thread closes and waits for. Such a copy begins
 * at its call, as any access does. For its own thread it is over behind a wait that leaves no more groups than came after its
 * own. For any other thread it is over behind a barrier to which its thread came behind such a wait: what counts is how many
 * groups were done at the last barrier that the other thread has passed, as they only ever become more. A copy that is not
 * shown to be over never ends.
 */
import { type CopyQueue, WARPGROUP } from '../../intrinsics/index.ts';
import type {
  BarrierInterval,
  CopyEnd,
  CopyGroups,
  Execution,
  GroupCounts,
  KernelAccess,
  KernelBarrier,
  KernelEnd,
  PartialBarrierCount,
  ProxyFence,
} from '../../kernel/index.ts';
import { isAlwaysWith } from '../../kernel/index.ts';
import { type Cond, conjuncts, type Int, type Substitution, type Terms } from '../../terms/index.ts';
import { type LaunchTerms, linearThread, ofOneCluster } from '../thread-pair.ts';
import { anotherMoment } from './another-moment.ts';
import { type Deputies, type Knower, Mates, type WarpPassed } from './deputies.ts';
import { rankOf } from './elsewhere.ts';
import { pairOf } from './handed-on.ts';
import type { Link } from './links.ts';
import type { PartialBarrierOrder } from './partial-barriers.ts';
import type { AccessPair, Side } from './sides.ts';

interface FlightContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  readonly execution: Pick<
    Execution,
    'barriers' | 'partialBarrierUses' | 'proxyFences' | 'end' | 'isCutShort' | 'iterationsOf'
  >;
}

type Width = 'block' | 'warp' | 'grid';

/** What else is known of barriers of some threads. */
type PartialOrders = Pick<PartialBarrierOrder, 'links' | 'roundOf' | 'handedOn' | 'elsewhere' | 'deputies'>;

export interface FlightOrder {
  /** Conditions under which nothing orders two accesses of which one is such a copy; null when something always does. */
  readonly unordered: (accesses: AccessPair, partial: PartialOrders) => Cond[] | null;
}

/** Does the access begin and end at different moments of one thread? */
export function isFlight({ copy }: KernelAccess): boolean {
  return copy !== null && copy.end.kind !== 'event';
}

/** Is it a store that ends with a phase of a barrier object, which other blocks may wait for? */
export function isLaterStore({ copy, kind }: Pick<KernelAccess, 'copy' | 'kind'>): boolean {
  return copy !== null && kind !== 'read' && isStored(copy.end);
}

function isStored(end: CopyEnd): boolean {
  return 'counted' in end && (end.counted === 'store' || end.counted === 'multicast');
}

export function flightOrder(context: FlightContext): FlightOrder {
  const { terms: t } = context;
  const clocks = new Map<Width, Clock>();
  const mates = new Mates(t, context.launch);
  const clock = (width: Width): Clock => {
    const known = clocks.get(width) ?? clockOf(context, width);
    clocks.set(width, known);
    return known;
  };
  return {
    unordered(accesses, partial) {
      const { pair, distance, first, second } = accesses;
      const endings = [
        endingOf(t, context.launch, accesses, 0, partial),
        endingOf(t, context.launch, accesses, 1, partial),
      ] as const;
      if (distance === 'same-thread') {
        const isOpen = accesses.proxies
          ? unfencedInOne(context, accesses)
          : inOneThread(context, first, second, endings, partial.deputies);
        return allOf([isOpen]);
      }
      const conditions = [notOneCopy(context, accesses)];
      const unfenced = accesses.proxies
        ? unfencedBy(context, accesses)
        : accesses.tensorFences
          ? unfencedTensors(context, accesses)
          : null;
      const before = (clock: Clock) => [
        t.or(notBefore(context, clock, first, second, endings[0]), unfenced?.(clock, 0) ?? t.false),
        t.or(notBefore(context, clock, second, first, endings[1]), unfenced?.(clock, 1) ?? t.false),
      ];
      conditions.push(...before(clock(distance === 'inter-block' ? 'grid' : 'block')));
      if (distance === 'intra-warp') conditions.push(...before(clock('warp')));
      for (const [barrier, link] of partial.links) {
        if (distance === 'inter-block' && !link.isOfCluster) continue;
        // Where only copies arrive, what else a thread did before is not known to be over.
        if (link.carries !== 'all') continue;
        before(clockOfSome(context, barrier, link)).forEach((notBefore, which) => {
          conditions.push(t.or(t.not(link.arrives(pair, which === 0 ? 0 : 1)), notBefore));
        });
      }
      if (distance === 'inter-block') return allOf([...conditions, ...inCluster(context, accesses, partial, endings)]);
      for (const which of [0, 1] as const) {
        const [side, other, ending] = which === 0 ? [first, second, endings[0]] : [second, first, endings[1]];
        if (other.access.copy?.end.kind === 'here') continue;
        const knowers = accesses.tensorFences ? atTensorFences(context, other) : [other];
        if (ending) conditions.push(...knowers.flatMap((knower) => t.and(...ending.isOpenTo(knowerOf(knower)))));
        conditions.push(...byDeputies(context, accesses, partial, { side, other, ending }));
        if (accesses.asWarpgroup && isOfWarpgroup(side.access))
          conditions.push(...byWarpgroup(context, mates, partial, { side, other, ending }));
      }
      return allOf(conditions);
    },
  };
}

/** That no thread tells the other one of two of different blocks that the first is over. */
function inCluster(
  context: FlightContext,
  accesses: AccessPair,
  partial: PartialOrders,
  [a, b]: readonly [Ending | null, Ending | null],
): readonly Cond[] {
  const { first, second } = accesses;
  const hasRemotes = [...partial.links.values()].some(({ remotes }) => remotes.length > 0);
  const ways = [
    [first, second, a],
    [second, first, b],
  ] as const;
  return ways.flatMap(([side, other, ending]) => {
    const isOfCluster = ending?.rounds.some((round) => round.isOfCluster) ?? false;
    if (!isOfCluster && !hasRemotes) return [];
    if (other.access.copy?.end.kind === 'here') return [];
    const open = isOfCluster && ending ? ending.isOpenTo(knowerOf(other), true) : [];
    return [...open, ...byDeputies(context, accesses, partial, { side, other, ending })];
  });
}

function allOf(conditions: Cond[]): Cond[] | null {
  return conditions.some(({ kind }) => kind === 'false') ? null : conditions;
}

// ---- when a copy is over -----------------------------------------------------------------------------------------------

type Counts = Pick<GroupCounts, 'closed' | 'done'>;

/** When a copy is known to be over. */
interface Ending {
  /** The group that it belongs to, and how many a thread has closed and knows to be done; null where it belongs to none. */
  readonly group: { readonly number: Int; readonly counts: (groups: CopyGroups | null) => Counts } | null;
  /** Barriers of which a phase is not over before the copy is, and its number, as the thread has it that began the copy. */
  readonly rounds: readonly {
    readonly link: Link;
    readonly barrier: number;
    readonly round: Int;
    /** That the phases of which this thread knows wait for that thread, or for what it has begun. */
    readonly holds: (knower: Substitution) => Cond;
    /** What holds unless threads of other blocks have told this one that the phase is over. */
    readonly told: (knower: Knower) => readonly Cond[];
    /** Whether threads of other blocks may know of the phase. */
    readonly isOfCluster: boolean;
  }[];
  /**
   * That another thread, or its own in an access of its own, does not know by such barriers that the copy is over.
   * @param inCluster whether it may be one of another block
   */
  readonly isOpenTo: (other: Knower, inCluster?: boolean) => readonly Cond[];
}

/** @returns null for what is no copy, or one that is over where it begins */
function endingOf(
  t: Terms,
  launch: LaunchTerms,
  { pair, first, second }: AccessPair,
  which: 0 | 1,
  { links, roundOf, handedOn, elsewhere }: PartialOrders,
): Ending | null {
  const { access, terms } = which === 0 ? first : second;
  const { copy, interval } = access;
  if (copy === null || copy.end.kind === 'here' || copy.end.kind === 'event') return null;
  const { end } = copy;
  const isPlain = end.kind === 'group' && end.queue === 'plain';
  const rounds = [...links].flatMap(([barrier, link]) => {
    const isItsOwn = end.kind === 'phase' && end.barrier === barrier;
    // An arrival of copies is one of all that the thread has begun before.
    const isOfAll = end.kind === 'group' && link.carries === end.queue;
    const round = isItsOwn
      ? roundOf(copy)
      : isOfAll
        ? (interval.partialBarriers.get(barrier)?.arrived ?? t.zero)
        : null;
    const held = isPlain ? link.holds.filter((use) => use.order > access.index && isAlwaysWith(use, access)) : [];
    const all = [round, ...held.map(({ before }) => before.get(barrier)?.arrived ?? t.zero)];
    const isStore = isItsOwn && isStored(end);
    // Who stores need not arrive; the object that waits for it is that of one block.
    const owner = isStore ? (end.owner === null ? rankOf(t, launch, terms) : terms.int(end.owner)) : null;
    const arrives = link.arrives(pair, which);
    const near = pair.isOfOneBlock ? t.true : ofOneCluster(t, launch, pair);
    const holds = (knower: Substitution) =>
      owner === null ? arrives : t.and(near, t.eq(owner, rankOf(t, launch, knower)));
    const remotes = isOfAll ? link.remotes : [];
    const there = remotes.map(({ counter, owner: to, comes }) => ({
      ...{ link, barrier, told: () => [], isOfCluster: true },
      round: terms.int(interval.partialBarriers.get(counter)?.arrived ?? t.zero),
      holds: (knower: Substitution) => t.and(near, terms.cond(comes), t.eq(terms.int(to), rankOf(t, launch, knower))),
    }));
    const here = all.flatMap((one) => {
      if (one === null) return [];
      const told = (to: Knower) =>
        elsewhere(barrier, owner ?? rankOf(t, launch, terms), terms.int(one), to).map((open) =>
          t.or(t.not(owner === null ? arrives : near), open),
        );
      return { link, barrier, round: terms.int(one), holds, told, isOfCluster: isStore };
    });
    return [...here, ...there];
  });
  const isOpenTo = (other: Knower, inCluster = false) =>
    rounds.flatMap(({ link, barrier, round, holds, told, isOfCluster }) => {
      if (inCluster && !isOfCluster) return [];
      const waited = other.terms.int(waitedAt(t, link, other.counts.get(barrier)));
      const late = t.and(t.le(waited, round), ...handedOn(barrier, round, other, null));
      return [t.or(t.not(holds(other.terms)), late), ...told(other)];
    });
  if (end.kind !== 'group') return { group: null, rounds, isOpenTo };
  const counts = (groups: CopyGroups | null) => groupsAt(t, groups, end.queue, access.kind);
  return { group: { number: terms.int(end.group), counts }, rounds, isOpenTo };
}

function knowerOf({ terms, indices, access }: Side): Knower {
  return { terms, indices, counts: access.interval.partialBarriers };
}

/** The two accesses in one of their two orders. */
interface Directed {
  readonly side: Side;
  readonly other: Side;
  /** When the first is over, where it is a copy. */
  readonly ending: Ending | null;
}

/**
 * That no thread that acts for others tells that the first access is over: one that arrives for the first access's warp, or one
 * that has waited for the second's warp or block; nor the first access's thread by an arrival at an object of the second's block.
 */
function byDeputies(
  context: FlightContext,
  { pair, proxies, distance }: AccessPair,
  { links, deputies }: PartialOrders,
  { side, other, ending }: Directed,
): readonly Cond[] {
  const { terms: t, launch } = context;
  const isBetween = distance === 'inter-block';
  const isApart = isBetween ? t.not(ofOneCluster(t, launch, pair)) : t.false;
  const isCrossing = proxies === true && !isAsync(side.access) && isAsync(other.access);
  // A fence of the one that has accessed stands before the barrier by which others know of it.
  const fences = isCrossing ? fencesAround(context, side.access, false) : [];
  const unfenced = (clock: Clock, passed: Int) =>
    t.and(...fences.map((fence) => t.le(passed, side.terms.int(clock.come(atFence(fence, side))))));
  const warp = clockOf(context, 'warp');
  const unknownBy = (isSeen: boolean) => {
    const isLate = (clock: Clock, passed: Int) =>
      t.or(notBeforeCount(context, clock, { side, ending }, passed), isSeen ? t.false : unfenced(clock, passed));
    const direct = (knower: Knower): Cond[] =>
      [...links].flatMap(([barrier, link]) => {
        if (link.carries !== 'all' || isBetween) return [];
        const passed = knower.terms.int(waitedAt(t, link, knower.counts.get(barrier)));
        const comes = link.joined
          ? link.joined(pairOf(side, knower))
          : link.arrives(pair, side.suffix === "'1" ? 0 : 1);
        return t.or(t.not(comes), isLate(clockOfSome(context, barrier, link), passed));
      });
    const given = (knower: Knower): Cond[] => {
      const waited = (id: number) => knower.terms.int(waitedAt(t, links.get(id)!, knower.counts.get(id)));
      const isLateBy = ({ block, warp: passed }: WarpPassed) => isLate(warp, t.add(block, passed));
      const own = isBetween ? [] : deputies.unlessGiven(side, waited, isLateBy);
      if ([...links.values()].every(({ remotes }) => remotes.length === 0)) return own;
      const rank = rankOf(t, launch, knower.terms);
      const remote = [...links].flatMap(([barrier, link]) =>
        (link.carries === 'all' ? link.remotes : []).map(({ counter, owner, comes }) =>
          t.or(
            t.not(side.terms.cond(comes)),
            t.ne(side.terms.int(owner), rank),
            isLate(clockOfSome(context, barrier, link, counter), waited(barrier)),
          ),
        ),
      );
      const others = [...remote, ...deputies.unlessGivenTo(rank, side, waited, isLateBy)];
      return [...own, ...others.map((open) => t.or(isApart, open))];
    };
    const over = (knower: Knower) => (ending && !isCrossing ? ending.isOpenTo(knower, isBetween) : []);
    return (there: Side) => [
      ...given(knowerOf(there)),
      ...deputies.unlessTold(there, (knower) => t.and(...direct(knower), ...over(knower), ...given(knower))),
    ];
  };
  const late = unknownBy(!isCrossing)(other);
  if (!isCrossing) return late;
  // Whoever knows of the access at a fence of its own sees it behind that fence.
  const seen = unknownBy(true);
  const atFences = fencesAround(context, other.access, true).flatMap((fence) =>
    seen({ ...other, access: atFence(fence, other) }),
  );
  return [...late, ...atFences];
}

function atFence({ intervals }: ProxyFence, { access }: Side): KernelAccess {
  return { ...access, interval: intervals[access.object.space === 'shared' ? 'shared' : 'global'] };
}

function waitedAt(t: Terms, { waited }: Link, count: PartialBarrierCount | undefined): Int {
  return waited(count ?? { arrived: t.zero, waited: t.zero });
}

// ---- warpgroups --------------------------------------------------------------------------------------------------------

/** Is it a read that all threads of a warpgroup have begun as one operation, each for itself? */
export function isOfWarpgroup({ copy }: KernelAccess): boolean {
  return copy?.end.kind === 'group' && copy.end.queue === 'wgmma';
}

/**
 * That neither the other thread, where it is of that warpgroup, nor the first thread of the warpgroup or of the warp knows that the
 * operation is over and has handed that on. All of them close the same groups, so that it has one number for all.
 */
function byWarpgroup(
  context: FlightContext,
  mates: Mates,
  { links }: PartialOrders,
  { side, other, ending }: Directed,
): readonly Cond[] {
  const { terms: t, launch } = context;
  if (!ending?.group) return [];
  const { number, counts } = ending.group;
  const groupOf = ({ indices }: Side) => t.div(linearThread(t, launch, indices), t.constant(WARPGROUP));
  const isOpenForOther = t.le(other.terms.int(counts(other.access.copyGroups).done), number);
  const knows = t.or(t.ne(groupOf(side), groupOf(other)), isOpenForOther);
  const firsts = [WARPGROUP, launch.warpSize].flatMap((threads) => {
    const linear = linearThread(t, launch, side.indices);
    const first = t.sub(linear, t.mod(linear, t.constant(threads)));
    const { mate, isThere } = mates.of(side.terms, `first of ${threads}`, () => ({ number: first, isOne: t.true }));
    const acting: Side = { ...side, terms: mate.terms, indices: mate.indices };
    return [...links].flatMap(([barrier, link]) => {
      if (link.carries !== 'all') return [];
      const passed = other.terms.int(waitedAt(t, link, other.access.interval.partialBarriers.get(barrier)));
      const comes = link.joined ? link.joined(pairOf(acting, other)) : mate.terms.cond(link.comes ?? t.false);
      const isOpen = openAt(context, clockOfSome(context, barrier, link), { side: acting, ending }, passed);
      return t.or(t.le(passed, t.zero), t.not(isThere), t.not(comes), isOpen);
    });
  });
  return [knows, ...firsts];
}

// ---- proxies -----------------------------------------------------------------------------------------------------------

/** Does the access go the way to memory of bulk copies and matrix units? */
export function isAsync({ copy }: KernelAccess): boolean {
  if (copy === null) return false;
  const { end } = copy;
  if (end.kind === 'group') return end.queue !== 'plain' && end.queue !== 'vector';
  return 'counted' in end && (end.counted === 'bytes' || end.counted === 'multicast');
}

/**
 * May a bulk copy that comes behind an access not see it, for want of a fence between the two ways to memory? It may not see
 * what was written; that nothing is read any more when the copy writes is taken from the order of the two.
 */
export function crossesProxies(a: KernelAccess, b: KernelAccess): boolean {
  const isWritten = (access: KernelAccess) => access.kind !== 'read' && !isAsync(access);
  return (isWritten(a) && isAsync(b)) || (isWritten(b) && isAsync(a));
}

/** That a thread comes to a fence of proxies in the iterations of an access, before it or behind it. */
function fencesAround(
  { execution }: Pick<FlightContext, 'execution'>,
  access: KernelAccess,
  isBefore: boolean,
  isAsked: (fence: ProxyFence) => boolean = ({ memory }) => memory === 'all' || memory === access.object.space,
): readonly ProxyFence[] {
  const known = new Set(conjuncts(access.path));
  return execution.proxyFences.filter(
    (fence) =>
      fence.index < access.index === isBefore &&
      isAsked(fence) &&
      fence.iterations.every((one, i) => one === access.iterations[i]) &&
      conjuncts(fence.path).every((part) => known.has(part)),
  );
}

/** That no fence of either thread stands between one of the two accesses, which is over, and the bulk copy behind it. */
function unfencedBy(context: FlightContext, { first, second }: AccessPair): (clock: Clock, which: 0 | 1) => Cond {
  const { terms: t } = context;
  return (clock, which) => {
    const [early, late] = which === 0 ? [first, second] : [second, first];
    if (isAsync(early.access) || !isAsync(late.access)) return t.false;
    const passed = late.terms.int(clock.passed(late.access));
    const behind = fencesAround(context, early.access, false).map((fence) =>
      t.le(passed, early.terms.int(clock.come(atFence(fence, early)))),
    );
    const before = fencesAround(context, late.access, true).map((fence) =>
      t.le(late.terms.int(clock.passed(atFence(fence, late))), early.terms.int(clock.come(early.access))),
    );
    return t.and(...behind, ...before);
  };
}

/**
 * That a fence of `tcgen05` is missing behind one of two accesses of tensor memory, before the barrier that its thread comes to, or before
 * the other one, behind that barrier.
 */
function unfencedTensors(context: FlightContext, { first, second }: AccessPair): (clock: Clock, which: 0 | 1) => Cond {
  const { terms: t } = context;
  return (clock, which) => {
    const [early, late] = which === 0 ? [first, second] : [second, first];
    const passed = late.terms.int(clock.passed(late.access));
    const before = fencesAround(context, early.access, false, ({ memory }) => memory === 'before-barrier').map(
      (fence) => t.le(passed, early.terms.int(clock.come(atFence(fence, early)))),
    );
    const behind = atTensorFences(context, late).map(({ access }) =>
      t.le(late.terms.int(clock.passed(access)), early.terms.int(clock.come(early.access))),
    );
    return t.or(t.and(...before), t.and(...behind));
  };
}

/** A thread at its fences behind barriers, before its access. */
function atTensorFences(context: FlightContext, side: Side): readonly Side[] {
  const fences = fencesAround(context, side.access, true, ({ memory }) => memory === 'behind-barrier');
  return fences.map((fence) => ({ ...side, access: atFence(fence, side) }));
}

/** The same of one thread: that it begins the copy behind its access, and comes to no fence in between. */
function unfencedInOne(context: FlightContext, { first, second }: AccessPair): Cond {
  const { terms: t } = context;
  const ways = [
    [first, second],
    [second, first],
  ] as const;
  return t.or(
    ...ways.map(([early, late]) => {
      if (isAsync(early.access) || !isAsync(late.access)) return t.false;
      const at = (fence: ProxyFence, side: Side) => ({ access: { ...side.access, ...fence }, terms: side.terms });
      const behind = fencesAround(context, early.access, false).map((fence) =>
        t.not(follows(t, at(fence, early), late)),
      );
      const before = fencesAround(context, late.access, true).map((fence) => t.not(follows(t, early, at(fence, late))));
      return t.and(follows(t, early, late), ...behind, ...before);
    }),
  );
}

// ---- one thread --------------------------------------------------------------------------------------------------------

/** That the later one of two accesses of a thread comes while the earlier is under way. */
function inOneThread(
  { terms: t }: FlightContext,
  first: Side,
  second: Side,
  [a, b]: readonly [Ending | null, Ending | null],
  deputies: Deputies,
): Cond {
  const isOne = first.access.copy !== null && first.access.copy.id === second.access.copy?.id;
  // What one copy reads and writes is its own business.
  const notOne = isOne ? differ(t, first, second) : t.true;
  return t.and(notOne, t.or(underWay(t, first, second, a, deputies), underWay(t, second, first, b, deputies)));
}

/** That the first access is a copy that is under way when the thread comes to the second. */
function underWay(t: Terms, first: Side, second: Side, ending: Ending | null, deputies: Deputies): Cond {
  if (second.access.copy?.end.kind === 'here') return follows(t, first, second);
  if (ending === null || isWaitedForByCompiler(first.access) || isInOrder(first.access, second.access)) return t.false;
  const { group, isOpenTo } = ending;
  const told = deputies.unlessTold(second, (knower) => t.and(...isOpenTo(knower)));
  const isOpen = t.and(...isOpenTo(knowerOf(second)), ...told);
  if (group === null) return t.and(follows(t, first, second), isOpen);
  const { closed, done } = group.counts(second.access.copyGroups);
  // While the groups are the same, program order says which of the two comes first.
  const isLater = t.or(
    t.lt(group.number, second.terms.int(closed)),
    t.and(t.eq(group.number, second.terms.int(closed)), follows(t, first, second)),
  );
  return t.and(t.le(second.terms.int(done), group.number), isLater, isOpen);
}

/** A thread's own accesses come behind a load to LDS: "the compiler automatically ensures completion" (LLVM, AMDGPU DMA Operations). */
function isWaitedForByCompiler({ copy }: KernelAccess): boolean {
  return copy?.end.kind === 'group' && copy.end.queue === 'vector';
}

/** Does the second come behind the first, as matrix units take what one thread gives them? */
function isInOrder({ copy: first }: KernelAccess, { copy: second }: KernelAccess): boolean {
  if (!second?.isInOrder || first?.end.kind !== 'group' || second.end.kind !== 'group') return false;
  return first.end.queue === second.end.queue;
}

/** What a thread comes to at some moment. */
interface Moved extends Pick<Side, 'terms'> {
  readonly access: Pick<KernelAccess, 'index' | 'iterations'>;
}

/** That the second access comes behind the first in the order of the program. */
function follows(t: Terms, first: Moved, second: Moved): Cond {
  const common = commonIterations(first.access, second.access);
  const atOnce = first.access.index < second.access.index ? t.true : t.false;
  const [mine, theirs] = [first.terms.int, second.terms.int];
  return common.reduceRight<Cond>(
    (inner, one) => t.or(t.lt(mine(one), theirs(one)), t.and(t.eq(mine(one), theirs(one)), inner)),
    atOnce,
  );
}

function commonIterations(a: Moved['access'], b: Moved['access']): readonly Int[] {
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
  /** What the thread has come to of other barriers. */
  readonly counts: ReadonlyMap<number, PartialBarrierCount>;
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
      relevant.map((one) => ({
        ...one,
        count: count(space === 'shared' ? one.interval : one.globalInterval),
        counts: one.interval.partialBarriers,
      })),
    atEnd: ({ object: { space } }, { intervals }) => count(intervals[space === 'shared' ? 'shared' : 'global']),
  };
}

/** Does a barrier count among those of that width? Those of the block are met by all lanes of a warp as well. */
function counts({ width }: KernelBarrier, asked: Width): boolean {
  return width === asked || (asked === 'warp' && width === 'block');
}

/** A barrier that some threads of a block come to. @param counter counts the arrivals that are asked for */
function clockOfSome({ terms: t, execution }: FlightContext, barrier: number, link: Link, counter = barrier): Clock {
  const uses = execution.partialBarrierUses.filter(
    (use) => use.counter === counter && (use.kind === 'sync' || use.kind === 'arrive'),
  );
  const moments = uses.map((use) => ({
    ...use,
    counts: use.before,
    count: use.before.get(counter)?.arrived ?? t.zero,
  }));
  return {
    passed: ({ interval }) => waitedAt(t, link, interval.partialBarriers.get(barrier)),
    come: ({ interval }) => interval.partialBarriers.get(counter)?.arrived ?? t.zero,
    barriers: () => moments,
    atEnd: (_, end) => end.partialBarriers.get(counter)?.arrived ?? t.zero,
  };
}

/** That it is not known by barriers of that kind that the first access is over when the second begins. */
function notBefore(context: FlightContext, clock: Clock, first: Side, second: Side, ending: Ending | null): Cond {
  const { terms: t } = context;
  // What may have begun with the kernel comes behind nothing.
  if (second.access.copy?.end.kind === 'here') return t.true;
  return notBeforeCount(context, clock, { side: first, ending }, second.terms.int(clock.passed(second.access)));
}

/** The same of what comes behind so many barriers. */
function notBeforeCount(
  context: FlightContext,
  clock: Clock,
  { side, ending }: Pick<Directed, 'side' | 'ending'>,
  passed: Int,
): Cond {
  const { terms: t } = context;
  const begins = t.le(passed, side.terms.int(clock.come(side.access)));
  if (ending === null || begins.kind === 'true') return begins;
  return t.or(begins, openAt(context, clock, { side, ending }, passed));
}

interface Flight {
  readonly side: Side;
  readonly ending: Ending;
}

/** That the copy may be under way when its thread comes to its barrier of that number. */
function openAt(context: FlightContext, clock: Clock, flight: Flight, barrier: Int): Cond {
  const { terms: t, execution } = context;
  const { end, isCutShort } = execution;
  if (end === null || isCutShort) return t.true;
  const { access } = flight.side;
  const open = clock.barriers(access).map((moment, i) => {
    const isIt = (count: Int) => t.eq(t.add(count, t.one), barrier);
    return openThere(context, flight, moment, `'b${i}`, isIt);
  });
  // A thread that leaves the kernel waits for nothing any more, and comes to no barrier.
  const atEnd = { ...end, iterations: [], counts: end.partialBarriers, count: clock.atEnd(access, end) };
  return t.or(
    ...open,
    openThere(context, flight, atEnd, "'e", (count) => t.lt(count, barrier)),
  );
}

/** That the thread comes to this moment, which is the one in question, and the copy is not known to be over there. */
function openThere(
  { terms: t, execution }: FlightContext,
  { side: { access, terms: thread }, ending }: Flight,
  moment: Moment,
  suffix: string,
  isIt: (count: Int) => Cond,
): Cond {
  const around = [...new Set([...access.iterations, ...moment.iterations])];
  const { terms: there, premises } = anotherMoment(t, execution, around, suffix);
  const { group } = ending;
  const isOpen = [
    ...(group === null ? [] : [t.le(thread.int(there.int(group.counts(moment.copyGroups).done)), group.number)]),
    ...ending.rounds.map(({ link, barrier, round, holds }) =>
      t.or(t.not(holds(thread)), t.le(thread.int(there.int(waitedAt(t, link, moment.counts.get(barrier)))), round)),
    ),
  ];
  const conditions = [
    isIt(thread.int(there.int(moment.count))),
    ...isOpen,
    thread.cond(there.cond(t.and(moment.path, moment.facts))),
  ];
  return t.and(...conditions, ...premises().map((premise) => thread.cond(premise)));
}

/** @param part what the copy does there: a bulk copy may have read all, and still write */
function groupsAt(t: Terms, groups: CopyGroups | null, queue: CopyQueue, part: KernelAccess['kind']): Counts {
  if (groups === null) return { closed: t.zero, done: t.zero };
  const { closed, done, read } = groups[queue];
  return { closed, done: part === 'read' ? read : done };
}
