/**
 * Stores that a phase of a barrier object waits for as bytes (`st.async`, `red.async`, copies to several blocks). They come from any
 * thread of the cluster, so that it has to be counted how many there are. Those of a round are over with the phase of that number
 * if each is begun behind the phase before (which `barrier-objects.ts` asks), and the phase expects as many bytes as are ever
 * stored for it: then no other bytes can make it complete.
 */
import { arrives, expectedFor, isAlwaysWith, type PartialBarrierUse } from '../../kernel/index.ts';
import { type Cond, conjuncts, type Int, isConstant } from '../../terms/index.ts';
import { anyThread, blockSize, type LaunchTerms, ofOneCluster, type ThreadPair } from '../thread-pair.ts';
import { anotherMoment } from './another-moment.ts';
import {
  type ClusterArrivers,
  type ComersInCluster,
  comersInCluster,
  comesAlways,
  countComing,
  holdsAtRank,
  isOfThreadOnly,
  isOfWholeBlock,
  isOfWholeLaunch,
  meetsBy,
} from './arrivers.ts';
import type { Refuse } from './barrier-objects.ts';
import type { BarrierContext } from './joined-threads.ts';
import type { Link } from './links.ts';

/** Why the end of stores is not known, for people. */
export const UNKNOWN_PHASE = 'asynchronous stores whose bytes are expected in an unknown phase of their barrier object';

/** What is known of how many bytes are stored: at most so many, or just so many. */
interface StoredBytes {
  readonly bytes: Int;
  readonly isExact: boolean;
}

/** What is known of the stores for one barrier object, or for a ring of them. */
export interface Stored {
  /** With the number of the phase that is not over before it is, from 0, if the store comes in time. */
  readonly stores: readonly StoreInRound[];
  /** Whether these phases expect all that is stored for them. */
  readonly isKnown: boolean;
  /** That somebody of a block stores for an object of the other one in each phase; null where that is not known. */
  readonly meets: ClusterArrivers['meets'] | null;
}

interface StoreInRound {
  readonly use: PartialBarrierUse;
  readonly round: Int;
}

/** An object, or a ring of them, and what else there is to count rounds by. */
interface Stage {
  readonly id: number;
  readonly uses: readonly PartialBarrierUse[];
  readonly known: Link['waited'];
}

interface Asked {
  /** Other barrier objects, and the barrier of the cluster. */
  readonly others: readonly number[];
  readonly cluster: number | null;
  /** Is this the object whose turn it is in this round? */
  readonly isAt: (use: PartialBarrierUse, round: Int) => boolean;
  readonly isNever: (use: PartialBarrierUse, condition: Cond) => boolean;
  readonly refuse: Refuse;
}

const NOTHING: Stored = { stores: [], isKnown: false, meets: null };

/** In which phases stores are waited for, and whether that is long enough. */
export function storedBytes(context: BarrierContext, stage: Stage, asked: Asked): Stored {
  const { terms: t } = context;
  const { uses } = stage;
  const stores = uses.filter(({ kind }) => kind === 'store');
  if (stores.length === 0) return NOTHING;
  const copies = uses.filter(({ kind }) => kind === 'copy' || kind === 'box');
  const isOnce = copies.length === 0 && stores.every(({ iterations }) => iterations.length === 0);
  const once = isOnce ? storedOnce(context, stage, asked) : null;
  if (once) return once;
  const refused = () => {
    asked.refuse(UNKNOWN_PHASE, stores[0]!.location);
    return NOTHING;
  };
  const copied = copies.map((use) => {
    const found = expectedFor(t, uses, use);
    return { use, round: found === null || found.isRepeated ? null : found.round };
  });
  const bytes = bytesOf(context, [...stores, ...copies]);
  if (bytes === null) return refused();
  let short: Stored | null = null;
  for (const roundOf of waysToCount(context, stage, stores, asked)) {
    const all = [...stores.map((use) => ({ use, round: roundOf(use) })), ...copied];
    if (
      !all.every((one): one is StoreInRound => one.round !== null && isOncePerRound(context, asked, one.use, one.round))
    ) {
      continue;
    }
    const ranks = ranksOf(all.map(({ use }) => bytes.counts(use)));
    const enough = all.map((one) => isExpected(context, stage, asked, { one, ranks, bytes: bytes.together(one, all) }));
    const found = { stores: all, meets: meetsBy(t, stores.map(bytes.counts)) };
    if (enough.every((answer) => answer === 'enough')) return { ...found, isKnown: true };
    // Then the phase may be over before some of them are: none of them is known to be.
    if (enough.every((answer) => answer !== 'unknown')) short ??= { ...found, isKnown: false, meets: null };
  }
  return short ?? refused();
}

