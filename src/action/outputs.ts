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

/** The outputs that a run sets. A job without a checkout writes no files, and one that publishes nothing has no counts. */
export type Outputs = Partial<Readonly<Record<(typeof OUTPUT_NAMES)[number], string>>>;

/** What an outcome says. The files are named by whoever writes them. */
export function outputsOf(outcome: Outcome): Outputs {
  const { counts, notAnalysed, conclusion } = outcome;
  return {
    new: String(counts.new),
    fixed: String(counts.fixed),
    unchanged: String(counts.unchanged),
    'not-analysed': String(notAnalysed.length),
    conclusion,
  };
}

export function setOutputs(runner: Runner, outputs: Outputs): void {
  for (const name of OUTPUT_NAMES) {
    const value = outputs[name];
    if (value !== undefined) runner.setOutput(name, value);
  }
}
