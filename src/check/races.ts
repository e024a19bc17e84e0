/**
 * Pairs of accesses of one kernel: can two threads touch one byte without an order between them? A pair is decided for two
 * threads at each distance (different blocks, different warps, one warp), as satisfiability of: both threads get there, no
 * barrier and no idiom of synchronisation orders them, and their bytes overlap.
 */
import { covers, type MemoryScope } from '../intrinsics/index.ts';
import type { KernelAccess, Load } from '../kernel/index.ts';
import type { KeepsApart } from '../model/pairs.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  type Evaluator,
  type Int,
  type SymbolOrigin,
  single,
  someAtom,
} from '../terms/index.ts';
import { addendsOf } from './addends.ts';
import { withAlignedRows } from './aligned-rows.ts';
import { commonScope, isOfCluster, mayRace } from './candidate-pairs.ts';
import { restsOnContents, sortedWhereSearched } from './chosen-contents.ts';
import { holdsWithOtherContents } from './decide/other-contents.ts';
import type { BlockMeetings } from './decide/shapes/index.ts';
import type { DescribedQuery } from './explanation-log.ts';
import { countsThatOnlyGrow, type RaceParts } from './growing-counts.ts';
import { inUsualBlocks } from './guessed-blocks.ts';
import { withAssertionsKept } from './kept-assertions.ts';
import { withLargeSizes } from './large-sizes.ts';
import { loopSumLemmas } from './loop-sum-lemmas.ts';
import { meetingConditions, meetingIn } from './meeting-conditions.ts';
import {
  type AccessPair,
  accessPair,
  anotherMoment,
  crossesProxies,
  fetchAddLemmas,
  isFlight,
  isOfWarpgroup,
  LENIENT,
  type MissingOrder,
  rankLemmas,
  STRICT,
  type Strictness,
  UNFENCED_READER,
  unorderedByBarriers,
} from './order/index.ts';
import { withOrdinaryPlaces } from './ordinary-places.ts';
import {
  addressOf,
  assumedOfValues,
  differentAsComputed,
  differentValues,
  type Overlap,
  overlapOf,
} from './overlap.ts';
import { constantRow, overlapWithinRows } from './pitched-rows.ts';
import {
  type RaceCondition,
  type Rows,
  sizesThatMatter,
  type Unusual,
  unusualIn,
  withFewThreads,
  withManyRounds,
  withOrdinaryRest,
  withUsualBlock,
} from './plausible-launch.ts';
import type { RaceContext } from './race-context.ts';
import type { Open } from './smt/query.ts';
import { type Model, type Solved, solveFeasible } from './solve-feasible.ts';
import { strideLemmas } from './stride-lemmas.ts';
import { isGuess, isSubset, originsOf, symbolsOf } from './symbols.ts';
import { type Distance, type Meeting, ofOneCluster, oneThread, type ThreadPair } from './thread-pair.ts';
import { noFurtherCase } from './told-apart.ts';
import { wholeSteps } from './whole-steps.ts';

/** Two accesses that race, with a model. */
export interface RacePair {
  readonly first: KernelAccess;
  readonly second: KernelAccess;
  readonly distance: Meeting;
  readonly pair: ThreadPair;
  readonly values: Evaluator;
  /** Models that are less easily believed, and may be replayed where that of `values` is not: the last one was found first. */
  readonly otherValues: readonly Evaluator[];
  /** Origins of what the model chose beyond inputs. */
  readonly leansOn: ReadonlySet<SymbolOrigin>;
  /** Guessed numbers that do not matter, as symbols by id: every usual block shows the race, or two elements do. */
  readonly anySizes: ReadonlySet<number>;
  /** Both are atomic, and the race is that this scope is too narrow; null when one of them is not. */
  readonly narrowScope: MemoryScope | null;
  /** Set when a lock or a hand-over is there and would order the two, were its fences and scopes enough. */
  readonly missing: MissingOrder | null;
  /** Both write, and whatever the launch, they write the same value. */
  readonly sameValue: boolean;
  /**
   * What is unusual about the launches that show the race. `launch`: no launch is known, and some usual one does not show
   * it; `block`: the same of the block, which the host code leaves open; `arguments`: it takes unusual values of arguments that
   * the host code leaves open; `rows`: it takes rows of memory that overlap; `contents`: the two meet only where memory holds
   * what the solver chose; `seed`: the one is a plain read that only says what a compare-and-swap expects; `exchange`: all lanes
   * exchange values between a read and a write that follows. Null: nothing.
   */
  readonly unusual: Unusual | null;
  /** It is known that no barrier keeps the two apart: how many barriers they pass is no guess. */
  readonly isUnordered: boolean;
}

type PairAnswer = { readonly status: 'safe' } | RaceAnswer | OpenAnswer;

export interface RaceAnswer {
  readonly status: 'race';
  readonly race: RacePair;
}

/** Neither shown to race nor shown to be safe. */
export interface OpenAnswer extends Open {
  readonly distance: Meeting;
  /** True when it is known that two threads get there in one barrier interval: only whether they meet is open. */
  readonly isUnordered: () => boolean;
}

/** Can two threads of one block race there, or is that open? */
export function mayMeetInBlock(context: RaceContext, a: KernelAccess, b: KernelAccess): boolean {
  return decideAt(context, a, b, 'same-block').status !== 'safe';
}