/** Stores that are all for the first phase of one object: it is enough to count them. Null where that is not shown. */
function storedOnce(context: BarrierContext, { id, uses }: Stage, { isAt, isNever }: Asked): Stored | null {
  const { terms: t, launch, facts, queries } = context;
  const stores = uses.filter(({ kind }) => kind === 'store');
  if (!stores.every((store) => isAt(store, t.zero))) return null;
  const stored = stores.map((store) => storedBy(context, store));
  if (stored.includes(null)) return null;
  const sum = (all: readonly Int[]) => all.reduce((total, one) => t.add(total, one), t.zero);
  const bytes = sum(stored.map((one) => one!.bytes));
  const expecting = uses.filter(isOwnExpect);
  const isNeverFirst = (use: PartialBarrierUse) => isNever(use, t.eq(use.before.get(id)?.arrived ?? t.zero, t.zero));
  const first = expecting.filter((use) => isAt(use, t.zero) && isExpectedFirst(context, uses, use, isNeverFirst));
  if (first.length === 0) return null;
  const { conditions } = anyThread(t, launch, '');
  const isShort = (needed: Int) => t.lt(sum(first.map(({ count }) => count!)), needed);
  const isEnough = queries.solve([...conditions, ...facts, isShort(bytes)], []).status === 'unsat';
  // Then the phase may be over before some of them are: none of them is known to be.
  if (!isEnough) return expecting.length === 1 && stored.every((one) => one!.isExact) ? NOTHING : null;
  const all = stores.map((use) => ({ use, round: t.zero }));
  // Only where all that are counted one by one have to store is it known of each of them that it has.
  const one = bytesOf(context, stores);
  const isOfEach = one && isShort(one.together(all[0]!, all)).kind === 'false';
  return { stores: all, isKnown: true, meets: isOfEach ? meetsBy(t, stores.map(one.counts)) : null };
}

// ---- stores for several phases -----------------------------------------------------------------------------------------

interface Bytes {
  readonly counts: (store: PartialBarrierUse) => ComersInCluster;
  /** How many bytes at most are stored for one object in the round of this store. */
  readonly together: (one: StoreInRound, all: readonly StoreInRound[]) => Int;
}

/** @returns null where it is not known how many threads store how much */
function bytesOf({ terms: t, launch }: BarrierContext, stores: readonly PartialBarrierUse[]): Bytes | null {
  const comers = new Map(stores.map((store) => [store, comersInCluster(t, launch, [store])]));
  if (stores.some(({ count }) => count === null || !isConstant(count)) || [...comers.values()].includes(null))
    return null;
  const counts = (store: PartialBarrierUse) => comers.get(store)!;
  return {
    counts,
    together({ round }, all) {
      const meeting = all.filter((other) => {
        const apart = t.sub(other.round, round);
        return !isConstant(apart) || apart === t.zero;
      });
      const [some] = meeting;
      const ranks = counts(some!.use).map((_, rank) => rank);
      const totals = ranks.map((to) =>
        meeting.reduce((sum, { use }) => {
          const threads = counts(use).reduce((all, row) => all + row[to]!, 0);
          return sum + BigInt(threads) * use.count!.constant;
        }, 0n),
      );
      const [most = 0n] = totals.toSorted((a, b) => (a < b ? 1 : -1));
      return t.constant(most);
    },
  };
}

/**
 * What may tell the rounds of stores from each other: the pass of the loop, how many phases of its own object or of another one
 * the thread has waited for, or how many barriers of the cluster it has passed since the first of the stores.
 */
