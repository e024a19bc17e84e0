/** What results of recorded runs have in common, and no others. */
import type { Assumption } from '../model/assumption.ts';
import type { FindingWithoutId, KernelResult } from '../model/result.ts';

/** What a verdict on recorded runs always rests on. */
export const RECORDED_RUNS_ONLY: Assumption = {
  kind: 'recorded-runs',
  text: 'holds for the recorded runs, not for others',
  place: null,
};

/** True when a verdict is of recorded runs alone. */
export function isOfRecordedRuns({ assumptions }: Pick<KernelResult, 'assumptions'>): boolean {
  return assumptions.some(({ kind }) => kind === 'recorded-runs');
}

/** By kernel, then by the places of the accesses. */
export function sortedByPlace<F extends FindingWithoutId>(findings: readonly F[]): F[] {
  return [...findings].sort((a, b) => compare(placeOf(a), placeOf(b)));
}

function placeOf(finding: FindingWithoutId): (string | number)[] {
  return [finding.kernel, ...finding.accesses.flatMap(({ file, line, column, kind }) => [file, line, column, kind])];
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] === b[i]) continue;
    return a[i]! < b[i]! ? -1 : 1;
  }
  return a.length - b.length;
}