/**
 * Decides one pair at every distance, widest first; the first race found is the answer, but for one between blocks that takes
 * something unusual (no launch is known and not every usual one shows it, rows that overlap), or whose writes agree: a race within a
 * block that takes nothing of the kind comes before that.
 * @param isEnough whether such a race between blocks will do
 */
export function decidePair(
  context: RaceContext,
  a: KernelAccess,
  b: KernelAccess,
  isEnough: (race: RacePair) => boolean = () => false,
): PairAnswer {
  const scope = commonScope(a, b);
  const between = isBetweenBlocks(a) ? decideAt(context, a, b, 'inter-block') : SAFE;
  if (between.status === 'race' && (!mayBeWorseWithin(between.race) || isEnough(between.race))) return between;
  // Two atomics that only synchronise their block are wrong between blocks, and right within one; so for a warp.
  if (scope !== null && covers(scope, 'block')) return between;
  const within = scope === null ? decideWithinBlock(context, a, b) : decideAt(context, a, b, 'intra-block');
  if (between.status === 'race') {
    const isWorse = within.status === 'race' && within.race.unusual === null && !within.race.sameValue;
    return isWorse ? within : between;
  }
  if (within.status === 'race' || !(isFlight(a) || isFlight(b))) return within.status === 'safe' ? between : within;
  const own = decideAt(context, a, b, 'same-thread');
  if (own.status !== 'safe') return own;
  return within.status === 'safe' ? between : within;
}

/** What is unusual about a race between blocks that one within a block need not share. */
const OF_ITS_BLOCKS: ReadonlySet<Unusual | null> = new Set<Unusual>(['launch', 'rows']);

function mayBeWorseWithin({ unusual, sameValue }: RacePair): boolean {
  return sameValue || OF_ITS_BLOCKS.has(unusual);
}

/**
 * What else is wrong with a pair, at the distances that its first answer says nothing of: a race between blocks hides none
 * within one.
 */
export function decideOtherDistances(
  context: RaceContext,
  a: KernelAccess,
  b: KernelAccess,
  known: RaceAnswer | OpenAnswer,
): (RaceAnswer | OpenAnswer)[] {
  if (commonScope(a, b) !== null) return [];
  const answered = known.status === 'race' ? known.race.distance : known.distance;
  const left = [...(isBetweenBlocks(a) ? BETWEEN_BLOCKS : []), ...withinBlock(context, a, b, answered)];
  return left.flatMap((distance) => {
    if (distance === answered) return [];
    const answer = decideAt(context, a, b, distance);
    return answer.status === 'safe' ? [] : answer;
  });
}

/** True when a pair is safe and that takes no solver to tell. */
export function isPlainlySafe(context: RaceContext, a: KernelAccess, b: KernelAccess): boolean {
  return context.queries.withoutSolver(
    () => decidePair({ ...context, memoryOrder: null, onQuery: null }, a, b).status === 'safe',
  );
}

/**
 * What keeps two conflicting accesses apart at a distance: the least that does, so that an order counts only where the
 * addresses alone would not.
 * @param options `mayLackReaderFence`: it counts as an order as well where the reader alone has no fence
 */
export function whatKeepsApart(
  context: RaceContext,
  a: KernelAccess,
  b: KernelAccess,
  distance: Distance,
  { mayLackReaderFence = false } = {},
): KeepsApart | null {
  const { terms, queries, facts, memoryOrder, enumerated } = context;
  if (!mayRace(a, b) || memoryOrder?.synchronises(a, b)) return 'atomic';
  const accesses = accessPair(context.threads(distance), distance, a, b);
  const { pair, first, second } = accesses;
  const exist = [...pair.conditions, ...facts.flatMap((fact) => [first.terms.cond(fact), second.terms.cond(fact)])];
  if (queries.solve(exist, []).status === 'unsat') return 'size';
  const [anyA, anyB] = [a, b].map((access) => ({ ...access, path: terms.true })) as [KernelAccess, KernelAccess];
  const isNever = (asked: AccessPair, { together, overlap }: Conflict, ...more: readonly Cond[]) =>
    solveFeasible(context, asked, terms.and(together, ...more), overlap.equalities).status === 'unsat';
  const neverMeet = (x: KernelAccess, y: KernelAccess) =>
    distance !== 'inter-block' && (enumerated?.neverMeet(x, y) ?? false);
  const anywhere = accessPair(context.threads(distance), distance, anyA, anyB);
  if (neverMeet(anyA, anyB) || isNever(anywhere, conflictOf(context, anywhere, []))) return 'addresses';
  const meeting = conflictOf(context, accesses, []);
  if (neverMeet(a, b) || isNever(accesses, meeting)) return 'guard';
  const isOrdered = (unordered: readonly Cond[] | null) =>
    unordered === null || isNever(accesses, meeting, ...unordered);
  const unordered = unorderedByBarriers(context, accesses);
  if (isOrdered(unordered)) {
    if (distance !== 'intra-warp') return 'barrier';
    const ofBlock = unorderedByBarriers(context, { ...accesses, distance: 'same-block' });
    return isOrdered(ofBlock) ? 'barrier' : 'warp-barrier';
  }
  if (a.copy !== null || b.copy !== null) return null;
  const strict = memoryOrder?.unordered(accesses, mayLackReaderFence ? UNFENCED_READER : STRICT) ?? null;
  if (memoryOrder === null || strict === null) return null;
  const isHandedOver = isNever(accesses, meeting, ...(unordered ?? []), ...strict.conditions);
  return isHandedOver ? memoryOrder.missingBetween(a, b) : null;
}

