import type { Verdict } from '../model/result.ts';

/** What a reader has to look at first, first. */
export const WORST_FIRST = ['racy', 'inconclusive', 'conditional', 'race-free'] as const satisfies readonly Verdict[];

/** The verdict on a kernel of which two programs say one each. */
export function worstVerdict(a: Verdict, b: Verdict): Verdict {
  return WORST_FIRST.find((verdict) => a === verdict || b === verdict) ?? a;
}
