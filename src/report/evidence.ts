import { EVIDENCE, type Evidence, type Finding } from '../model/result.ts';
import { ruleById } from './rules.ts';

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
  return finding.severity ?? ruleById(finding.rule).level;
}

const WORDS: Record<Evidence, string> = {
  trace: 'seen in a recorded run: the two accesses were not ordered by any synchronisation',
  replayed: 'the witness was executed and the two accesses met without an order between them',
  predicted: 'follows from a recorded run by a reordering that was checked',
  witness: 'the solver found this launch; it was not executed',
  possible: 'not proved: the model leans on something it had to over-approximate',
};

const BARRIER_WORDS: Record<Evidence, string> = {
  trace: 'seen in a recorded run',
  replayed: 'the witness was executed and showed it',
  predicted: 'follows from a recorded run',
  witness: 'the solver found this launch; it was not executed',
  possible: 'not proved: the model leans on something it had to over-approximate',
};

/** Of a finding that tells of no run: a barrier that is redundant. */
const PROVED = 'follows from the proof that the kernel has no race, which needs nothing of this barrier';

/** One clause that says how the finding is known. */
export function evidenceInWords(finding: Finding): string {
  const words = finding.accesses.length === 2 ? WORDS : BARRIER_WORDS;
  const isProved = finding.rule === 'redundant-barrier' && finding.evidence === 'witness';
  const said = `${finding.evidence}: ${isProved ? PROVED : words[finding.evidence]}`;
  if (!finding.suppressed) {
    return finding.severity === 'off' ? `the configuration switches the rule off here; ${said}` : said;
  }
  const { reason } = finding.suppressed;
  return `ignored by a comment in the source${reason === '' ? '' : ` (${reason})`}; ${said}`;
}
