/**
 * Races that the base has as well, and that nobody minds or has there: all write the same value, the reader alone has no fence, it
 * takes sizes that nobody passes. Where the change takes that away, what is left is a race that it brought.
 */
import type { FindingFacts, KernelPairs } from '../model/pairs.ts';
import type { Finding, Result } from '../model/result.ts';
import { kernelOf } from '../result/kernels.ts';
import { atLeast } from '../result/level.ts';
import type { Matches } from './match.ts';

export interface ToldFindings {
  readonly result: Result;
  readonly pairs: readonly KernelPairs[];
}

/** The matches, with those races among what the change added; at the base they are not gone. */
export function withWorsened({ unchanged, added, gone }: Matches, base: ToldFindings): Matches {
  const worse = [...unchanged].flatMap(([now, old]) => (isWorse(now, old, base) ? now : []));
  if (worse.length === 0) return { unchanged, added, gone };
  const kept = new Map(unchanged);
  for (const now of worse) kept.delete(now);
  return { unchanged: kept, added: [...added, ...worse], gone };
}

function isWorse(now: Finding, old: Finding, base: ToldFindings): boolean {
  if (!atLeast(now.evidence, 'predicted') || old.evidence !== 'possible') return false;
  return factsOf(old, base)?.isMild ?? false;
}

function factsOf(finding: Finding, { result, pairs }: ToldFindings): FindingFacts | undefined {
  const kernel = kernelOf(finding, result);
  return pairs
    .filter((one) => one.kernel === kernel?.kernel && one.file === kernel.file && one.line === kernel.line)
    .flatMap(({ findings }) => findings)
    .find(({ raceId }) => raceId === finding.raceId);
}