/** May threads of different blocks touch what an access touches? */
function isBetweenBlocks(access: KernelAccess): boolean {
  return access.object.space === 'global' || isOfCluster(access);
}

const SAFE: PairAnswer = { status: 'safe' };
const BETWEEN_BLOCKS: readonly Distance[] = ['inter-block'];
const WITHIN_BLOCK: readonly Distance[] = ['intra-block', 'intra-warp'];

/** The distances within a block at which something may be wrong. */
function withinBlock(context: RaceContext, a: KernelAccess, b: KernelAccess, answered: Meeting): readonly Distance[] {
  const isSafe = answered === 'inter-block' && decideAt(context, a, b, 'same-block').status === 'safe';
  return isSafe ? [] : WITHIN_BLOCK;
}

const THREADS: Readonly<Record<Meeting | 'same-block', string>> = {
  'inter-block': 'threads of different blocks',
  'same-block': 'two threads of a block',
  'intra-block': 'threads of a block in different warps',
  'intra-warp': 'threads of one warp',
  'same-thread': 'a thread and a copy that it has begun',
};

/** Two accesses at a distance; of one thread, at the moments at which it comes to each. */
function meetingOf(
  context: RaceContext,
  a: KernelAccess,
  b: KernelAccess,
  distance: Meeting | 'same-block',
): AccessPair {
  if (distance !== 'same-thread') return accessPair(context.threads(distance), distance, a, b);
  const { terms, launch } = context;
  const around = [...new Set([...a.iterations, ...b.iterations])];
  const { terms: another, premises } = anotherMoment(terms, context, around, "'n");
  // What differs between the two moments is known when all that is asked of the second has been put in other terms.
  for (const term of [b.offset, ...b.base]) another.int(term);
  another.cond(terms.and(b.path, b.facts));
  const pair = oneThread(terms, launch, context.threads('same-block'), another, premises());
  return accessPair(pair, distance, a, b);
}

/**
 * Asks for any two threads of a block first: most pairs are safe and need no second query. A race between warps that takes a block
 * which nobody chooses, or one that was guessed, may hide one within a warp that takes nothing of the kind.
 */
function decideWithinBlock(context: RaceContext, a: KernelAccess, b: KernelAccess): PairAnswer {
  // Where a barrier of their warp lies between any two threads of one, those of different warps are most often all that is left.
  const isPlain = a.copy === null && b.copy === null;
  const areInOrder = (distance: Distance | 'same-block') =>
    unorderedByBarriers(context, meetingOf(context, a, b, distance)) === null;
  if (isPlain && (areInOrder('intra-warp') || isBetween(context, a, b)) && !areInOrder('same-block')) {
    const close = decideAt(context, a, b, 'intra-warp');
    if (close.status === 'safe') return decideAt(context, a, b, 'intra-block');
  }
  const any = decideAt(context, a, b, 'same-block');
  if (any.status !== 'race') return any;
  const apart = decideAt(context, a, b, 'intra-block');
  if (apart.status === 'race' && isFirm(apart.race)) return apart;
  const close = decideAt(context, a, b, 'intra-warp');
  if (apart.status === 'race') return close.status === 'race' && isFirm(close.race) ? close : apart;
  return close.status === 'safe' ? apart : close;
}

/** Does a barrier of the warp lie between the two, if the threads of one come to it at all? */
function isBetween({ terms }: RaceContext, a: KernelAccess, b: KernelAccess): boolean {
  return terms.eq(a.interval.warp, b.interval.warp).kind === 'false';
}

/** Does a race take nothing unusual, and nothing that was guessed? */
function isFirm({ unusual, sameValue, leansOn }: RacePair): boolean {
  return unusual === null && !sameValue && !isGuess(leansOn);
}

/** PTX names the fence and gives no rule for its order. */
const OUR_READING = {
  kind: 'synchronisation',
  text: 'fence.proxy.async puts what a thread has written, or knows to be written, before bulk copies behind it',
  place: null,
} as const;

/** As Triton and CUTLASS have it: PTX speaks of one group of operations of the warpgroup, and of the thread that waits for it. */
const ONE_OPERATION = {
  kind: 'synchronisation',
  text: 'a wgmma is over for all threads of its warpgroup when one of them has waited for it',
  place: null,
} as const;

/** PTX has the fences where barriers are relaxed, and says of the others that they order memory; CUTLASS does without. */
const BARRIERS_OF_TENSORS = {
  kind: 'synchronisation',
  text: 'barriers order what tcgen05 does with tensor memory, also where a tcgen05.fence is missing',
  place: null,
} as const;

/** Accesses of tensor memory that barriers have in order: that a fence is missing is taken for granted, and said. */
function withTensorFences(context: RaceContext, accesses: AccessPair): void {
  const { access } = accesses.first;
  if (access.object.origin.kind !== 'tensor-memory' || accesses.distance === 'same-thread') return;
  const missed = decideMeeting(context, { ...accesses, tensorFences: true });
  if (missed.status !== 'safe') context.assume(BARRIERS_OF_TENSORS);
}

