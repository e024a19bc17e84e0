/** Why a cause is not repaired, in words. */
import type { Finding, MissingSynchronisation } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import type { Objection } from './judge.ts';

const OBJECTION: Readonly<Record<Objection, string>> = {
  'does not compile': 'the edits that were tried do not compile',
  'loses a kernel': 'the edits that were tried lose a kernel',
  'leaves something open that was decided': 'with the edits that were tried, the check does not finish',
  'rests on a new assumption': 'the edits that were tried use something that is not declared',
  'makes a barrier that not all threads reach': 'not all threads reach the places where a barrier would order the two',
  'is seen to race as before': 'the race is still seen when the edited text is executed with the same inputs',
  'changes what one thread computes':
    'with the edits that were tried, a thread on its own computes something different',
  'makes another race': 'each edit that was tried makes another race',
  'leaves the race': 'the race is still there with each edit that was tried',
};

const NOTHING_FITS: Readonly<Record<MissingSynchronisation, string>> = {
  'block-barrier': 'there is no place for a barrier between the two accesses',
  'warp-barrier': 'there is no place for a barrier between the two accesses',
  'grid-barrier': 'blocks of one launch cannot wait for each other: it takes two launches, or a cooperative one',
  atomic: 'no atomic operation performs this update',
  guard:
    'threads write to the same place in one statement: no barrier can order them, and no single thread can do it for all',
  scope: 'there is no wider scope to give to the atomics',
  fence: 'there is no place for a fence between the data and the flag',
  none: 'the barrier cannot be moved to where all threads get to',
};

const BY_BARRIERS: ReadonlySet<MissingSynchronisation> = new Set(['block-barrier', 'warp-barrier', 'grid-barrier']);

/**
 * @param objection null: nothing could be tried
 * @param whyOrdinary why launches in sight are not made cooperative; null: they are, or can be
 * @param isWaiting true when the kernel waits for other threads in a loop
 */
export function refusalOf(
  { missing, explains }: CauseWithFindings,
  objection: Objection | null,
  { isWaiting, whyOrdinary }: { readonly isWaiting: boolean; readonly whyOrdinary: string | null },
): string {
  if (explains.every(isOneWrite)) return NOTHING_FITS.guard;
  if (isWaiting && BY_BARRIERS.has(missing)) {
    return 'the kernel waits for other threads in a loop, and another barrier could make it hang';
  }
  if (objection === null && missing === 'grid-barrier' && whyOrdinary !== null) {
    return `${NOTHING_FITS[missing]}, and ${whyOrdinary}`;
  }
  if (objection === null && explains.every(({ rule }) => rule === 'async-copy-race')) {
    return 'there is no place for a wait between the copy and the other access';
  }
  return objection === null ? NOTHING_FITS[missing] : OBJECTION[objection];
}

/** Two threads at one store: the write-write case that GPURepair calls unrepairable. */
function isOneWrite({ accesses: [a, b] }: Finding): boolean {
  return a?.kind === 'write' && b?.kind === 'write' && a.file === b.file && a.line === b.line && a.column === b.column;
}
