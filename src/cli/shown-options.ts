/** The options of the commands that show a result which is already there: what counts, and what it makes the exit code. */
import { Option } from 'commander';
import { FailOn, MinEvidence } from '../model/options.ts';

export function failOnOption(): Option {
  return new Option('--fail-on <WHAT>', 'which findings exit with 1').choices(FailOn.options).default('any');
}

export function minEvidenceOption(): Option {
  return new Option('--min-evidence <EVIDENCE>', 'the weakest evidence shown as more than a note')
    .choices(MinEvidence.options)
    .default('predicted');
}
