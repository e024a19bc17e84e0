/** The options of the commands that show a result which is already there: what counts, and what it makes the exit code. */
import type { Option } from 'commander';
import { FailOn, MinEvidence } from '../model/options.ts';
import { choiceOption } from './choices.ts';

export function failOnOption(): Option {
  return choiceOption('--fail-on <WHAT>', 'which findings cause exit code 1', FailOn.options).default('any');
}

export function minEvidenceOption(): Option {
  return choiceOption(
    '--min-evidence <EVIDENCE>',
    'weakest evidence that counts; weaker findings are notes',
    MinEvidence.options,
  ).default('predicted');
}
