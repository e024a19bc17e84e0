/**
 * Stores that a phase of a barrier object waits for as bytes (`st.async`, `red.async`). They come from any thread of the cluster, so
 * that it has to be counted how many there are: when the first phase expects as many bytes as are ever stored for the object,
 * it is not over before all of them are. Stores for several phases are not told apart.
 */
import { arrives, type PartialBarrierUse } from '../../kernel/index.ts';
import { conjuncts, type Int, isConstant } from '../../terms/index.ts';
import { anyThread, blockSize, ofOneCluster, type ThreadPair } from '../thread-pair.ts';
import { comesAlways, countComing, isOfThreadOnly } from './arrivers.ts';
import type { Refuse } from './barrier-objects.ts';
import type { BarrierContext } from './joined-threads.ts';

/** Why the end of stores is not known, for people. */
export const UNKNOWN_PHASE = 'asynchronous stores whose bytes are expected in an unknown phase of their barrier object';

/** What is known of how many bytes are stored: at most so many, or just so many. */
interface Stored {
  readonly bytes: Int;
  readonly isExact: boolean;
}

/**
 * @param uses of one barrier object
 * @param isNeverFirst that no thread gets there before its first arrival
 * @returns by the number of the store: which phase is not over before it is, from 0
 */
export function storedBytes(
  context: BarrierContext,
  uses: readonly PartialBarrierUse[],
  isNeverFirst: (use: PartialBarrierUse) => boolean,
  refuse: Refuse,
): ReadonlyMap<number, Int> {
  const { terms: t, launch, facts, queries } = context;
  const stores = uses.filter(({ kind }) => kind === 'store');
  const nothing: ReadonlyMap<number, Int> = new Map();
  if (stores.length === 0) return nothing;
  const refused = (text: string, { location } = stores[0]!) => {
    refuse(text, location);
    return nothing;
  };
  const inLoop = stores.find(({ iterations }) => iterations.length > 0);
  if (inLoop) return refused('an asynchronous store in a loop', inLoop);
  const stored = stores.map((store) => storedBy(context, store));
  const unknown = stored.indexOf(null);
  if (unknown >= 0) return refused(UNKNOWN_PHASE, stores[unknown]);
  const sum = (all: readonly Int[]) => all.reduce((total, one) => t.add(total, one), t.zero);
  const bytes = sum(stored.map((one) => one!.bytes));
  const expecting = uses.filter(({ kind }) => kind === 'expect');
  const first = expecting.filter((use) => isExpectedFirst(context, uses, use, isNeverFirst));
  if (first.length === 0) return refused(UNKNOWN_PHASE);
  const one = anyThread(t, launch, '');
  const isShort = t.lt(sum(first.map(({ count }) => count!)), bytes);
  if (queries.solve([...one.conditions, ...facts, isShort], []).status !== 'unsat') {
    // Then the phase may be over before some of them are: none of them is known to be.
    const isCertain = expecting.length === 1 && stored.every((one) => one!.isExact);
    return isCertain ? nothing : refused(UNKNOWN_PHASE);
  }
  return new Map(stores.map(({ copy }) => [copy!, t.zero]));
}

/** How many bytes all threads together store for one object by this store; null where that is not known. */
function storedBy(context: BarrierContext, store: PartialBarrierUse): Stored | null {
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
  const common = conjuncts(use.path).filter((part) => arrivals.every(({ path }) => conjuncts(path).includes(part)));
  const own = conjuncts(use.path).filter((part) => !common.includes(part));
  if (!comesAlways(launch, own)) return false;
  return arrivals.every((arrival) => {
    // Whoever expects the bytes has done so when it gets there.
    if (arrival.order > use.order) return true;
    const parts = new Set(conjuncts(arrival.path));
    return own.some((part) => parts.has(t.not(part)));
  });
}