/** What no thread has waited for that hands it on may be over by what another one of its warpgroup has waited for. */
function decideAmongWarpgroups(context: RaceContext, accesses: AccessPair): PairAnswer {
  const answer = decideMeeting(context, accesses);
  const isAsked = accesses.distance !== 'same-thread' && accesses.distance !== 'inter-block';
  if (answer.status === 'safe' || !isAsked) return answer;
  if (!isOfWarpgroup(accesses.first.access) && !isOfWarpgroup(accesses.second.access)) return answer;
  const together = decideMeeting(context, { ...accesses, asWarpgroup: true });
  if (together.status === 'safe') context.assume(ONE_OPERATION);
  return together;
}

/** Where the two are in order, a bulk copy may still miss what a thread has written, for want of a fence. */
function decideAt(
  context: RaceContext,
  a: KernelAccess,
  b: KernelAccess,
  distance: Meeting | 'same-block',
): PairAnswer {
  const accesses = meetingOf(context, a, b, distance);
  const answer = decideAmongWarpgroups(context, accesses);
  if (answer.status === 'safe') withTensorFences(context, accesses);
  if (answer.status !== 'safe' || !crossesProxies(a, b)) return answer;
  const missed = decideAmongWarpgroups(context, { ...accesses, proxies: true });
  if (missed.status === 'safe' && context.fencesProxies) context.assume(OUR_READING);
  return missed.status === 'race' ? { ...missed, race: { ...missed.race, missing: 'proxy-fence' } } : missed;
}

function decideMeeting(context: RaceContext, accesses: AccessPair): PairAnswer {
  const { terms, queries, onQuery } = context;
  const { distance } = accesses;
  const [a, b] = [accesses.first.access, accesses.second.access];
  const threads = THREADS[distance];
  const unordered = unorderedByBarriers(context, accesses);
  if (unordered === null) {
    onQuery?.({ threads, parts: null });
    return SAFE;
  }
  if (distance === 'same-block' && context.enumerated?.neverMeet(a, b)) {
    const decidedBy = 'computed for every thread of the block: no two share a byte';
    onQuery?.({ threads, parts: null, decidedBy });
    return SAFE;
  }
  const conflict = conflictOf(context, accesses, unordered);
  onQuery?.({ threads, parts: partsOf(conflict) });
  const { together, differ } = conflict;
  if (together.kind === 'false') {
    queries.solve([together], []);
    return SAFE;
  }
  const answer = solveMeeting(context, conflict, terms.and(together, differ));
  if (answer.status === 'unsat' && conflict.overlap.asAligned !== null)
    assumeAligned(context, conflict.overlap.asAligned);
  const storeAtOnce = () => {
    for (const one of assumedOfValues(accesses)) context.assume(one);
    return SAFE;
  };
  if (answer.status === 'sat') {
    const mayStore = context.mayStoreAtOnce(a.object);
    const isEqual = (distance !== 'same-block' || mayStore) && areEqualAsComputed(context, conflict, answer);
    return isEqual && mayStore ? storeAtOnce() : raceOf(context, conflict, answer, isEqual);
  }
  if (answer.status === 'open') return openOf(context, conflict, answer);
  if (differ.kind === 'true') return SAFE;
  if (context.mayStoreAtOnce(a.object)) return storeAtOnce();
  onQuery?.({ threads: 'the same, with equal values written', parts: [] });
  // Only the stored values keep this from changing anything: everyone writes the same.
  const harmless = solveMeeting(context, conflict, together);
  if (harmless.status === 'open') return openOf(context, conflict, harmless);
  return harmless.status === 'sat' ? raceOf(context, conflict, harmless, true) : SAFE;
}

/**
 * Are the two values equal that are made of what was loaded, or of what a warp computed? Asked once the two are known to meet: it
 * makes no race harder to find.
 */
function areEqualAsComputed(context: RaceContext, conflict: Conflict, met: Model): boolean {
  const { terms, memoryOrder, neverWritten } = context;
  const { accesses, overlap, together, differ } = conflict;
  // Of inputs alone, these values were asked for with the race, and they differ in it.
  if (differ.kind !== 'true') return false;
  const options = { isKept: (load: Load) => memoryOrder === null && isWrittenApart(context, load), neverWritten };
  const unequal = differentAsComputed(terms, accesses, overlap, options);
  if (unequal.kind === 'true' || holdsWithOtherContents(met.values, terms.and(met.condition, unequal))) return false;
  context.onQuery?.({ threads: 'the same, with other values written', parts: [] });
  const solve = () => solveMeeting(context, conflict, terms.and(together, unequal));
  return context.queries.withinShare(SHARE_OF_VALUES, solve).status === 'unsat';
}

/** The part of the time that is left which may go into whether what races is one value: mostly it is plain, or takes a solver for ever. */
const SHARE_OF_VALUES = 0.05;

/** Pairs of reads and writes of one object that are looked at. */
const READS_AND_WRITES = 64;

/** Does no write meet a read of the object, as far as arithmetic tells? */
function isWrittenApart(context: RaceContext, { object }: Load): boolean {
  const own = context.accesses.filter((access) => access.object.key === object.key);
  const reads = own.filter(({ kind }) => kind === 'read');
  const writes = own.filter(({ kind }) => kind !== 'read');
  if (reads.length * writes.length > READS_AND_WRITES) return false;
  return reads.every((read) => writes.every((write) => isPlainlySafe(context, read, write)));
}

function assumeAligned(context: RaceContext, bytes: number): void {
  const text = `accesses of ${bytes} bytes are at multiples of ${bytes}, as they would fault otherwise`;
  context.assume({ kind: 'memory', text, place: null });
}

