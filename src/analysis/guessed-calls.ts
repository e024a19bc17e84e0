/** What a run shows of a guess, and what it does not show. */
import type { FindingWithoutId } from '../model/result.ts';

/**
 * A run tells in which lines the two accesses of a finding stand, and not through which calls they were come to. Where these were
 * guessed, and both stand in a function that is called in several places, it may have been other ones.
 * @param finding before it counts as seen
 */
export function withoutGuessedCalls(finding: FindingWithoutId): FindingWithoutId {
  const [a, b] = finding.accesses.map(({ calls }) => calls.at(-1));
  if (finding.evidence !== 'possible' || a?.function !== b?.function || a?.line === b?.line) return finding;
  const { gap, ...rest } = finding;
  return { ...rest, accesses: rest.accesses.map((access) => ({ ...access, calls: [], iterations: [] })) };
}
