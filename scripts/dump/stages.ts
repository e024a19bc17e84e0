/** What there is to see between a source and its verdict, as text. */
import type { SourceTree } from '../../src/model/source-tree.ts';
import { launchLines } from '../../src/report/explanation.ts';
import { visibleLines } from '../../src/report/index.ts';
import { printPairs, printQueries } from './decisions.ts';
import { printExecution } from './execution.ts';
import type { Middle } from './middle.ts';
import { printProgram } from './program.ts';
import { SourceText } from './source-text.ts';
import { withStableNames, withStableTerms } from './stable-names.ts';

export const STAGES = ['program', 'accesses', 'pairs', 'smt'] as const;
export type Stage = (typeof STAGES)[number];

type Printer = (middle: Middle, source: SourceText) => string[];

const PRINTERS: Readonly<Record<Stage, Printer>> = {
  program: ({ program, kernel }) => printProgram(program, kernel),
  accesses: ({ program, executions, explanation }, source) =>
    executions.flatMap((execution, i) => [
      '',
      ...launchLines({ ...explanation.launches[i]!, pairs: [], omitted: 0 }),
      ...printExecution(program, execution, source),
    ]),
  pairs: ({ explanation }) => printPairs(explanation),
  smt: ({ explanation }) => printQueries(explanation),
};

/** Characters of a line; a value can be a term of thousands. */
const LINE_LIMIT = 400;

/** The same for the same sources: no times, no absolute paths, and numbers of symbols by their order. */
export function dumpOf(middle: Middle, stage: Stage, tree: SourceTree, file: string): string {
  const { kernel, line, verdict } = middle.result;
  const body = PRINTERS[stage](middle, new SourceText(tree, file)).join('\n');
  const stable = withStableNames(stage === 'smt' ? withStableTerms(body) : body);
  const lines = visibleLines(`${kernel} (${file}:${line}): ${verdict}\n${stable}`);
  return lines.map((text) => `${text.length <= LINE_LIMIT ? text : `${text.slice(0, LINE_LIMIT)}…`}\n`).join('');
}
