import type { FailOn } from '../model/options.ts';
import type { Finding, Result } from '../model/result.ts';
import { atLeast, loudestOf } from './level.ts';
import { isUndecided } from './open-reasons.ts';

/**
 * What a result means for the exit code.
 *
 * 1: some finding gates. A finding gates when its evidence is a solver witness or better, its rule is more than advice
 *    (`redundant-barrier` is advice, and so is what the configuration turns down to `note` or `off`), the change did not
 *    fix it, no comment says to ignore it, and `failOn` asks for it. Without a base to compare with (`status` is null)
 *    every finding counts as new. Findings win over an incomplete run.
 * 3: something that had to be analysed was not: a problem of severity error, or a kernel that is inconclusive for
 *    another reason than its `possible` findings.
 * 0: neither. A kernel with nothing but `possible` findings was analysed; they are shown as notes.
 */
export function exitCode(result: Result, failOn: FailOn = 'any'): 0 | 1 | 3 {
  if (result.findings.some((finding) => gates(finding, failOn))) return 1;
  return isIncomplete(result) ? 3 : 0;
}

function gates(finding: Finding, failOn: FailOn): boolean {
  if (failOn === 'none') return false;
  if (failOn === 'new' && finding.status === 'unchanged') return false;
  return atLeast(finding.evidence, 'witness') && loudestOf(finding) !== 'note';
}

/** True when something that had to be analysed was not. */
export function isIncomplete(result: Result): boolean {
  return (
    result.problems.some(({ severity }) => severity === 'error') ||
    result.kernels.some((kernel) => kernel.verdict === 'inconclusive' && isUndecided(kernel))
  );
}
