/** A barrier that orders nothing, taken out. */
import type { Candidate, CandidateContext } from './candidate.ts';
import { without } from './change.ts';

/** The text without the redundant barrier of the cause. */
export function removedBarriers({ cause, sources }: CandidateContext): Candidate[] {
  const at = cause.explains.find(({ rule }) => rule === 'redundant-barrier')?.accesses[0];
  const source = at === undefined ? null : sources.get(at.file);
  if (at === undefined || source === null) return [];
  const statement = source.placeAt(source.offsetAt(at.line, at.column))?.path;
  const [own, around] = [statement?.at(-1), statement?.at(-2)];
  if (own?.kind !== 'simple' || around?.kind !== 'block') return [];
  // What is said of it behind it goes with it.
  return [{ kind: 'remove-barrier', changes: [without(source, own)] }];
}
