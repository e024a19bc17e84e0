/** What a run shows of a guess, and what it does not show. */
import type { FindingWithoutId } from '../model/result.ts';

/**
 * A run tells in which lines the two accesses of a finding stand, and not through which calls they were come to. Where these were
 * guessed, and a function is called in several places, it may have been other ones.
 * @param finding before it counts as seen
 */
export function withoutGuessedCalls(finding: FindingWithoutId): FindingWithoutId {
  const [a, b] = finding.accesses.map(({ calls }) => calls.map(({ line }) => line).join());
  if (finding.evidence !== 'possible' || a === b || b === undefined) return finding;
  const { gap, ...rest } = finding;
  return { ...rest, accesses: rest.accesses.map((access) => ({ ...access, calls: [], iterations: [] })) };
}
