/** What the pairs of accesses of one execution are decided by. */
import type { ContentFact, Execution, KernelAccess, KernelLoop, MemoryObject, StatedMemory } from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import type { WarpModel } from '../model/options.ts';
import {
  type Cond,
  type Int,
  isConstant,
  type NoOverflow,
  type Substitution,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { isOfUser } from './contradicting-facts.ts';
import { BlockMeetings, type KnownMeetings, type LaunchNumbers, launchNumbers } from './decide/shapes/index.ts';
import type { LaunchedKernel } from './execution-of.ts';
import {
  type FlightOrder,
  flightOrder,
  type MemoryOrder,
  type PartialBarrierOrder,
  partialBarrierOrder,
  type UniqueFetchAdd,
  uniqueFetchAdds,
  type WarpBarrierOrder,
  warpBarrierOrder,
} from './order/index.ts';
import { loadsOfUnwritten } from './overlap.ts';
import type { LaunchContext } from './plausible-launch.ts';
import type { Queries } from './smt/query.ts';
import { statedViews, type View } from './stride-lemmas.ts';
import { isOfLaunch } from './symbols.ts';
import type { Distance, ThreadPair } from './thread-pair.ts';

/** One kernel under one launch, as far as it decides about pairs. */
export interface RaceContext extends LaunchContext {
  /** Two threads at a distance; their terms are shared by all pairs of accesses. */
  readonly threads: (distance: Distance | 'same-block') => ThreadPair;
  /** Values that are assumed to stay in range; a model that breaks one of them shows no race of this program. */
  readonly bounds: readonly NoOverflow[];
  /** What the kernel asserts of its threads, wherever it does so. */
  readonly asserted: readonly Cond[];
  /** What of it hangs on the launch alone, whatever brings a thread there, and what a run does not go on without. */
  readonly assertedOfLaunch: readonly Cond[];
  /** All accesses of the kernel. */
  readonly accesses: readonly KernelAccess[];
  /** The kernel's loops: a model may pick an iteration only if the loop reaches it. */
  readonly loops: readonly KernelLoop[];
  /** What somebody states of the launch, beside its own code, and what the host says that numbers are made of. */
  readonly given: readonly Cond[];
  /** What is stated of memory. */
  readonly contents: readonly ContentFact[];
  /** Views of which it is stated that no two indices lead to one element. */
  readonly views: readonly View[];
  /** See `loadsOfUnwritten`. */
  readonly neverWritten: Substitution;
  /** It is stated that several threads may store one and the same value there at once. */
  readonly mayStoreAtOnce: (object: MemoryObject) => boolean;
  /** It is stated that no cache holds it from before: a fence of the reader is not missed. */
  readonly isFresh: (object: MemoryObject) => boolean;
  /** All threads of blocks of every size; null where that is computed of other numbers. */
  readonly enumerated: BlockMeetings | null;
  /** The same with what is known of numbers of the launch, which are gone through where they have few values. */
  readonly enumeratedByNumbers: () => readonly BlockMeetings[];
  /** In which iterations a symbol of the thread's has its value. */
  readonly iterationsOf: Execution['iterationsOf'];
  /** There are fences between the two ways to memory. */
  readonly fencesProxies: boolean;
  readonly flights: FlightOrder;
  readonly partialBarriers: PartialBarrierOrder;
  readonly warpBarriers: WarpBarrierOrder;
  /** Results of atomic additions, where it is known that they differ between threads. */
  readonly fetchAdds: ReadonlyMap<number, UniqueFetchAdd>;
  /** Null when the kernel has no idiom of synchronisation through memory. */
  readonly memoryOrder: MemoryOrder | null;
  /** Told of what an order between threads takes for granted. */
  readonly assume: (assumption: Assumption) => void;
  readonly warpModel: WarpModel;
  /** Accesses of single threads that may be gone through one by one, for all pairs together. */
  readonly mostEvents: number;
  /** Accesses that never meet within a block, as this launch or another one has shown. */
  readonly neverMet: KnownMeetings;
  /** All that is asked of a race is one launch that has it, be it as unusual as it may. */
  readonly anyExample: boolean;
  /** Guessed numbers that do not matter, as symbols by id: a race of another instance has settled that. */
  readonly settled: ReadonlySet<number>;
}

/** Parts of the context that do not follow from the execution. */
type RaceOptions = Pick<
  RaceContext,
  'warpModel' | 'memoryOrder' | 'assume' | 'onQuery' | 'mostEvents' | 'neverMet' | 'anyExample'
>;

/** What says whether people would launch the kernel so. */
export function launchContextOf(
  { terms, launch, launchTerms }: LaunchedKernel,
  { parameters, accesses, nulls }: Execution,
  queries: Queries,
  onQuery: LaunchContext['onQuery'],
): LaunchContext {
  return {
    terms,
    launch: launchTerms,
    launchKnownFrom: launch.knownFrom,
    parameters: [...parameters.values()],
    nulls: [...nulls.values()].flatMap(({ isNull }) => (isConstant(isNull) ? [] : [isNull])),
    accesses,
    distances: [...launch.aliases.values()].map(({ offset }) => offset),
    openStarts: [...launch.starts.values()].flatMap(({ offset }) => (isConstant(offset) ? [] : [offset])),
    facts: launch.facts,
    queries,
    onQuery,
  };
}

export function raceContextOf(
  launched: LaunchedKernel,
  execution: Execution,
  queries: Queries,
  options: RaceOptions,
): RaceContext {
  const { terms, launch, launchTerms, threads } = launched;
  const { facts } = launch;
  const shared = { terms, launch: launchTerms, facts, queries };
  const partialBarriers = partialBarrierOrder({
    ...shared,
    execution,
    threads: () => threads('same-block'),
    blocks: () => threads('inter-block'),
  });
  const enumeratedOver = (numbers: LaunchNumbers | null) =>
    BlockMeetings.of(terms, launchTerms, {
      facts,
      bounds: execution.bounds,
      accesses: execution.accesses,
      launchNumbers: numbers,
      isOver: () => queries.isOver,
      most: options.mostEvents,
      // How large numbers may be is said by the facts of this launch.
      known: numbers === null ? options.neverMet : new Map(),
    });
  let byNumbers: readonly BlockMeetings[] | null = null;
  const asserted = execution.stated.filter(({ assumption }) => assumption.kind === 'device-assert');
  const isReset = (access: KernelAccess) => options.memoryOrder?.isReset(access) ?? false;
  return {
    ...launchContextOf(launched, execution, queries, options.onQuery),
    ...options,
    settled: new Set(),
    accesses: execution.accesses,
    threads,
    bounds: execution.bounds,
    asserted: asserted.map(({ condition }) => condition),
    assertedOfLaunch: [
      ...asserted.flatMap(({ asserts }) => (isOfLaunch([asserts]) ? [asserts] : [])),
      ...passedForSure(terms, execution),
      ...divisorsOf(terms, execution),
    ],
    loops: execution.loops,
    given: [...launch.stated.filter(isOfUser).map(({ condition }) => condition), ...launch.facts.filter(isOfParts)],
    contents: statedContents(launch),
    views: statedViews(launch, execution.parameters),
    neverWritten: loadsOfUnwritten(terms, execution.accesses),
    mayStoreAtOnce: ({ name }) =>
      launch.stated.some(({ contents: fact }) => fact?.kind === 'idempotent' && fact.object === name),
    isFresh: ({ name }) => launch.stated.some(({ contents: fact }) => fact?.kind === 'fresh' && fact.object === name),
    iterationsOf: execution.iterationsOf,
    fencesProxies: execution.proxyFences.length > 0,
    flights: flightOrder({ terms, launch: launchTerms, execution }),
    enumerated: enumeratedOver(null),
    enumeratedByNumbers: () => {
      const numbers = () => launchNumbers(execution.accesses, facts, launchTerms);
      byNumbers ??= numbers().flatMap((one) => enumeratedOver(one) ?? []);
      return byNumbers;
    },
    partialBarriers,
    warpBarriers: warpBarrierOrder({ terms, execution }),
    fetchAdds: uniqueFetchAdds(execution.fetchAdds, { ...shared, accesses: execution.accesses, isReset }),
  };
}

/** That pointers are not null which all threads access memory through: a launch that passes null ends there. */
function passedForSure(terms: Terms, { accesses, nulls }: Execution): Cond[] {
  const ofPointers = [...nulls.values()].map(({ isNull }) => terms.eq(isNull, terms.zero));
  return ofPointers.filter((isThere) => accesses.some(({ path }) => path === isThere));
}

/** That nothing is divided by zero that says where accesses take place. */
function divisorsOf(terms: Terms, { accesses }: Execution): Cond[] {
  const divisors = new Set<Int>();
  const roots = accesses.flatMap(({ offset, path }) => [offset, path]);
  visitAtoms(roots, (atom) => {
    if (atom.kind !== 'div' && atom.kind !== 'mod') return;
    if (!isConstant(atom.divisor) && isOfLaunch([atom.divisor])) divisors.add(atom.divisor);
  });
  return [...divisors].map((divisor) => terms.ne(divisor, terms.zero));
}

/** Of memory that other pointers lead to as well it is not known which elements are meant. */
function statedContents({ stated, aliases }: LaunchedKernel['launch']): ContentFact[] {
  const all = [...aliases.values()].map(({ to }) => to);
  const isShared = (memory: StatedMemory) =>
    all.some((to) => (to.kind === 'parameter' ? to.index === memory.of : typeof memory.of === 'string'));
  return stated.flatMap(({ contents }) => {
    if (contents === undefined || !('memory' in contents)) return [];
    if (isShared(contents.memory)) return [];
    const other = besideContents(contents);
    return other !== null && isShared(other) ? [] : [contents];
  });
}

/** The other pointer that a fact about elements speaks of. */
function besideContents(fact: Extract<ContentFact, { readonly memory: StatedMemory }>): StatedMemory | null {
  if (fact.kind === 'segments') return 'common' in fact.lengths ? null : fact.lengths;
  return 'kept' in fact ? fact.kept : null;
}

/** Is a number said to be a sum of others? */
function isOfParts(fact: Cond): boolean {
  return (
    fact.kind === 'eq' && fact.term.monomials.length > 1 && fact.term.monomials.every(({ atoms }) => atoms.length === 1)
  );
}