function waysToCount(
  { terms: t }: BarrierContext,
  { id, known }: Stage,
  stores: readonly PartialBarrierUse[],
  { others, cluster }: Asked,
): readonly ((store: PartialBarrierUse) => Int | null)[] {
  const waited = (store: PartialBarrierUse, by: number) => store.before.get(by)?.waited ?? t.zero;
  return [
    ({ iterations }) => (iterations.length === 1 ? iterations[0]! : null),
    (store) => known(store.before.get(id) ?? { arrived: t.zero, waited: t.zero }),
    ...[...others, ...(cluster === null ? [] : [cluster])].map((by) => (store: PartialBarrierUse) => {
      const first = by === cluster ? waited(stores[0]!, by) : t.one;
      return store.before.has(by) ? t.sub(waited(store, by), first) : null;
    }),
  ];
}

/** Does a thread come there once in a round, and is the round's object the one that is meant? */
function isOncePerRound(
  { terms: t, execution }: BarrierContext,
  { isAt, isNever }: Asked,
  use: PartialBarrierUse,
  round: Int,
): boolean {
  const { iterations } = use;
  if (!isNever(use, t.lt(round, t.zero)) || !isAt(use, round)) return false;
  if (iterations.length === 0 || (iterations.length === 1 && iterations[0] === round)) return true;
  const { terms: again, premises } = anotherMoment(t, execution, iterations, "'a");
  const isAgain = t.or(...iterations.map((iteration) => t.ne(iteration, again.int(iteration))));
  const isSame = t.eq(round, again.int(round));
  return isNever(use, t.and(isAgain, isSame, again.cond(t.and(use.path, use.facts)), ...premises()));
}

/** Is no phase over in the round of a store before so many bytes have come? */
function isExpected(
  { terms: t, launch }: BarrierContext,
  { uses }: Stage,
  { isNever }: Asked,
  {
    one: { round },
    ranks,
    bytes,
  }: { readonly one: StoreInRound; readonly ranks: readonly number[]; readonly bytes: Int },
): 'enough' | 'short' | 'unknown' {
  const arrivedAt = ({ before, counter }: PartialBarrierUse) => before.get(counter)?.arrived ?? t.zero;
  const expectedWith = (arrival: PartialBarrierUse) =>
    uses.filter(
      (use) =>
        use.kind === 'expect' &&
        use.counter === arrival.counter &&
        use.order < arrival.order &&
        arrivedAt(use) === arrivedAt(arrival) &&
        isAlwaysWith(use, arrival),
    );
  const isTooFew = (arrival: PartialBarrierUse, expected: readonly PartialBarrierUse[]) => {
    const apart = t.sub(arrivedAt(arrival), round);
    if (isConstant(apart) && apart !== t.zero) return false;
    return !isNever(
      arrival,
      t.lt(
        expected.reduce((total, { count }) => t.add(total, count!), t.zero),
        bytes,
      ),
    );
  };
  const arrivals = uses.filter(({ kind }) => kind === 'arrive' || kind === 'copies-arrive');
  // No phase is over without an arrival: it is enough that each of them expects all bytes, wherever its thread is.
  const all = arrivals.map((arrival) => ({ arrival, expected: expectedWith(arrival) }));
  const isOfOthers = arrivals.some(({ owner }) => owner !== null);
  if (isOfOthers && all.every(({ expected }) => expected.length > 0 && expected.every(({ count }) => count !== null)))
    return all.some(({ arrival, expected }) => isTooFew(arrival, expected)) ? 'short' : 'enough';
  const [first] = uses.filter(isOwnExpect);
  if (first === undefined) return 'unknown';
  // One thread of every block expects bytes whenever it arrives, and no phase is over without it.
  const own = conjuncts(first.path).filter((part) => comesAlways(launch, [part]));
  if (!comesAlways(launch, own)) return 'unknown';
  // Of the rest, what holds in a block when others arrive at its object, or in all blocks to which anybody stores.
  const isSharedWith = (arrival: PartialBarrierUse) =>
    conjuncts(first.path).every(
      (part) =>
        own.includes(part) ||
        isSharedPart(launch, arrival, part) ||
        ranks.every((rank) => holdsAtRank(t, launch, part, rank)),
    );
  if (!arrivals.every((arrival) => arrival.owner === null || isSharedWith(arrival))) return 'unknown';
  let answer: 'enough' | 'short' | 'unknown' = 'unknown';
  for (const arrival of uses.filter(({ kind, owner }) => kind === 'arrive' && owner === null)) {
    const expected = expectedWith(arrival);
    if (expected.length === 0) {
      if (isSharedWith(arrival) && isNever(arrival, t.and(...own))) continue;
      return 'unknown';
    }
    if (expected.some(({ count }) => count === null)) return 'unknown';
    if (answer === 'unknown') answer = 'enough';
    if (isTooFew(arrival, expected)) answer = 'short';
  }
  return answer;
}

