/** The job summary: what was analysed, against what, and how it stands. */

import type { Selection } from '../compare/index.ts';
import { MAX_SUMMARY_BYTES } from '../model/platform-limits.ts';
import type { Result } from '../model/result.ts';
import type { ReportContext } from '../report/index.ts';
import { codeSpan, prose, renderMarkdown } from '../report/index.ts';
import { causesInWords } from '../result/causes/index.ts';
import { plural } from '../result/kernels.ts';
import type { Outcome } from './outcome.ts';
import type { PublishedRange } from './publication.ts';
import { countsOf, relaxationsInWords } from './relaxations.ts';

/** Longer lists end in "and N more": the result file has them all. Paths may have 4,096 bytes. */
const MAX_LISTED = 50;
const MAX_LIST_BYTES = 16 * 1024;
/** The most that is shown of a sentence that quotes GitHub or git. */
const MAX_WORDS = 2_000;

export interface SummaryFacts {
  readonly result: Result;
  readonly outcome: Outcome;
  /** Which files, why these, and what they are compared with. */
  readonly range: Pick<PublishedRange, 'selection' | 'words' | 'compared' | 'comparison'>;
  readonly context: ReportContext;
}

/** The whole summary as GitHub Markdown, at most `limit` bytes; the report in it says what it had to leave out. */
export function renderSummary(facts: SummaryFacts, limit = MAX_SUMMARY_BYTES): string {
  const head = [
    `# gpurace: ${headline(facts.outcome, facts.result.summary.kernels)}`,
    prose(facts.range.words.slice(0, MAX_WORDS)),
    comparisonInWords(facts),
    ...relaxationsShown(facts.outcome),
    ...unitList(facts.range.selection),
    ...missingList(facts.range.selection),
  ].join('\n\n');
  const report = renderMarkdown(facts.result, facts.context, limit - Buffer.byteLength(head) - 2);
  // The report has a title for when it stands alone.
  return `${head}\n\n${report.replace(/^# gpurace\n+/, '')}`;
}

function comparisonInWords({ range, outcome: { counts } }: SummaryFacts): string {
  const comparison = prose(range.comparison.slice(0, MAX_WORDS));
  if (range.compared !== null) {
    return `${comparison}: ${counts.new} new, ${counts.unchanged} unchanged, ${counts.fixed} fixed.`;
  }
  return `Not compared: ${comparison}. Every cause that the change may have introduced counts as new, even if the base has it too.`;
}

function relaxationsShown({ relaxations }: Outcome): string[] {
  const sentences = relaxationsInWords(relaxations);
  return sentences.length === 0
    ? []
    : [`**Not judged by the change itself.** ${sentences.map((each) => prose(each.slice(0, MAX_WORDS))).join(' ')}`];
}

/** The state of the run in a few words, without any text from the sources. */
export function headline(outcome: Outcome, kernels: number): string {
  const { conclusion, gated, notAnalysed, ordersLost, relaxations, mistakes, counts } = outcome;
  const parts: string[] = [];
  if (conclusion === 'failure') {
    parts.push(`${causesInWords(gated)} ${gated.length === 1 ? 'fails' : 'fail'} the job`);
  } else if (counts.new > 0) {
    parts.push(`${plural(counts.new, 'new cause')}, none fails the job`);
  }
  if (ordersLost.length > 0) parts.push(plural(ordersLost.length, 'order lost', 'orders lost'));
  if (notAnalysed.length > 0) {
    parts.push(`${plural(notAnalysed.length, 'kernel or file', 'kernels or files')} not analysed`);
  }
  if (mistakes.length > 0) parts.push(`${plural(mistakes.length, 'mistake')} in options, configuration or comments`);
  parts.push(...countsOf(relaxations));
  if (parts.length > 0) return parts.join('; ');
  return kernels === 0 ? 'no kernel to analyse' : `nothing found in ${plural(kernels, 'kernel')}`;
}

function unitList({ units }: Selection): string[] {
  if (units.length === 0) return ['No kernel sources to analyse.'];
  const lines = units.map(({ file, throughHeaders }) => {
    return `- ${codeSpan(file)}${throughHeaders.length === 0 ? '' : `, which includes ${namesOf(throughHeaders)}`}`;
  });
  return [details(`Analysed: ${plural(units.length, 'file')}`, lines)];
}

function namesOf(files: readonly string[]): string {
  const shown = files.slice(0, 3).map(codeSpan).join(', ');
  return files.length > 3 ? `${shown} and ${files.length - 3} more changed files` : shown;
}

function missingList({ missing }: Selection): string[] {
  if (missing.length === 0) return [];
  const lines = missing.map((file) => `- ${codeSpan(file)}`);
  return [`**Not in the checkout**, though the pull request changes it:\n\n${listed(lines)}`];
}

function details(title: string, lines: readonly string[]): string {
  return `<details><summary>${title}</summary>\n\n${listed(lines)}\n\n</details>`;
}

function listed(lines: readonly string[]): string {
  let room = MAX_LIST_BYTES;
  const kept = lines.slice(0, MAX_LISTED).filter((line) => {
    room -= Buffer.byteLength(line) + 1;
    return room >= 0;
  });
  const more = lines.length - kept.length;
  return [...kept, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}
