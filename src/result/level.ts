import { EVIDENCE, type Evidence, type Finding } from '../model/result.ts';
import { RULE_NATURE } from '../model/rules.ts';

/** True when `evidence` is as strong as `floor` or stronger. */
export function atLeast(evidence: Evidence, floor: Evidence): boolean {
  return EVIDENCE.indexOf(evidence) <= EVIDENCE.indexOf(floor);
}

export type Level = 'error' | 'warning' | 'note';

/**
 * How loudly a finding is reported: the level that the configuration gives its rule, else the rule's own, when the
 * evidence reaches `minEvidence`; else a note.
 * A finding that is gone (`fixed`) or suppressed in the source is never more than a note.
 */
export function levelOf(finding: Finding, minEvidence: Evidence): Level {
  if (!atLeast(finding.evidence, minEvidence)) return 'note';
  if (finding.status === 'fixed' || finding.suppressed || finding.severity === 'off') return 'note';
  return finding.severity ?? RULE_NATURE[finding.rule].level;
}
