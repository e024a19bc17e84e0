/** What may repair a cause, the likeliest first. */
import type { Access, MissingSynchronisation } from '../model/result.ts';
import type { BarrierPlan } from './barrier-plan.ts';
import { barrierCandidates, distinct, widerBarriers } from './barriers.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { fenceCandidates } from './fences.ts';
import { gridBarriers } from './grid-barriers.ts';
import { waitsForCopies } from './group-copies.ts';
import { guardCandidates } from './guards.ts';
import { atomicCandidates } from './make-atomic.ts';
import { barriersBetweenBranches, movedBarriers } from './moved-barriers.ts';
import { removedBarriers } from './removed-barriers.ts';
import { scopeCandidates } from './scopes.ts';
import { waitsForThreads } from './spin-loops.ts';
import { isWaitedFor, waitsForOwnCopies } from './thread-copies.ts';

type Maker = (context: CandidateContext, plan: BarrierPlan) => Candidate[];

const BARRIERS: readonly Maker[] = [widerBarriers, barrierCandidates, barriersBetweenBranches, waitsForCopies];
/** What each missing synchronisation asks for first; the others follow. */
const FIRST: Readonly<Record<MissingSynchronisation, readonly Maker[]>> = {
  'block-barrier': BARRIERS,
  'warp-barrier': BARRIERS,
  'grid-barrier': [guardCandidates, atomicCandidates, gridBarriers],
  atomic: [atomicCandidates, ...BARRIERS],
  guard: [guardCandidates, atomicCandidates],
  scope: [scopeCandidates],
  fence: [scopeCandidates, fenceCandidates],
  none: [movedBarriers, removedBarriers],
};
/** A copy that is under way takes a wait, a barrier behind the wait, or both. */
const OF_COPIES: readonly Maker[] = [barriersBehindWaits, waitsForCopies, waitsForOwnCopies, ...BARRIERS];
const ALL: readonly Maker[] = [...BARRIERS, atomicCandidates, guardCandidates, scopeCandidates, gridBarriers];

/** @param plan the points of barriers that serve all causes of the kernel */
export function candidatesFor(context: CandidateContext, plan: BarrierPlan): Candidate[] {
  const { missing, explains } = context.cause;
  if (explains.every(({ rule }) => rule === 'barrier-divergence')) {
    return distinct(FIRST.none.flatMap((make) => make(context, plan)));
  }
  const isOfCopies = explains.every(({ rule }) => rule === 'async-copy-race');
  const usual = isUpdate(context) ? [atomicCandidates, ...FIRST[missing]] : FIRST[missing];
  // A lock or a flag is there: what it lacks comes before what does without it.
  const ofRace = isWaiting(context) ? [...FIRST.fence, ...usual] : usual;
  const first = isOfCopies ? OF_COPIES : ofRace;
  const others = missing === 'none' ? [] : ALL.filter((maker) => !first.includes(maker));
  return distinct([...first, ...others].flatMap((make) => make(context, plan)));
}

/** Where the copy was waited for already, the barrier alone comes first. */
function barriersBehindWaits(context: CandidateContext, plan: BarrierPlan): Candidate[] {
  return isWaitedFor(context) ? barrierCandidates(context, plan) : [];
}

/** True when the kernel waits for other threads at one of the accesses. */
function isWaiting({ cause, sources }: CandidateContext): boolean {
  if (cause.missing === 'none') return false;
  const places = cause.explains.flatMap(({ accesses }) =>
    accesses.map(({ file, line, column }) => {
      const source = sources.get(file);
      return source?.placeAt(source.offsetAt(line, column)) ?? null;
    }),
  );
  return places.some((place) => place !== null && waitsForThreads(place));
}

/**
 * The halves of updates at one place: a barrier between them would leave the other half of the trouble. Who only reads what
 * another statement updates is after the value of a moment: that takes a barrier.
 */
function isUpdate(context: CandidateContext): boolean {
  const { cause, sources } = context;
  const changes = atomicCandidates(context).flatMap((one) => one.changes);
  const isMade = ({ file, line, column }: Access) => {
    const at = sources.get(file)?.offsetAt(line, column) ?? -1;
    return changes.some(({ start, end, ...change }) => change.file === file && start <= at && at < end);
  };
  return cause.explains.every(({ accesses: [a, b] }) => {
    return a !== undefined && b !== undefined && a.text === b.text && isMade(a) && isMade(b);
  });
}
