/**
 * Barriers of part of a block (tiles, masks of lanes, named barriers, barrier objects): which two threads each joins. What
 * a thread did before its n-th arrival happens before what another does after it has waited for phase n, if the barrier
 * joins the two.
 */
import type { PartialBarrier, PartialBarrierCount, PartialBarrierUse } from '../../kernel/index.ts';
import { type Cond, Evaluator, type Int, isConstant, someAtom, type Terms } from '../../terms/index.ts';
import { linearThread, ofOneCluster, type ThreadPair, type ThreadTerms } from '../thread-pair.ts';
import { BarrierObjects } from './barrier-objects.ts';
import { joinedBySplit } from './cluster-barriers.ts';
import { CountedBarriers } from './counted-barriers.ts';
import { type Deputies, deputiesOf, type Knower } from './deputies.ts';
import { type Elsewhere, rankOf } from './elsewhere.ts';
import { type HandedOn, handedOnBy, pairOf } from './handed-on.ts';
import { type BarrierContext, comeEquallyOften, type Joined } from './joined-threads.ts';
import { type Link, type Links, linkOf, type RoundOf } from './links.ts';
import type { Side } from './sides.ts';

/** Threads of a block that are looked at one by one. */
const THREAD_LIMIT = 1024n;

export interface PartialBarrierOrder {
  /** Conditions under which no partial barrier orders the two accesses. */
  readonly unordered: (pair: ThreadPair, first: Side, second: Side) => Cond[];
  /** The barriers that are relied upon. */
  readonly links: Links;
  /** When copies are over that belong to phases of barrier objects. */
  readonly roundOf: RoundOf;
  /** What threads know by way of others. */
  readonly handedOn: HandedOn;
  /** What threads know of phases of other blocks' objects. */
  readonly elsewhere: Elsewhere;
  /** What threads know by those who wait or arrive for them. */
  readonly deputies: Deputies;
  /** Barriers that are not relied upon, and why. */
  readonly refusals: readonly Refusal[];
}

interface Refusal {
  readonly text: string;
  readonly location: PartialBarrierUse['location'];
}

/** Decides for all partial barriers of an execution whom they join. */
export function partialBarrierOrder(context: BarrierContext): PartialBarrierOrder {
  const { execution, terms } = context;
  const refusals: Refusal[] = [];
  const joinedBy = new Map<number, Joined>();
  const clusterBarrier = execution.partialBarriers.find(({ members }) => members.kind === 'cluster')?.id;
  const refuse = (text: string, location: PartialBarrierUse['location']) => void refusals.push({ text, location });
  const counted = new CountedBarriers(context, refuse);
  for (const barrier of execution.partialBarriers) {
    const joined =
      barrier.members.kind === 'cluster' || barrier.members.kind === 'block'
        ? joinedBySplit(context, barrier.id, barrier.members.kind, refuse)
        : joinedThreads(context, counted, barrier);
    if (joined) joinedBy.set(barrier.id, joined);
  }
  counted.finish(joinedBy);
  const ofCluster = clusterBarrier !== undefined && joinedBy.has(clusterBarrier) ? clusterBarrier : null;
  const objects = new BarrierObjects(context, refuse, ofCluster);
  const links: Links = new Map([
    ...[...joinedBy].map(([id, joined]) => [id, linkOf(joined, id === clusterBarrier)] as const),
    ...objects.links,
  ]);
  const handedOn = handedOnBy(context, links);
  const deputies = deputiesOf(context, links);
  return {
    refusals,
    links,
    handedOn,
    elsewhere: objects.elsewhere,
    roundOf: ({ id, end }) => (end.kind === 'phase' ? (objects.rounds.get(id) ?? null) : null),
    deputies,
    unordered(pair, first, second) {
      if (pair.isOfOneBlock)
        return unorderedInBlock(context, { links, elsewhere: objects.elsewhere, handedOn, deputies }, pair, [
          first,
          second,
        ]);
      const joining = [...links].filter(([, { isOfCluster }]) => isOfCluster);
      const joined = joining.flatMap(([id, link]) => unorderedByJoined(terms, pair, { id, link }, [first, second]));
      return [
        ...joined,
        ...unorderedBetween(context, { links, elsewhere: objects.elsewhere, handedOn, deputies }, pair, [
          first,
          second,
        ]),
      ];
    },
  };
}

interface Known {
  readonly links: Links;
  readonly elsewhere: Elsewhere;
  readonly handedOn: HandedOn;
  readonly deputies: Deputies;
}