/** Two accesses that no barrier orders, as conditions. */
interface Conflict {
  readonly accesses: AccessPair;
  readonly overlap: Overlap;
  /** The two threads get there. */
  readonly paths: readonly Cond[];
  readonly unordered: readonly Cond[];
  /** They touch a common byte at one time, as far as barriers go. */
  readonly together: Cond;
  /** They write different values. */
  readonly differ: Cond;
}

function conflictOf(context: RaceContext, accesses: AccessPair, unordered: readonly Cond[]): Conflict {
  const { terms } = context;
  const { pair, first, second } = accesses;
  const [a, b] = [first.access, second.access];
  const conditions: Cond[] = [...pair.conditions];
  if (isOfCluster(a) && !pair.isOfOneBlock) conditions.push(ofOneCluster(terms, context.launch, pair));
  // Atomic to each other in their cluster, they race with those of others.
  if (commonScope(a, b) === 'cluster' && !pair.isOfOneBlock)
    conditions.push(terms.not(ofOneCluster(terms, context.launch, pair)));
  for (const fact of context.facts) conditions.push(first.terms.cond(fact), second.terms.cond(fact));
  conditions.push(...unordered);
  const paths = [first.terms.cond(a.path), second.terms.cond(b.path)];
  conditions.push(...paths, first.terms.cond(a.facts), second.terms.cond(b.facts));
  conditions.push(...sizesInRange(context, a), ...sizesInRange(context, b));
  // Memory behind pointers that were loaded: the same pointer on both sides.
  for (const [i, base] of a.base.entries()) {
    conditions.push(terms.eq(first.terms.int(base), second.terms.int(b.base[i] ?? base)));
  }
  const roots = [
    [a.path, a.offset],
    [b.path, b.offset],
  ] as const;
  conditions.push(...fetchAddLemmas(terms, context.fetchAdds, pair, roots), ...rankLemmas(terms, pair, roots));
  const overlap = overlapOf(terms, accesses);
  conditions.push(...overlap.conditions, ...strideLemmas(terms, context.views, accesses, overlap));
  conditions.push(...loopSumLemmas(terms, terms.and(...conditions)));
  const differ = differentValues(terms, accesses, overlap);
  return { accesses, overlap, paths, unordered, together: terms.and(...conditions), differ };
}

/**
 * Numbers of the launch that count as positive, or not negative, on the way to the access, and that say where or whether it
 * takes place, or are stated to hang together with these: what they are does not matter to others.
 */
export function sizesInRange({ terms, bounds, given }: RaceContext, { path, offset }: KernelAccess): Cond[] {
  const onTheWay = new Set(conjuncts(path));
  const ofAccess = symbolsOf([path, offset]);
  const ofGiven = given
    .map((fact) => symbolsOf([fact]))
    .filter((symbols) => [...symbols].some((id) => ofAccess.has(id)));
  const relevant = new Set([ofAccess, ...ofGiven].flatMap((symbols) => [...symbols]));
  return bounds.flatMap(({ path: where, term, low }) => {
    const atom = single(term);
    // Of a sum only what was divided by it is of use.
    if (low !== 1n && (atom?.kind !== 'symbol' || atom.sharing !== 'launch')) return [];
    if (!isSubset(symbolsOf([term]), relevant)) return [];
    // Who states it reads it as well, and as the kernel does: as unsigned, say.
    const isRead = low === 0n && !isSubset(symbolsOf([term]), ofAccess);
    if (isRead) return terms.le(terms.zero, term);
    return isOnTheWay(where) ? terms.le(terms.constant(low), term) : [];
  });

  /** It is taken for granted at several places: one of them is enough. */
  function isOnTheWay(where: Cond): boolean {
    const isHere = (part: Cond) => onTheWay.has(part) || (part.kind === 'or' && part.parts.some(isOnTheWay));
    return conjuncts(where).every(isHere);
  }
}

/** The conditions in which pairs differ, for explanations. */
function partsOf({ paths, unordered, overlap, differ }: Conflict): DescribedQuery['parts'] {
  return [
    { name: 'no barrier between', conditions: unordered },
    { name: 'both are reached', conditions: paths },
    { name: 'the bytes overlap', conditions: overlap.conditions },
    { name: 'the values written differ', conditions: [differ] },
  ];
}

/** With a model: the idiom that would have ordered the two, were its fences and scopes enough. */
type UnorderedAnswer = Exclude<Solved, Model> | (Model & { readonly missing: MissingOrder | null });

/** Solves; of threads of one block that arithmetic does not decide about, all threads of all blocks are gone through first. */
function solveMeeting(context: RaceContext, conflict: Conflict, condition: Cond): UnorderedAnswer {
  const { terms, queries, enumerated, launch, onQuery } = context;
  const { distance, first, second } = conflict.accesses;
  const solve = (example?: readonly Cond[]) => solveUnordered(context, conflict, condition, example);
  if (enumerated === null || distance === 'inter-block' || distance === 'same-thread') return solve();
  if (!queries.mayAskSolver) return solve();
  const quick = queries.quickly(() => solve(), 'told');
  if (quick.status !== 'open') return quick;
  const meetingBy = (all: BlockMeetings) => all.meeting(distance, first.access, second.access);
  const meeting = meetingBy(enumerated) ?? firstOf(context.enumeratedByNumbers(), meetingBy);
  if (meeting?.status === 'never') {
    const decidedBy =
      'computed for every thread of a block, whatever its size: no two share a byte between two barriers';
    onQuery?.({ threads: THREADS[distance], parts: null, decidedBy });
    return { status: 'unsat' };
  }
  const found = meeting && solve(meetingConditions(terms, launch, conflict.accesses, meeting));
  return found?.status === 'sat' ? found : solve();
}

