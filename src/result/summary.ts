/** The counts of a result. */
import type { Result, Verdict } from '../model/result.ts';

/** @param files How many were analysed; several may hold the same kernel. */
export function summaryOf(
  kernels: readonly { readonly verdict: Verdict }[],
  files: number,
  elapsedMs: number,
): Result['summary'] {
  const count = (verdict: Verdict) => kernels.filter((kernel) => kernel.verdict === verdict).length;
  return {
    files,
    kernels: kernels.length,
    raceFree: count('race-free'),
    conditional: count('conditional'),
    racy: count('racy'),
    inconclusive: count('inconclusive'),
    elapsedMs,
  };
}