/** Conditions under which no barrier of some threads orders two accesses of one block. */
function unorderedInBlock(
  context: BarrierContext,
  known: Known,
  pair: ThreadPair,
  sides: readonly [Side, Side],
): Cond[] {
  const { terms: t } = context;
  const { links, deputies } = known;
  const joined = [...links].flatMap(([id, link]) => unorderedByJoined(t, pair, { id, link }, sides));
  if ([...links.values()].every(({ comes, remotes }) => comes === null && remotes.length === 0)) return joined;
  const others = ([0, 1] as const).flatMap((which) => {
    const [from, to] = [sides[which], sides[1 - which]!];
    const open = (knower: Knower) => [
      ...unknownTo(context, known, from, knower),
      ...unknownByRemotes(context, known, pair, from, knower),
    ];
    const self = { terms: to.terms, indices: to.indices, counts: to.access.interval.partialBarriers };
    return [...open(self), ...deputies.unlessTold(to, (knower) => t.and(...open(knower)))];
  });
  return [...joined, ...others];
}

/** Conditions under which no barrier object orders two accesses of different blocks. */
function unorderedBetween(
  context: BarrierContext,
  known: Known,
  pair: ThreadPair,
  sides: readonly [Side, Side],
): Cond[] {
  return ([0, 1] as const).flatMap((which) => {
    const [from, to] = [sides[which], sides[1 - which]!];
    const open = (knower: Knower) => unknownByRemotes(context, known, pair, from, knower);
    const self = { terms: to.terms, indices: to.indices, counts: to.access.interval.partialBarriers };
    return [...open(self), ...known.deputies.unlessTold(to, (knower) => context.terms.and(...open(knower)))];
  });
}

/** That a thread does not know by arrivals from other blocks, which may be its own, that the access of another is over. */
function unknownByRemotes(
  { terms: t, launch }: BarrierContext,
  { links, elsewhere, deputies }: Known,
  pair: ThreadPair,
  from: Side,
  knower: Knower,
): Cond[] {
  if ([...links.values()].every(({ remotes }) => remotes.length === 0)) return [];
  const zero: PartialBarrierCount = { arrived: t.zero, waited: t.zero };
  const { interval } = from.access;
  const isApart = pair.isOfOneBlock ? t.false : t.not(ofOneCluster(t, launch, pair));
  const rank = rankOf(t, launch, knower.terms);
  const waited = (id: number) => knower.terms.int(links.get(id)!.waited(knower.counts.get(id) ?? zero));
  const direct = [...links].flatMap(([id, { remotes, carries }]) =>
    (carries === 'all' ? remotes : []).map(({ counter, owner, comes }) =>
      t.or(
        t.not(from.terms.cond(comes)),
        t.ne(from.terms.int(owner), rank),
        t.le(waited(id), from.terms.int((interval.partialBarriers.get(counter) ?? zero).arrived)),
      ),
    ),
  );
  const given = deputies.unlessGivenTo(rank, from, waited, ({ block, warp }) =>
    t.and(t.le(block, from.terms.int(interval.block)), t.le(warp, from.terms.int(interval.warp))),
  );
  // Another thread of its block has waited for it, and has told that one.
  const told = [...links].flatMap(([id, { comes, carries }]) => {
    if (comes === null || carries !== 'all') return [];
    const arrived = from.terms.int((interval.partialBarriers.get(id) ?? zero).arrived);
    const isNone = t.not(from.terms.cond(comes));
    return elsewhere(id, rankOf(t, launch, from.terms), arrived, knower).map((open) => t.or(isNone, open));
  });
  return [...direct, ...given, ...told].map((open) => t.or(isApart, open));
}

/** That neither comes before the other by a barrier at which those who arrive wait. */
function unorderedByJoined(
  t: Terms,
  pair: ThreadPair,
  { id, link }: { readonly id: number; readonly link: Link },
  [{ access: first }, { access: second }]: readonly [Side, Side],
): Cond[] {
  const [a, b] = [first, second].map(({ interval }) => interval.partialBarriers.get(id));
  if (!link.joined || (!a && !b)) return [];
  const zero: PartialBarrierCount = { arrived: t.zero, waited: t.zero };
  const isBefore = [
    t.le(pair.second.int(link.waited(b ?? zero)), pair.first.int((a ?? zero).arrived)),
    t.le(pair.first.int(link.waited(a ?? zero)), pair.second.int((b ?? zero).arrived)),
  ];
  return [t.or(t.not(link.joined(pair)), t.and(...isBefore))];
}