/** To which blocks of a cluster anybody stores. */
function ranksOf(counts: readonly ComersInCluster[]): readonly number[] {
  const ranks = counts[0]?.map((_, rank) => rank) ?? [];
  return ranks.filter((to) => counts.some((rows) => rows.some((row) => row[to]! > 0)));
}

// ---- stores for one phase ----------------------------------------------------------------------------------------------

/** Does a part of an arrival's path hold for all threads of the block whose object it is, in the same iterations? */
function isSharedPart(launch: LaunchTerms, { path, owner }: PartialBarrierUse, part: Cond): boolean {
  const isOfAll = owner === null ? isOfWholeBlock : isOfWholeLaunch;
  return conjuncts(path).includes(part) && isOfAll(launch, part);
}

/** Does a thread expect bytes at an object of its own block? */
function isOwnExpect({ kind, owner }: PartialBarrierUse): boolean {
  return kind === 'expect' && owner === null;
}

/** How many bytes all threads together store for one object by this store; null where that is not known. */
function storedBy(context: BarrierContext, store: PartialBarrierUse): StoredBytes | null {
  const { terms: t, launch, facts, queries } = context;
  const { count, owner, path } = store;
  if (count === null) return null;
  const meet = (pair: ThreadPair) => {
    const { conditions, first, second } = pair;
    const both = [path, store.facts, ...facts].flatMap((one) => [first.cond(one), second.cond(one)]);
    const toOne = owner === null ? [] : [t.eq(first.int(owner), second.int(owner))];
    const inCluster = pair.isOfOneBlock ? [] : [ofOneCluster(t, launch, pair)];
    return queries.solve([...conditions, ...both, ...toOne, ...inCluster], []).status !== 'unsat';
  };
  const coming = meet(context.threads()) ? countComing(t, launch, store) : 1;
  const threads = coming === null ? blockSize(t, launch) : t.constant(coming);
  const isAlone = owner === null || !meet(context.blocks());
  const [x, y, z] = launch.clusterDim;
  const blocks = isAlone ? t.one : t.mul(x, t.mul(y, z));
  if (!isConstant(blocks)) return null;
  const isExact = isAlone && coming !== null && isOfThreadOnly(launch, path);
  return { bytes: t.mul(count, t.mul(threads, blocks)), isExact };
}

/** Is no arrival possible in the first phase without that these bytes are expected in it before? */
function isExpectedFirst(
  { terms: t, launch, queries, facts, threads }: BarrierContext,
  uses: readonly PartialBarrierUse[],
  use: PartialBarrierUse,
  isNeverFirst: (use: PartialBarrierUse) => boolean,
): boolean {
  const arrivedAt = ({ before, barrier }: PartialBarrierUse) => before.get(barrier)?.arrived ?? t.zero;
  if (use.iterations.length > 0 || use.count === null || arrivedAt(use) !== t.zero) return false;
  if (!arrives(uses, use, arrivedAt)) return false;
  const arrivals = uses.filter((one) => one.kind === 'arrive' && !isNeverFirst(one));
  // One thread expects them, in every launch in which anybody arrives.
  const pair = threads();
  const both = [use.path, ...facts].flatMap((one) => [pair.first.cond(one), pair.second.cond(one)]);
  if (queries.solve([...pair.conditions, ...both], []).status !== 'unsat') return false;
  const common = conjuncts(use.path).filter((part) => arrivals.every((arrival) => isSharedPart(launch, arrival, part)));
  const own = conjuncts(use.path).filter((part) => !common.includes(part));
  if (!comesAlways(launch, own)) return false;
  return arrivals.every((arrival) => {
    // Whoever expects the bytes has done so when it gets there.
    if (arrival.order > use.order) return true;
    const parts = new Set(conjuncts(arrival.path));
    return own.some((part) => parts.has(t.not(part)));
  });
}
