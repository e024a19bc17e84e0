/** GitHub Markdown: the job summary of the action and `--format markdown`. */
import type { LineReader } from '../lexical/lines.ts';
import { messageOf } from '../model/finding-message.ts';
import { MAX_SUMMARY_BYTES } from '../model/platform-limits.ts';
import { reasonText } from '../model/reason.ts';
import type { Finding, KernelResult, Language, Problem, Result } from '../model/result.ts';
import {
  type CauseWithFindings,
  causesByKernel,
  causesOf,
  kernelOfCause,
  levelOfCause,
  statusesInWords,
} from '../result/causes/index.ts';
import { countsInWords, openKernels, plural } from '../result/kernels.ts';
import { nextSteps, stepInWords } from '../result/next-steps.ts';
import { WORST_FIRST } from '../result/verdicts.ts';
import { assumptionLines } from './assumption-lines.ts';
import { headlineCell, headlineMarkdown, type PairRow, pairColumns, pairRows, pairsInWords } from './cause.ts';
import { conditionInWords, statingComment } from './condition.ts';
import { findingLineReader, type ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { excerpts } from './excerpt.ts';
import { explainingLine, statusInWords } from './explaining-line.ts';
import { launchSizes } from './launch-text.ts';
import { BoundedText } from './size-bound.ts';
import { gutter, linesBeside, marksOf, visibleDiff } from './text.ts';
import { codeSpan, escapeMarkup, fenced, prose, tableCode, tableText } from './untrusted.ts';
import { accessInWords, loadedInWords, placeOf, witnessColumns, witnessLaunch, witnessRows } from './witness.ts';

/** Kept for the lines that say what was left out. */
const RESERVE = 4096;
/** Rows of one table; a longer one goes on in words. */
const MAX_ROWS = 1000;
/** A longer table is folded away: what is found comes first. */
const MAX_OPEN_ROWS = 20;

const ICON = { error: '🛑', warning: '⚠️', note: 'ℹ️' } as const;
/** What a reader came for first. */
const STATUSES: readonly Finding['status'][] = ['new', null, 'unchanged', 'fixed'];
const VERDICT = {
  'race-free': '✅ race-free',
  conditional: '☑️ conditional',
  racy: '🛑 racy',
  inconclusive: '❔ inconclusive',
} as const;

/** Renders a result as Markdown of at most `maxBytes`; what does not fit is counted at the end. */
export function renderMarkdown(result: Result, context: ReportContext, maxBytes: number = MAX_SUMMARY_BYTES): string {
  const out = new BoundedText(maxBytes - RESERVE);
  const linesOf = findingLineReader(context, result);
  out.add('# gpurace');
  const statuses = statusesInWords(result);
  const time = timeInWords(result.summary.elapsedMs);
  out.add(`${countsInWords(result)}.${statuses === '' ? '' : ` Causes: ${statuses}.`} Took ${time}.`);
  const open = result.kernels.filter(({ verdict }) => verdict === 'inconclusive').length;
  const errors = result.problems.filter(({ severity }) => severity === 'error').length;
  if (open + errors > 0) {
    out.add(`**Incomplete:** ${plural(open, 'kernel')} not proved either way, ${plural(errors, 'file problem')}.`);
  }
  if (result.kernels.length > 0) out.add(kernelTable(result));
  for (const status of STATUSES) {
    const causes = causesOf(result).filter((each) => each.status === status);
    if (status === 'unchanged' || status === 'fixed') {
      if (causes.length > 0) out.add(causeTable(status, causes));
      continue;
    }
    for (const cause of causes) out.add(causeSection(cause, result, context, linesOf(cause.explains[0]!)));
  }
  const conditional = conditionalSection(result);
  if (conditional !== '') out.add(conditional);
  const reasons = openSection(result);
  if (reasons !== '') out.add(reasons);
  if (result.problems.length > 0) out.add(problemsSection(result.problems));
  const ending =
    out.leftOut === 0
      ? ''
      : `**Cut here:** ${plural(out.leftOut, 'section')} more did not fit into ${maxBytes} bytes. The JSON result has everything.`;
  return out.text(ending);
}

function kernelTable(result: Result): string {
  const kernels = WORST_FIRST.flatMap((verdict) => result.kernels.filter((kernel) => kernel.verdict === verdict));
  const byKernel = causesByKernel(result);
  const rows = kernels.slice(0, MAX_ROWS).map((kernel) => {
    const causes = causeCounts(byKernel.get(kernel) ?? []);
    return `| ${tableCode(kernel.kernel)} | ${tableCode(`${kernel.file}:${kernel.line}`)} | ${VERDICT[kernel.verdict]} | ${causes} | ${kernel.accessPairs} | ${timeInWords(kernel.elapsedMs)} |`;
  });
  const more = result.kernels.length - rows.length;
  const lines = [
    '| kernel | at | verdict | causes | access pairs | time |',
    '|---|---|---|---:|---:|---:|',
    ...rows,
    ...(more > 0 ? ['', `${plural(more, 'kernel')} more.`] : []),
  ];
  return rows.length > MAX_OPEN_ROWS ? details(plural(rows.length, 'kernel'), lines) : lines.join('\n');
}

/** `1 new, 2 unchanged`; a number alone where nothing was compared. */
function causeCounts(causes: readonly CauseWithFindings[]): string {
  const counted = STATUSES.flatMap((status) => {
    const count = causes.filter((cause) => cause.status === status).length;
    return count === 0 ? [] : [`${count} ${status ?? 'other'}`];
  });
  return causes.every(({ status }) => status === null) ? String(causes.length) : counted.join(', ');
}

function timeInWords(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

function causeSection(
  cause: CauseWithFindings,
  result: Result,
  context: ReportContext,
  readLine: (file: string, line: number) => string | undefined,
): string {
  const finding = cause.explains[0]!;
  const level = levelOfCause(cause, context.minEvidence);
  const status = statusInWords(finding);
  const changed = explainingLine(finding);
  const blocks = [
    `## ${ICON[level]} ${finding.rule} in ${codeSpan(finding.kernel)}${status}`,
    `**${headlineMarkdown(cause)}.**`,
    prose(messageOf(finding)),
    ...(changed === null
      ? []
      : [
          `The change ${changed.did} ${codeSpan(changed.text)} (${codeSpan(`${changed.file}:${changed.line}`)}), ${changed.effect}.`,
        ]),
    finding.accesses.map((access) => `- ${codeSpan(accessInWords(access))} at ${codeSpan(placeOf(access))}`).join('\n'),
    ...excerpts(marksOf(finding), readLine, { also: linesBeside(finding) }).map(({ rows }) => fenced(gutter(rows), '')),
  ];
  const kernel = kernelOfCause(cause, result);
  if (finding.witness !== null) blocks.push(witnessSection(finding, kernel?.language ?? null));
  blocks.push(`Evidence: ${evidenceInWords(finding)}.`);
  const loaded = loadedInWords(finding);
  if (loaded !== null) blocks.push(loaded);
  if (cause.explains.length > 1) blocks.push(details(pairsInWords(cause), pairsTable(cause)));
  if (kernel !== undefined && kernel.launches.length + kernel.assumptions.length > 0)
    blocks.push(basis(kernel, readLine));
  for (const fix of cause.fixes) {
    const note = fix.note === undefined ? '' : ` ${prose(fix.note)}`;
    blocks.push(`Verified fix (${codeSpan(fix.kind)}):${note}`, fenced(visibleDiff(fix.diff), 'diff'));
  }
  return blocks.join('\n\n');
}

/** What was there before the change, or is gone with it: nothing that a reviewer has to look at first. */
function causeTable(status: 'unchanged' | 'fixed', causes: readonly CauseWithFindings[]): string {
  const rows = causes.slice(0, MAX_ROWS).map((cause) => {
    const finding = cause.explains[0]!;
    const [first] = finding.accesses;
    const place = first === undefined ? '' : tableCode(`${first.file}:${first.line}`);
    return `| ${place} | ${tableCode(cause.kernel)} | ${headlineCell(cause)} | ${finding.rule} | ${finding.evidence} |`;
  });
  const more = causes.length - rows.length;
  return details(`${plural(causes.length, 'cause')} ${status}`, [
    '| at | kernel | cause | rule | evidence |',
    '|---|---|---|---|---|',
    ...rows,
    ...(more > 0 ? ['', `${plural(more, 'cause')} more.`] : []),
  ]);
}

/** All pairs of a cause, as lines of a table. */
export function pairsTable(cause: CauseWithFindings): string[] {
  const { rows, more } = pairRows(cause);
  const columns = pairColumns(cause);
  return [
    `| ${columns.map(({ title }) => title).join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${columns.map(({ key }) => pairCell(key, row[key])).join(' | ')} |`),
    ...(more > 0 ? ['', `and ${more} more`] : []),
  ];
}

/** Words break between lines, code does not. */
function pairCell(key: keyof PairRow, text: string): string {
  if (text === '') return '';
  return key === 'memory' || key === 'kernel' ? tableCode(text) : tableText(text);
}

/** The launch and the two threads as a table. */
function witnessSection(finding: Finding, language: Language | null): string {
  if (finding.witness === null) return '';
  const columns = witnessColumns(language);
  const launch = witnessLaunch(finding.witness, language).map(({ name, value }) => codeSpan(`${name} = ${value}`));
  const rows = witnessRows(finding, finding.witness).map(
    (row) =>
      `| ${columns.map(({ key }) => (key === 'thread' || row[key] === '' ? row[key] : tableCode(row[key]))).join(' | ')} |`,
  );
  return [
    `Witness: ${launch.join(', ')}`,
    '',
    `| ${columns.map(({ title }) => title).join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows,
  ].join('\n');
}

/** What the finding rests on: launches and assumptions, folded away. */
function basis(kernel: KernelResult, readLine: LineReader): string {
  const launches = kernel.launches.map(
    (launch) =>
      `- ${launch.line === 0 ? `recorded in ${codeSpan(launch.file)}` : `launched at ${codeSpan(`${launch.file}:${launch.line}`)}`} with ${codeSpan(launchSizes(launch, kernel.language, readLine))}`,
  );
  const assumptions = assumptionLines(kernel.assumptions).map((line) => `- assumed: ${codeSpan(line)}`);
  return details(`${plural(launches.length, 'launch', 'launches')}, ${plural(assumptions.length, 'assumption')}`, [
    ...launches,
    ...assumptions,
  ]);
}

function conditionalSection({ kernels }: Result): string {
  const conditional = kernels.filter(({ verdict }) => verdict === 'conditional');
  if (conditional.length === 0) return '';
  const lines = conditional
    .slice(0, MAX_ROWS)
    .flatMap((kernel) => [
      `- ${codeSpan(kernel.kernel)} at ${codeSpan(`${kernel.file}:${kernel.line}`)} is race-free if`,
      ...kernel.conditions.map((condition) => `  - ${codeSpan(conditionInWords(condition))}`),
      `  - if so, write above the kernel: ${codeSpan(statingComment(kernel))}`,
    ]);
  const more = conditional.length - Math.min(conditional.length, MAX_ROWS);
  if (more > 0) lines.push(`- ${plural(more, 'kernel')} more`);
  return `## Race-free under conditions\n\n${details(plural(conditional.length, 'kernel'), lines)}`;
}

function openSection(result: Result): string {
  const kernels = openKernels(result);
  if (kernels.length === 0) return '';
  const lines = kernels
    .slice(0, MAX_ROWS)
    .flatMap((kernel) => [
      `- ${codeSpan(kernel.kernel)} at ${codeSpan(`${kernel.file}:${kernel.line}`)}: ${kernel.verdict}`,
      ...kernel.reasons.map((reason) => `  - ${codeSpan(reasonText(reason))}`),
    ]);
  const more = kernels.length - Math.min(kernels.length, MAX_ROWS);
  if (more > 0) lines.push(`- ${plural(more, 'kernel')} more`);
  const steps = nextSteps(result).map((step) => `- ${stepInWords(step)}`);
  const help = steps.length === 0 ? '' : `What helps:\n\n${steps.join('\n')}\n\n`;
  return `## Not fully decided\n\n${help}${details(plural(kernels.length, 'kernel'), lines)}`;
}

function problemsSection(problems: readonly Problem[]): string {
  const lines = problems.slice(0, MAX_ROWS).map(({ file, line, column, severity, message }) => {
    const place = [file, line, column].filter((part) => part !== null).join(':');
    return `- ${severity}${place === '' ? '' : ` at ${codeSpan(place)}`}: ${prose(message)}`;
  });
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`- ${plural(more, 'problem')} more`);
  return `## Problems\n\n${lines.join('\n')}`;
}

function details(summary: string, lines: readonly string[]): string {
  return `<details><summary>${escapeMarkup(summary)}</summary>\n\n${lines.join('\n')}\n\n</details>`;
}