/** Conditions that hold whenever a thread does not know that the access of another is over. */
function unknownTo(
  { terms: t }: BarrierContext,
  { links, handedOn, deputies }: Known,
  from: Side,
  knower: Knower,
): Cond[] {
  const zero: PartialBarrierCount = { arrived: t.zero, waited: t.zero };
  const { interval } = from.access;
  const direct = [...links].flatMap(([id, link]) => {
    const [mine, theirs] = [interval.partialBarriers.get(id) ?? zero, knower.counts.get(id) ?? zero];
    if (link.carries !== 'all') return [];
    const arrived = from.terms.int(mine.arrived);
    const isLate = t.le(knower.terms.int(link.waited(theirs)), arrived);
    if (link.joined) {
      const isDirect = t.or(t.not(link.joined(pairOf(from, knower))), isLate);
      return [isDirect, ...handedOn(id, arrived, knower, from)];
    }
    const isNone = link.comes ? t.not(from.terms.cond(link.comes)) : t.true;
    return [isLate, ...handedOn(id, arrived, knower, null)].map((late) => t.or(isNone, late));
  });
  const given = deputies.unlessGiven(
    from,
    (id) => knower.terms.int(links.get(id)!.waited(knower.counts.get(id) ?? zero)),
    ({ block, warp }) => t.and(t.le(block, from.terms.int(interval.block)), t.le(warp, from.terms.int(interval.warp))),
  );
  return [...direct, ...given];
}

/** @returns null when the barrier is taken to join no threads */
function joinedThreads(context: BarrierContext, counted: CountedBarriers, barrier: PartialBarrier): Joined | null {
  const { members } = barrier;
  switch (members.kind) {
    // A thread that belongs to the barrier and does not come is waited for in vain: nothing of it is known to be done.
    case 'tile':
      return ifAllCome(context, barrier, ofOneTile(context, members.size));
    case 'lanes': {
      const { mask } = members;
      if (isConstant(mask)) return ifAllCome(context, barrier, ofOneMask(context, mask.constant));
      const size = tileOfMask(context, mask);
      if (size === null) return null;
      // A mask that threads compute may stand in the program in several ways: they have to agree on this one.
      return ifAllCome(context, barrier, ofOneTile(context, size));
    }
    case 'named':
      return counted.joined(barrier);
    case 'object':
    case 'remote':
    case 'cluster':
    case 'block':
      return null;
  }
}

function ifAllCome(context: BarrierContext, { id }: PartialBarrier, joined: Joined): Joined | null {
  return comeEquallyOften(context, id, joined) ? joined : null;
}

/** Threads of one aligned tile of so many threads. */
function ofOneTile({ terms, launch }: BarrierContext, size: bigint): Joined {
  const tile = (thread: ThreadTerms) => terms.div(linearThread(terms, launch, thread), terms.constant(size));
  return ({ threads: [a, b] }) => terms.eq(tile(a), tile(b));
}

/** Lanes of one warp that the mask names. */
function ofOneMask({ terms, launch }: BarrierContext, mask: bigint): Joined {
  const size = terms.constant(launch.warpSize);
  const warp = (thread: ThreadTerms) => terms.div(linearThread(terms, launch, thread), size);
  const lane = (thread: ThreadTerms) => terms.mod(linearThread(terms, launch, thread), size);
  return ({ threads: [a, b] }) =>
    terms.and(terms.eq(warp(a), warp(b)), isBitOf(terms, mask, lane(a)), isBitOf(terms, mask, lane(b)));
}

/**
 * The size of the aligned tiles of a warp that the lanes' masks describe, each lane's mask its own tile; null where they
 * describe something else, or depend on more than the thread's index in a one-dimensional block.
 */
function tileOfMask({ terms, launch }: BarrierContext, mask: Int): bigint | null {
  const [x, y, z] = launch.blockDim;
  const index = launch.threadIdx[0].monomials[0]?.atoms[0];
  if (!index || y !== terms.one || z !== terms.one) return null;
  if (someAtom([mask], (atom) => atom.kind === 'apply' || (atom.kind === 'symbol' && atom !== index))) return null;
  const warp = BigInt(launch.warpSize);
  const threads = isConstant(x) && x.constant < THREAD_LIMIT ? x.constant : THREAD_LIMIT;
  let size: bigint | null = null;
  for (let thread = 0n; thread < threads; thread++) {
    const bits = new Evaluator({ symbol: () => thread, apply: () => 0n }).int(mask);
    if (bits <= 0n) return null;
    const lane = thread % warp;
    size ??= BigInt(bits.toString(2).length);
    const all = (1n << size) - 1n;
    if (warp % size !== 0n || bits !== all << (lane - (lane % size))) return null;
  }
  return size;
}

/** That the bit of the mask is set, as ranges of bits. */
function isBitOf(terms: Terms, mask: bigint, bit: Int): Cond {
  const runs: Cond[] = [];
  let rest = mask;
  for (let low = 0n; rest !== 0n; ) {
    while ((rest & 1n) === 0n) {
      rest >>= 1n;
      low++;
    }
    let high = low;
    while ((rest & 1n) === 1n) {
      rest >>= 1n;
      high++;
    }
    runs.push(terms.and(terms.le(terms.constant(low), bit), terms.lt(bit, terms.constant(high))));
    low = high;
  }
  return terms.or(...runs);
}
