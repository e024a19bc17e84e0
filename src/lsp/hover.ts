/** The verdict of a kernel, shown where its name stands. */
import type { Hover, Position } from 'vscode-languageserver/node';
import { bareName } from '../lexical/kernel-names.ts';
import { assumptionText } from '../model/assumption.ts';
import { reasonText } from '../model/reason.ts';
import type { KernelResult, Result } from '../model/result.ts';
import { codeSpan, conditionInWords, prose } from '../report/index.ts';
import { plural } from '../result/kernels.ts';

/** Lines of a list that are shown. */
const MAX_LINES = 8;

/** Null where no kernel's name stands. @param line the text of the line of the position */
export function hoverAt(result: Result, line: string, { character }: Position): Hover | null {
  const word = wordAt(line, character);
  if (word === null) return null;
  const kernels = result.kernels.filter(({ kernel }) => bareName(kernel) === word);
  if (kernels.length === 0) return null;
  return { contents: { kind: 'markdown', value: kernels.map(verdictMarkdown).join('\n\n---\n\n') } };
}

function wordAt(line: string, character: number): string | null {
  for (const { 0: word, index } of line.matchAll(/[A-Za-z_]\w*/g)) {
    if (index <= character && character <= index + word.length) return word;
  }
  return null;
}

const SAYS: Readonly<Record<KernelResult['verdict'], string>> = {
  'race-free': 'proved to have no race',
  conditional: 'race-free if this holds',
  racy: 'two threads race',
  inconclusive: 'neither proved nor found racy',
};

function verdictMarkdown({ kernel, verdict, assumptions, reasons, conditions, accessPairs }: KernelResult): string {
  const lists = {
    'race-free': assumptions.map(assumptionText),
    conditional: conditions.map(conditionInWords),
    racy: [],
    inconclusive: reasons.map(reasonText),
  }[verdict];
  const shown = lists.slice(0, MAX_LINES).map((text) => `- ${prose(text)}`);
  const more = lists.length > MAX_LINES ? [`- and ${lists.length - MAX_LINES} more`] : [];
  const head = `${codeSpan(kernel)}: **${verdict}**, ${SAYS[verdict]} (${plural(accessPairs, 'pair')} of accesses)`;
  const under = verdict === 'race-free' && shown.length > 0 ? ['', 'Assumptions:'] : [];
  return [head, ...under, ...(shown.length > 0 ? ['', ...shown, ...more] : [])].join('\n');
}
