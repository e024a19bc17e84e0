/**
 * Barriers that order nothing: with one of them taken out of a kernel that is free of races, no two threads of a block
 * meet that did not meet before. Advice, not a defect, and given only where nothing else can hang on the barrier.
 *
 * The question is asked of the kernel under any grid and any arguments: that a loop has one iteration because the program
 * in sight passes small sizes is no reason to take its barrier out. Block sizes that the host code fixes are kept.
 */

import { acquires, releases } from '../intrinsics/index.ts';
import { withLaunchedCluster } from '../ir/cluster-size.ts';
import type { Execution, KernelAccess, KernelBarrier, KernelLaunch } from '../kernel/index.ts';
import { type Int, isConstant, Terms } from '../terms/index.ts';
import { candidatePairs, conflict, identityOf } from './candidate-pairs.ts';
import { executionOf, type KernelSource, launchedKernel } from './execution-of.ts';
import { groupBy } from './group-by.ts';
import type { KernelCheck } from './kernel-check.ts';
import { type RaceContext, raceContextOf } from './race-context.ts';
import { mayMeetInBlock } from './races.ts';
import { Queries } from './smt/query.ts';
import type { Solver } from './smt/solver.ts';
import { blockSize } from './thread-pair.ts';

/** Limits beyond which no advice is given; they do not depend on the time that a run takes. */
const QUERY_BUDGET = 300_000;
const CALL_LIMIT = 60;
const PLACE_LIMIT = 8;
const ACCESS_LIMIT = 120;
const BLOCK_LIMIT = 1024n;
const EVENT_LIMIT = 1_000_000;

interface RedundancySource extends KernelSource, Pick<KernelCheck, 'neverMet'> {
  readonly solver: () => Solver;
  /** By `performance.now()`: a barrier for which there is no time left is taken to be needed. */
  readonly deadline: number;
}

/** @returns one barrier of each place in the kernel whose barriers can go, under a launch like the given one. */
export function* redundantBarriers(
  given: RedundancySource,
  makeLaunch: (terms: Terms) => KernelLaunch,
): Iterable<KernelBarrier> {
  const terms = new Terms();
  const launch = withAnyArguments(terms, makeLaunch(terms));
  if (launch === null) return;
  const program = withLaunchedCluster(given.program, given.kernel.name, launch.clusterDim);
  const source = { ...given, program };
  const launched = launchedKernel(source, terms, launch);
  const inTime = { ...source, until: source.deadline };
  const execution = executionOf(inTime, launched);
  if (execution.isCutShort || execution.barriers.length === 0 || hidesOrder(execution)) return;
  const places = groupBy(
    execution.barriers,
    ({ location }) => `${location?.file}:${location?.line}:${location?.column}`,
  );
  if (places.size > PLACE_LIMIT) return;
  const queries = new Queries(terms, source.solver, QUERY_BUDGET, source.deadline);
  const contextOf = (one: Execution) => ({
    ...raceContextOf(launched, one, queries, {
      warpModel: 'its',
      memoryOrder: null,
      assume: () => {},
      onQuery: null,
      mostEvents: EVENT_LIMIT,
      neverMet: given.neverMet ?? new Map(),
      anyExample: true,
    }),
    launchKnownFrom: null,
  });
  for (const [barrier, ...others] of places.values()) {
    if (!barrier || ![barrier, ...others].every((b) => b.isPlain) || queries.calls > CALL_LIMIT) continue;
    const without = executionOf(inTime, launched, { without: barrier.location });
    if (without.isCutShort || without.accesses.length !== execution.accesses.length || without.refusals.length > 0)
      continue;
    const [before, after] = [contextOf(execution), contextOf(without)];
    if (!addsConflict({ execution, context: before }, { execution: without, context: after })) yield barrier;
  }
}

interface Variant {
  readonly execution: Execution;
  readonly context: RaceContext;
}

/** Do two threads of a block meet without the barrier that do not meet with it, as far as the solver's budget tells? */
function addsConflict(before: Variant, after: Variant): boolean {
  const { queries } = after.context;
  const known = new Set(before.execution.accesses.map(identityOf));
  const withBarrier = new Map(after.execution.accesses.map((a, i) => [a, before.execution.accesses[i]!]));
  const isNew = (a: KernelAccess, b: KernelAccess): boolean => {
    if (known.has(identityOf(a)) && known.has(identityOf(b))) return false;
    if (queries.calls > CALL_LIMIT) return true;
    if (!mayMeetInBlock(after.context, a, b)) return false;
    // Two atomic operations may meet, if they did with the barrier as well.
    const isAtomic = a.kind === 'atomic' && b.kind === 'atomic';
    return !(isAtomic && mayMeetInBlock(before.context, withBarrier.get(a)!, withBarrier.get(b)!));
  };
  return candidatePairs(after.execution.accesses, null, { isCandidate: conflict }).pairs.some(([a, b]) => isNew(a, b));
}

/** True when something that is not an access that the checker pairs may hang on the barrier. */
function hidesOrder(execution: Execution): boolean {
  return (
    execution.hidesOrder ||
    execution.refusals.length > 0 ||
    execution.accesses.length > ACCESS_LIMIT ||
    execution.barriers.some((b) => b.width === 'grid' || b.kind !== 'barrier') ||
    execution.accesses.some((a) => a.volatile || releases(a.ordering) || acquires(a.ordering)) ||
    execution.accesses.some((a) => a.kind === 'atomic' && a.object.space === 'global')
  );
}

/** The launch with any grid and arguments; null for one whose sizes the user chose, or that was not understood. */
function withAnyArguments(terms: Terms, launch: KernelLaunch): KernelLaunch | null {
  if (launch.knownFrom === 'user' || launch.isGuess) return null;
  const any = (name: string, high: bigint): Int => terms.symbol(name, 'launch', 'input', { low: 1n, high });
  const grid = (axis: 0 | 1 | 2) => any(`gridDim.${'xyz'[axis]}`, axis === 0 ? 2n ** 31n - 1n : 65_535n);
  const block = (axis: 0 | 1 | 2) => {
    const size = launch.blockDim[axis];
    return isConstant(size) ? size : any(`blockDim.${'xyz'[axis]}`, BLOCK_LIMIT);
  };
  const blockDim = [block(0), block(1), block(2)] as const;
  return {
    ...launch,
    gridDim: [grid(0), grid(1), grid(2)],
    blockDim,
    bindings: new Map(),
    facts: [terms.le(blockSize(terms, { blockDim }), terms.constant(BLOCK_LIMIT))],
  };
}