/** What is found first; null where nothing is. */
function firstOf<A, B>(all: Iterable<A>, find: (one: A) => B | null): B | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Solves; two accesses that meet must also not be ordered by a lock or by a hand-over through memory.
 * @param example what else holds in the model that is looked for
 */
function solveUnordered(
  context: RaceContext,
  { accesses, overlap }: Conflict,
  condition: Cond,
  example: readonly Cond[] = [],
): UnorderedAnswer {
  const { terms, memoryOrder } = context;
  const solve = (asked: Cond) => solveFeasible(context, accesses, asked, overlap.equalities, example);
  const meeting = solve(condition);
  if (meeting.status !== 'sat') return meeting;
  // Locks and flags hand over what a thread has done, and not what goes on beside it.
  const isBeside = accesses.first.access.copy !== null || accesses.second.access.copy !== null;
  if (memoryOrder === null || isBeside) return { ...meeting, missing: null };
  context.onQuery?.({ threads: 'the same, not ordered by a lock or a hand-over', parts: [] });
  const strict = memoryOrder.unordered(accesses, STRICT);
  const answer = strict === null ? meeting : solve(terms.and(condition, ...strict.conditions));
  if (strict !== null && answer.status === 'unsat') for (const one of strict.assumptions) context.assume(one);
  if (answer.status !== 'sat') return answer;
  const orderOf = (strictness: Strictness) => {
    const unordered = memoryOrder.unordered(accesses, strictness);
    if (unordered === null) return null;
    const without = solve(terms.and(condition, ...unordered.conditions));
    return without.status === 'unsat' ? { without, assumptions: unordered.assumptions } : null;
  };
  const isSafe = (strictness: Strictness) => orderOf(strictness) !== null;
  const missing = memoryOrder.missingBetween(accesses.first.access, accesses.second.access);
  const unfenced = missing === 'fence' ? orderOf(UNFENCED_READER) : null;
  if (unfenced !== null && context.isFresh(accesses.first.access.object)) {
    for (const one of unfenced.assumptions) context.assume(one);
    return unfenced.without;
  }
  if (unfenced !== null) return { ...answer, missing: 'reader-fence' };
  return { ...answer, missing: isSafe(LENIENT) ? missing : null };
}

function raceOf(
  context: RaceContext,
  conflict: Conflict,
  { condition, values: model, isDoubtful, missing }: Model & { readonly missing: MissingOrder | null },
  sameValue: boolean,
): PairAnswer {
  const { pair, distance, first, second } = conflict.accesses;
  const [a, b] = [first.access, second.access];
  const found: RaceCondition = {
    condition,
    equalities: conflict.overlap.equalities,
    meetingIn: (sizes) => meetingIn(context, conflict.accesses, sizes),
  };
  // Of any two threads of a block all that counts is whether they meet: warps and what is within them are asked about then.
  const isNarrowed = distance !== 'same-block' && !context.anyExample;
  const whatever = isNarrowed ? whateverIsLoaded(context, conflict, found, model) : { values: model, race: found };
  const inBlocks = whatever === null || !isNarrowed ? null : inUsualBlocks(context, whatever.race);
  const inBlock = inBlocks === 'not' ? null : inBlocks;
  const met = inBlock ?? whatever ?? { values: model, race: found };
  const { values, race } = isNarrowed ? withAlignedRows(context, conflict.accesses, met) : met;
  const counts =
    whatever === null || !isNarrowed ? [] : countsThatOnlyGrow(context, partsOfRace(context, conflict, race));
  const anySizes = new Set([...context.settled, ...(inBlock?.sizes ?? []), ...counts]);
  const isOfCopies = a.copy !== null || b.copy !== null;
  const [shown, ...others] = isNarrowed
    ? believableModels(context, pair, { asked: race, model: values, isOfCopies })
    : ([values] as const);
  return {
    status: 'race',
    race: {
      first: a,
      second: b,
      distance: distance === 'same-block' ? 'intra-block' : distance,
      pair,
      values: shown,
      otherValues: others,
      leansOn: originsOfRace(context, conflict, isDoubtful, anySizes),
      anySizes,
      narrowScope: commonScope(a, b),
      sameValue,
      missing,
      unusual: !isNarrowed
        ? null
        : onlySeeds(a, b, context.accesses) || onlySeeds(b, a, context.accesses)
          ? 'seed'
          : whatever === null
            ? 'contents'
            : isReadBeforeExchange(context, conflict, found)
              ? 'exchange'
              : inBlocks === 'not'
                ? 'block'
                : unusualIn(context, race, {
                    rows: rowsOf(context, conflict),
                    wholeSteps: wholeSteps(context, [a, b]),
                    addends: addendsOf(context, [a, b]),
                    placing: placingNulls(context, conflict),
                    cases: noFurtherCase(context.terms, context.launch, conflict.accesses),
                    anyInBlock: () => anyInBlock(context, conflict),
                    isOfEveryBlock: inBlock !== null,
                  }),
      isUnordered:
        !isGuess(originsOf(conflict.unordered)) ||
        isUnorderedAtOnce(context, conflict.accesses, conflict.unordered, [conflict.together]),
    },
  };
}

