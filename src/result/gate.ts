import type { FailOn } from '../model/options.ts';
import type { Evidence, Finding } from '../model/result.ts';
import { atLeast, levelOf } from './level.ts';

/** What makes a finding fail a run. The command line and the action ask the same question of the same findings. */
export interface Gate {
  readonly failOn: FailOn;
  readonly minEvidence: Evidence;
  /** No base was asked for, so that a finding without a status counts as new. */
  readonly isUncompared: boolean;
}

/**
 * True when a finding fails the run: it is shown as more than a note (its evidence reaches `minEvidence`, and neither the
 * rule, the configuration, a comment in the source nor the change turns it down), and `failOn` asks for it.
 */
export function isGated(finding: Finding, { failOn, minEvidence, isUncompared }: Gate): boolean {
  // An order that is lost without evidence of a race is shown, and makes the run incomplete.
  if (!atLeast(finding.evidence, minEvidence) || levelOf(finding, minEvidence) === 'note') return false;
  switch (failOn) {
    case 'none':
      return false;
    case 'any':
      return true;
    case 'new':
      return finding.status === 'new' || (finding.status === null && isUncompared);
  }
}
