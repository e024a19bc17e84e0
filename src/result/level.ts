import { EVIDENCE, type Evidence, type Finding } from '../model/result.ts';
import { RULE_NATURE } from '../model/rules.ts';

/** True when `evidence` is as strong as `floor` or stronger. */
export function atLeast(evidence: Evidence, floor: Evidence): boolean {
  return EVIDENCE.indexOf(evidence) <= EVIDENCE.indexOf(floor);
}

export type Level = 'error' | 'warning' | 'note';

/** True when the change took away what kept the two accesses apart, and nobody asked not to hear of it. */
export function isOrderLost({ orderLost, status, suppressed, severity }: Finding): boolean {
  return orderLost != null && status === 'new' && !suppressed && severity !== 'off';
}

/** True when the change took away what kept two accesses apart, and it is open whether they race. */
export function isOpenOrder(finding: Finding): boolean {
  return isOrderLost(finding) && !atLeast(finding.evidence, 'predicted');
}

/**
 * How loudly a finding is reported: the level that the configuration gives its rule, else the rule's own, when the
 * evidence reaches `minEvidence`; else a note, or a warning where the change took away what kept the two apart.
 * A finding that is gone (`fixed`) or suppressed in the source is never more than a note.
 */
export function levelOf(finding: Finding, minEvidence: Evidence): Level {
  if (finding.status === 'fixed' || finding.suppressed || finding.severity === 'off') return 'note';
  if (!atLeast(finding.evidence, minEvidence))
    return isOrderLost(finding) && finding.severity !== 'note' ? 'warning' : 'note';
  return finding.severity ?? RULE_NATURE[finding.rule].level;
}

/** True when a comment in the source or the configuration asks not to see it. */
export function isSilenced({ suppressed, severity }: Finding): boolean {
  return Boolean(suppressed) || severity === 'off';
}