interface AskedFor {
  readonly asked: RaceCondition;
  readonly model: Evaluator;
  /** One of the two accesses is a copy that goes on beside the thread. */
  readonly isOfCopies: boolean;
}

/** Models of a race, the one that is best believed first, and those that are surest to be executed last. */
function believableModels(
  context: RaceContext,
  pair: ThreadPair,
  { asked, model, isOfCopies }: AskedFor,
): readonly [Evaluator, ...Evaluator[]] {
  const kept = withAssertionsKept(context, pair, asked, model);
  const { race, values } = withOrdinaryPlaces(context, kept.race, kept.values);
  const plain = withOrdinaryRest(withFewThreads(context, race, values), race);
  const usual = withUsualBlock(context, race, plain);
  const large = withLargeSizes(context, race, usual ?? plain);
  const [best = plain, ...others] = [large, usual].flatMap((one) => (one === null ? [] : withOrdinaryRest(one, race)));
  const models = best === plain ? ([plain] as const) : ([best, ...others, plain] as const);
  // How often a loop goes round is not followed exactly, and a copy may be under way for several rounds.
  const long = isOfCopies ? withManyRounds(context, race) : null;
  return long === null ? models : [...models, long];
}

/**
 * Does the write of a pair of lanes always come behind an exchange between all lanes that the reader gets to after its read? Shuffles
 * and votes order no memory; but whoever hands on a value there has mostly made it of what was read.
 */
function isReadBeforeExchange({ terms, queries }: RaceContext, { accesses }: Conflict, race: RaceCondition): boolean {
  const { distance, first, second } = accesses;
  if (distance !== 'intra-warp') return false;
  const [reader, writer] = first.access.kind === 'read' ? [first, second] : [second, first];
  if (reader.access.kind !== 'read' || writer.access.kind !== 'write') return false;
  const [before, behind] = [reader, writer].map((side) => side.terms.int(side.access.interval.exchanges)) as [Int, Int];
  const isNotBehind = terms.le(behind, before);
  if (isNotBehind.kind === 'true') return false;
  // What the host knows of sizes is seldom of use there, and makes questions long.
  const isNever = (conditions: readonly Cond[], equalities: readonly Int[]) =>
    queries.quickly(() => queries.solve([...conditions, isNotBehind], equalities)).status === 'unsat';
  return isNever(accesses.pair.conditions, []) || isNever([race.condition], race.equalities);
}

/** The same two accesses by any threads of a block: in a small block they may meet within a warp only. */
function anyInBlock(context: RaceContext, { accesses }: Conflict): RaceCondition | null {
  const { distance, first, second } = accesses;
  if (distance !== 'intra-block' || context.memoryOrder !== null) return null;
  const pair = accessPair(context.threads('same-block'), 'same-block', first.access, second.access);
  const unordered = unorderedByBarriers(context, pair);
  if (unordered === null) return null;
  const { together, differ, overlap } = conflictOf(context, pair, unordered);
  return {
    condition: context.terms.and(together, differ),
    equalities: overlap.equalities,
    meetingIn: (sizes) => meetingIn(context, pair, sizes),
  };
}

/**
 * A model in which the two meet whatever memory holds, as far as it says where they go.
 * @returns null when there is none: they meet because of what the solver chose to be loaded; else also the race of which it is one
 */
function whateverIsLoaded(
  context: RaceContext,
  { accesses }: Conflict,
  race: RaceCondition,
  model: Evaluator,
): { readonly values: Evaluator; readonly race: RaceCondition } | null {
  const { terms, queries } = context;
  const { condition, equalities } = race;
  if (!restsOnContents(context, accesses)) return whereSorted(context, accesses, race, model);
  // In one iteration both may load the same, and so may threads of one number in different blocks.
  const iterations = commonIterations(accesses);
  for (const common of [iterations, new Map([...iterations, ...commonThreads(accesses)])]) {
    const atOnce = terms.substitution((atom) => common.get(atom));
    if (common.size === 0 || restsOnContents(context, accesses, atOnce)) continue;
    const same = [...common].map(([theirs, ours]) => terms.eq(terms.ofAtom(theirs), ours));
    const answer = queries.solve([condition, ...same], equalities);
    const narrowed = { ...race, condition: terms.and(condition, ...same) };
    if (answer.status === 'sat') return { values: answer.values, race: narrowed };
  }
  return null;
}

/**
 * The race with arrays in which the threads look for a value sorted, and without a value that stands there twice.
 * @returns null where there is none then
 */
function whereSorted(
  { terms, queries }: RaceContext,
  accesses: AccessPair,
  race: RaceCondition,
  model: Evaluator,
): { readonly values: Evaluator; readonly race: RaceCondition } | null {
  const sorted = sortedWhereSearched(terms, accesses);
  if (sorted.length === 0) return { values: model, race };
  const answer = queries.solve([race.condition, ...sorted], race.equalities);
  if (answer.status === 'unsat') return null;
  if (answer.status === 'open') return { values: model, race };
  return { values: answer.values, race: { ...race, condition: terms.and(race.condition, ...sorted) } };
}

/** The number of the second thread in its block, with that of the first in another one. */
function commonThreads({ distance, first, second }: AccessPair): (readonly [Atom, Int])[] {
  if (distance !== 'inter-block') return [];
  return second.indices.threadIdx.flatMap((index, axis) => {
    const theirs = single(index);
    return theirs === null ? [] : [[theirs, first.indices.threadIdx[axis]!] as const];
  });
}

