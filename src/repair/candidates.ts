/** What may repair a cause, the likeliest first. */
import type { MissingSynchronisation } from '../model/result.ts';
import { type BarrierPlan, barrierCandidates, distinct, widerBarriers } from './barriers.ts';
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
 * The two halves of an update at one place: a barrier between them would leave the other half of the trouble. Who only reads
 * what another statement updates is after the value of a moment: that takes a barrier.
 */
function isUpdate({ cause: { explains } }: CandidateContext): boolean {
  const wholeOf = (text: string) => text.replace(/^(?:\+\+|--)|\s+/g, '');
  const updates = new Set(
    explains.flatMap(({ accesses }) => accesses.filter(({ kind }) => kind === 'write').map(lineOf)),
  );
  return explains.every(({ accesses: [a, b] }) => {
    if (a === undefined || b === undefined || wholeOf(a.text) !== wholeOf(b.text)) return false;
    return updates.has(lineOf(a)) && updates.has(lineOf(b));
  });
}

function lineOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}
