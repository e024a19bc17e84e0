import type { Evidence, Finding } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';

const WORDS: Record<Evidence, string> = {
  trace: 'seen in a recorded run: no synchronization ordered the two accesses',
  replayed: 'the witness was executed in the simulator, and nothing ordered the two accesses',
  predicted: 'follows from a recorded run by a reordering that was checked',
  witness: 'the solver found this launch; it was not executed',
  possible: 'not proved: it depends on values that the code does not determine, or on an over-approximation',
};

const BARRIER_WORDS: Record<Evidence, string> = {
  trace: 'seen in a recorded run',
  replayed: 'the witness was executed and showed it',
  predicted: 'follows from a recorded run',
  witness: 'the solver found this launch; it was not executed',
  possible: 'not proved: it depends on values that the code does not determine, or on an over-approximation',
};

/** Of a finding that tells of no run: a barrier that is redundant. */
const PROVED = 'follows from the proof that the kernel has no race, which does not use this barrier';

/** Of an order that is lost between accesses that were not decided. */
const UNDECIDED = 'the two are no longer ordered; whether they touch the same memory could not be decided';

/** One clause that says how the finding is known. */
export function evidenceInWords(finding: Finding): string {
  const words = finding.accesses.length === 2 ? WORDS : BARRIER_WORDS;
  const isProved = !isDefect(finding) && finding.evidence === 'witness';
  const isOpen = finding.orderLost != null && finding.witness === null && finding.evidence === 'possible';
  const doubt = finding.evidence === 'possible' ? doubtInWords(finding) : null;
  const said = `${finding.evidence}: ${isProved ? PROVED : isOpen ? UNDECIDED : (doubt ?? words[finding.evidence])}`;
  if (!finding.suppressed) {
    return finding.severity === 'off' ? `the configuration switches the rule off here; ${said}` : said;
  }
  const { reason } = finding.suppressed;
  return `ignored by a comment in the source${reason === '' ? '' : ` (${reason})`}; ${said}`;
}

/** Null where nobody has said what of it is open. */
function doubtInWords({ doubt, replay }: Finding): string | null {
  if (doubt !== undefined) return `not proved: ${doubt}`;
  return replay === undefined || replay.isGuess
    ? null
    : `not proved: executing the witness did not show it (${replay.text})`;
}
