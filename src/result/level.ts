import { EVIDENCE, type Evidence, type Finding } from '../model/result.ts';
import { RULE_NATURE } from '../model/rules.ts';

/** True when `evidence` is as strong as `floor` or stronger. */
export function atLeast(evidence: Evidence, floor: Evidence): boolean {
  return EVIDENCE.indexOf(evidence) <= EVIDENCE.indexOf(floor);
}

export type Level = 'error' | 'warning' | 'note';

/**
 * How loudly a finding is reported: the level of its rule when the evidence reaches `minEvidence`, else a note.
 * A finding that is gone (`fixed`) or suppressed in the source is never more than a note.
 */
export function levelOf(finding: Finding, minEvidence: Evidence): Level {
  return atLeast(finding.evidence, minEvidence) ? loudestOf(finding) : 'note';
}

/** The level that a finding can have at most, whatever its evidence: that of the configuration, else that of its rule. */
export function loudestOf(finding: Finding): Level {
  if (finding.status === 'fixed' || finding.suppressed || finding.severity === 'off') return 'note';
  return finding.severity ?? RULE_NATURE[finding.rule].level;
}