/** Is the one a plain read that only says what an exchange at the same place expects, and the other an atomic? */
function onlySeeds(read: KernelAccess, other: KernelAccess, all: readonly KernelAccess[]): boolean {
  if (!read.seedsExchange || other.kind !== 'atomic') return false;
  const isExchange = ({ kind, object, offset, base }: KernelAccess) =>
    kind === 'atomic' &&
    object === read.object &&
    offset === read.offset &&
    base.every((one, i) => one === read.base[i]);
  return all.some(isExchange);
}

/** The iterations of loops around both, of the second thread, with what they are of the first. */
function commonIterations({ first, second }: AccessPair): Map<Atom, Int> {
  const common = new Map<Atom, Int>();
  for (const [i, iteration] of first.access.iterations.entries()) {
    if (second.access.iterations[i] !== iteration) break;
    const theirs = single(second.terms.int(iteration));
    if (theirs) common.set(theirs, first.terms.int(iteration));
  }
  return common;
}

function openOf(context: RaceContext, { accesses, paths, unordered }: Conflict, open: Open): OpenAnswer {
  const { queries } = context;
  const { pair, distance } = accesses;
  return {
    ...open,
    distance: distance === 'same-block' ? 'intra-block' : distance,
    isUnordered: () =>
      (!isGuess(originsOf(unordered)) &&
        queries.quickly(() => queries.solve([...pair.conditions, ...paths, ...unordered], [])).status === 'sat') ||
      isUnorderedAtOnce(context, accesses, unordered, [...pair.conditions, ...paths]),
  };
}

/**
 * Is it known that nothing orders the two where both threads are in the same iteration of the loops around them, and may they
 * meet there? How many barriers the iterations before have passed is then the same, although nobody knows it.
 * @param meeting what else holds when the two meet
 */
function isUnorderedAtOnce(
  { terms, queries }: RaceContext,
  accesses: AccessPair,
  unordered: readonly Cond[],
  meeting: readonly Cond[],
): boolean {
  const common = commonIterations(accesses);
  if (common.size === 0) return false;
  const atOnce = terms.substitution((atom) => common.get(atom));
  const conditions = unordered.map((condition) => atOnce.cond(condition));
  if (isGuess(originsOf(conditions))) return false;
  const all = [...conditions, ...meeting.map((condition) => atOnce.cond(condition))];
  return queries.quickly(() => queries.solve(all, [])).status !== 'unsat';
}

/** What the race depends on beyond inputs. Iterations that a loop may not reach are guesses, too. */
function originsOfRace(
  context: RaceContext,
  conflict: Conflict,
  isDoubtful: boolean,
  anySizes: ReadonlySet<number>,
): Set<SymbolOrigin> {
  const { ways, others } = placesOf(context, conflict);
  const origins = originsOf([...ways, ...others], anySizes);
  return isDoubtful ? origins.add('approximate') : origins;
}

/** What lets the two threads come to their accesses, and where these are. */
function placesOf({ launch }: RaceContext, { accesses, paths, unordered }: Conflict) {
  const { distance, first, second } = accesses;
  const others = [
    addressOf(first),
    addressOf(second),
    ...first.access.base.map((term) => first.terms.int(term)),
    ...second.access.base.map((term) => second.terms.int(term)),
    ...sizesThatMatter(distance === 'inter-block' ? 'inter-block-race' : 'intra-block-race', launch),
  ];
  return { ways: [...paths, ...unordered], others };
}

function partsOfRace(context: RaceContext, conflict: Conflict, { condition, equalities }: RaceCondition): RaceParts {
  const isBetweenBlocks = conflict.accesses.distance === 'inter-block';
  return { ...placesOf(context, conflict), condition, equalities, isBetweenBlocks };
}

/** Pointers of which it hangs on whether they are null where the two take place, and not whether they do. */
function placingNulls({ nulls }: RaceContext, { accesses: { first, second }, paths }: Conflict): Int[] {
  const places = symbolsOf([first.access.offset, second.access.offset]);
  const ways = symbolsOf(paths);
  return nulls.filter((isNull) => [...symbolsOf([isNull])].every((symbol) => places.has(symbol) && !ways.has(symbol)));
}

/** What else holds when both accesses stay within their rows. */
function rowsOf({ terms, launch, facts }: RaceContext, { accesses, paths }: Conflict): Rows {
  const { first, second } = accesses;
  const [a, b] = [first.access, second.access];
  const relations = facts.filter((fact) => symbolsOf([fact]).size > 1);
  const sizes = [...launch.gridDim, ...launch.blockDim];
  const known = [...paths, a.facts, b.facts, ...relations, ...sizes];
  const reaches = [
    { address: addressOf(first), size: a.size },
    { address: addressOf(second), size: b.size },
  ] as const;
  const indices = new Set(
    [first, second].flatMap((one) => launch.threadIdx.flatMap((index) => single(one.terms.int(index)) ?? [])),
  );
  const length = constantRow(terms, reaches, indices);
  const isOfRound = (part: Cond) => someAtom([part], (atom) => atom.kind === 'symbol' && atom.origin === 'iteration');
  const counts = () => symbolsOf(paths.flatMap((path) => [...conjuncts(path)]).filter(isOfRound));
  return {
    pitched: overlapWithinRows(terms, reaches, known),
    any: overlapWithinRows(terms, reaches, sizes),
    constant: length === null ? null : { length, counts: counts() },
  };
}
