import type { Result } from '../model/result.ts';
import { type Gate, isGated } from './gate.ts';
import { isOpenOrder } from './level.ts';
import { isUndecided } from './open-reasons.ts';

/**
 * What a result means for the exit code.
 *
 * 1: some finding is gated. Findings win over everything else.
 * 2: what the user states is a mistake, such as a rule to ignore that there is none of.
 * 3: something that had to be analysed was not: a problem of severity error, a kernel of which more is open than its
 *    `possible` findings, whether or not it has a race that is known, or an order that the change lost and of which it is
 *    open whether it matters.
 * 0: neither. A kernel with nothing but `possible` findings was analysed; they are shown as notes.
 */
export function exitCode(result: Result, gate: Gate): 0 | 1 | 2 | 3 {
  if (result.findings.some((finding) => isGated(finding, gate))) return 1;
  if (result.problems.some(({ isMistake }) => isMistake === true)) return 2;
  return isIncomplete(result) ? 3 : 0;
}

/** True when something that had to be analysed was not. */
export function isIncomplete(result: Result): boolean {
  return (
    result.findings.some(isOpenOrder) ||
    result.problems.some(({ severity }) => severity === 'error') ||
    result.kernels.some(isUndecided)
  );
}
