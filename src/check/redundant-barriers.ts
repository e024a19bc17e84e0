/**
 * Barriers that order nothing: with one of them taken out of a kernel that is free of races, no two threads of a block
 * meet that did not meet before. Advice, not a defect, and given only where nothing else can hang on the barrier.
 *
 * The question is asked of the kernel under any grid and any arguments: that a loop has one round because the program in
 * sight passes small sizes is no reason to take its barrier out. Block sizes that the host code fixes are kept.
 */
import type { SourceLocation } from '../ir/program.ts';
import type { Execution, KernelAccess, KernelBarrier, KernelLaunch } from '../kernel/index.ts';
import { type Int, isConstant, Terms } from '../terms/index.ts';
import { candidatePairs, conflict, identityOf } from './access-groups.ts';
import { ConcreteBlock } from './concrete-block.ts';
import { settleGroups } from './group-order.ts';
import { Queries } from './query.ts';
import { mayMeetInBlock, type RaceContext } from './races.ts';
import type { Solver } from './solver.ts';
import { type LaunchTerms, threadPairs } from './thread-pair.ts';
import { reliableTickets } from './tickets.ts';

/** What is asked of the solver before no advice is given: the same for every run, unlike a time. */
const QUERY_BUDGET = 300_000;
const CALL_LIMIT = 60;
const PLACE_LIMIT = 8;
const ACCESS_LIMIT = 120;
const BLOCK_LIMIT = 1024n;

export interface RedundancyQuestion {
  readonly makeLaunch: (terms: Terms) => KernelLaunch;
  /** Executes the kernel, without the barriers at a place of the source where one is given. */
  readonly execute: (
    terms: Terms,
    launch: KernelLaunch,
    launchTerms: LaunchTerms,
    without: SourceLocation | null,
  ) => Execution;
  readonly launchTerms: (terms: Terms, launch: KernelLaunch) => LaunchTerms;
  readonly solver: () => Solver;
  /** By `performance.now()`: what is open then is needed. */
  readonly deadline: number;
}

/** @returns one barrier of each place in the kernel whose barriers can go, under a launch like the given one. */
export function redundantBarriers(question: RedundancyQuestion): KernelBarrier[] {
  const terms = new Terms();
  const launch = opened(terms, question.makeLaunch(terms));
  if (launch === null) return [];
  const launchTerms = question.launchTerms(terms, launch);
  const execution = question.execute(terms, launch, launchTerms, null);
  if (execution.barriers.length === 0 || hidesOrder(execution)) return [];
  const concrete = ConcreteBlock.of(terms, launchTerms);
  const queries = new Queries(terms, question.solver, QUERY_BUDGET, question.deadline);
  const places = new Map<string, KernelBarrier[]>();
  for (const barrier of execution.barriers) {
    const { location } = barrier;
    const key = `${location?.file}:${location?.line}:${location?.column}`;
    places.set(key, [...(places.get(key) ?? []), barrier]);
  }
  if (places.size > PLACE_LIMIT) return [];
  const contextOf = (of: Execution): RaceContext => {
    const threads = threadPairs(terms, launchTerms);
    const { facts } = launch;
    return {
      terms,
      concrete,
      launch: launchTerms,
      launchKnownFrom: null,
      parameters: [...of.parameters.values()],
      threads,
      bounds: of.bounds,
      groups: settleGroups({
        terms,
        launch: launchTerms,
        facts,
        execution: of,
        queries,
        threads: () => threads('same-block'),
      }),
      synchronisation: null,
      assume: () => {},
      tickets: reliableTickets(of.tickets, {
        terms,
        launch: launchTerms,
        facts,
        queries,
        accesses: of.accesses,
        isReset: () => false,
      }),
      loops: of.loops,
      facts,
      queries,
      warpModel: 'its',
      onQuestion: null,
    };
  };
  const known = new Set(execution.accesses.map(identityOf));
  const redundant: KernelBarrier[] = [];
  for (const [barrier, ...others] of places.values()) {
    if (!barrier || ![barrier, ...others].every((b) => b.isPlain) || queries.calls > CALL_LIMIT) continue;
    const without = question.execute(terms, launch, launchTerms, barrier.location);
    if (without.accesses.length !== execution.accesses.length || without.refusals.length > 0) continue;
    const [before, after] = [contextOf(execution), contextOf(without)];
    const withBarrier = new Map(without.accesses.map((a, i) => [a, execution.accesses[i]!]));
    const needed = (a: KernelAccess, b: KernelAccess): boolean => {
      if (known.has(identityOf(a)) && known.has(identityOf(b))) return false;
      if (queries.calls > CALL_LIMIT) return true;
      if (!mayMeetInBlock(after, a, b)) return false;
      // Two atomic operations may meet, if they did with the barrier as well.
      const isAtomic = a.kind === 'atomic' && b.kind === 'atomic';
      return !(isAtomic && mayMeetInBlock(before, withBarrier.get(a)!, withBarrier.get(b)!));
    };
    const { pairs } = candidatePairs(without.accesses, null, { isCandidate: conflict });
    if (!pairs.some(([a, b]) => needed(a, b))) redundant.push(barrier);
  }
  return redundant;
}

/** Something that is not an access that the checker pairs may hang on the barrier. */
function hidesOrder(execution: Execution): boolean {
  return (
    execution.hidesOrder ||
    execution.refusals.length > 0 ||
    execution.accesses.length > ACCESS_LIMIT ||
    execution.barriers.some((b) => b.width === 'grid' || b.kind !== 'barrier') ||
    execution.accesses.some(
      (a) => a.volatile || a.ordering === 'acquire' || a.ordering === 'release' || a.ordering === 'acq_rel',
    ) ||
    execution.accesses.some((a) => a.kind === 'atomic' && a.object.space === 'global')
  );
}

/** The launch with any grid and arguments; null for one whose sizes the user chose or nobody understood. */
function opened(terms: Terms, launch: KernelLaunch): KernelLaunch | null {
  if (launch.knownFrom === 'user' || launch.isGuess) return null;
  const any = (name: string, high: bigint): Int => terms.symbol(name, 'launch', 'input', { low: 1n, high });
  const grid = (axis: 0 | 1 | 2) => any(`gridDim.${'xyz'[axis]}`, axis === 0 ? 2n ** 31n - 1n : 65_535n);
  const block = (axis: 0 | 1 | 2) => {
    const size = launch.blockDim[axis];
    return isConstant(size) ? size : any(`blockDim.${'xyz'[axis]}`, BLOCK_LIMIT);
  };
  const blockDim = [block(0), block(1), block(2)] as const;
  const threads = terms.mul(blockDim[0], terms.mul(blockDim[1], blockDim[2]));
  return {
    ...launch,
    gridDim: [grid(0), grid(1), grid(2)],
    blockDim,
    bindings: new Map(),
    facts: [terms.le(threads, terms.constant(BLOCK_LIMIT))],
  };
}
