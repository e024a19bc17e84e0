import type { Outcome } from './outcome.ts';
import type { Runner } from './runner.ts';

/** The names of the outputs, as `action.yml` describes them. */
export const OUTPUT_NAMES = [
  'new',
  'fixed',
  'unchanged',
  'not-analysed',
  'sarif-file',
  'result-file',
  'conclusion',
] as const;

/** `conclusion` is always told; the rest only when something was analysed. */
export type Outputs = Partial<Record<(typeof OUTPUT_NAMES)[number], string>> & {
  readonly conclusion: Outcome['conclusion'];
};

export function outputsOf(outcome: Outcome, sarifFile: string, resultFile: string): Outputs {
  const { counts, notAnalysed, conclusion } = outcome;
  return {
    new: String(counts.new),
    fixed: String(counts.fixed),
    unchanged: String(counts.unchanged),
    'not-analysed': String(notAnalysed.length),
    'sarif-file': sarifFile,
    'result-file': resultFile,
    conclusion,
  };
}

export function setOutputs(runner: Runner, outputs: Outputs): void {
  for (const name of OUTPUT_NAMES) {
    const value = outputs[name];
    if (value !== undefined) runner.setOutput(name, value);
  }
}
