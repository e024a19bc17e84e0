/** The report for people on a terminal. */

import picocolors from 'picocolors';
import { assumptionText } from '../model/assumption.ts';
import { messageOf } from '../model/finding-message.ts';
import { reasonText } from '../model/reason.ts';
import type { Access, Finding, KernelResult, Language, Problem, Result } from '../model/result.ts';
import {
  type CauseWithFindings,
  causesOf,
  kernelOfCause,
  levelOfCause,
  statusesInWords,
} from '../result/causes/index.ts';
import { countsInWords, openKernels, plural } from '../result/kernels.ts';
import type { Level } from '../result/level.ts';
import { nextSteps, stepInWords } from '../result/next-steps.ts';
import { fixesOf, headlineText, PAIR_COLUMNS, pairRows, pairsInWords } from './cause.ts';
import { conditionInWords, statingComment } from './condition.ts';
import { findingLineReader, type ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { displayWidth, type ExcerptRow, excerpts, type Mark } from './excerpt.ts';
import { explainingLine, statusInWords } from './explaining-line.ts';
import { type LineReader, launchSizes } from './launch-text.ts';
import { leftOutInWords, loudest } from './loudest.ts';
import { visible, visibleLines } from './untrusted.ts';
import { loadedInWords, placeOf, whenOf, witnessColumns, witnessLaunch, witnessRows } from './witness.ts';

/** Causes in full: so many are some 30,000 lines. */
const SHOWN = 2000;

type Colors = ReturnType<typeof picocolors.createColors>;

/** Renders a result as plain text, ending with a line that says how it stands. */
export function renderText(result: Result, context: ReportContext): string {
  const colors = picocolors.createColors(context.color);
  const linesOf = findingLineReader(context);
  const causes = loudest(causesOf(result), SHOWN, context);
  const leftOut = leftOutInWords(result, causes.length);
  const told = new Set<KernelResult>();
  const blocks = [
    ...causes.map((cause) => {
      const finding = cause.explains[0]!;
      const kernel = kernelOfCause(cause, result);
      const isTold = kernel !== undefined && told.has(kernel);
      if (kernel !== undefined) told.add(kernel);
      return [
        ...causeBlock({ cause, language: kernel?.language ?? null }, context, linesOf(finding), colors),
        ...(kernel === undefined || finding.status === 'fixed' ? [] : basis(kernel, isTold, linesOf(finding))),
        ...fixes(cause),
      ];
    }),
    ...(leftOut === null ? [] : [[leftOut]]),
    ...openBlock(result, colors),
    ...conditionalBlock(result, colors),
    ...assumptionsBlock(result, colors),
    ...problemsBlock(result, colors),
    [summaryLine(result, context)],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The closing line: kernels by verdict, causes by level, time. */
export function summaryLine(result: Result, context: Pick<ReportContext, 'minEvidence'>): string {
  const parts = [countsInWords(result)];
  const causes = causesOf(result);
  if (causes.length > 0) {
    const levels = causes.map((cause) => levelOfCause(cause, context.minEvidence));
    const counts = (['error', 'warning', 'note'] as const)
      .map((level) => ({ level, count: levels.filter((other) => other === level).length }))
      .filter(({ count }) => count > 0)
      .map(({ level, count }) => plural(count, level));
    const pairs = result.findings.length === causes.length ? '' : ` of ${plural(result.findings.length, 'finding')}`;
    parts.push(`${plural(causes.length, 'cause')} (${counts.join(', ')})${pairs}`);
    const statuses = statusesInWords(result);
    if (statuses !== '') parts.push(statuses);
  }
  const errors = result.problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) parts.push(`${plural(errors, 'file problem')}, so something was not analysed`);
  parts.push(`${(result.summary.elapsedMs / 1000).toFixed(1)} s`);
  return parts.join('; ');
}

function causeBlock(
  { cause, language }: { readonly cause: CauseWithFindings; readonly language: Language | null },
  context: ReportContext,
  readLine: (file: string, line: number) => string | undefined,
  colors: Colors,
): string[] {
  const finding = cause.explains[0]!;
  const level = levelOfCause(cause, context.minEvidence);
  const status = statusInWords(finding);
  const first = `${visible(placeOf(finding.accesses[0]!))}: ${paint(colors, level)(level)}: ${finding.rule} in kernel ${visible(finding.kernel)}${status}`;
  const headline = colors.bold(`  ${headlineText(cause)}.`);
  const lines = [colors.bold(first), headline, ...visibleLines(messageOf(finding)).map((line) => `  ${line}`), ''];
  const changed = explainingLine(finding);
  if (changed !== null) {
    const place = `${visible(changed.file)}:${changed.line}`;
    lines.push(`  The change ${changed.did} ${place}, ${changed.effect}:`, `    ${visible(changed.text)}`, '');
  }
  for (const excerpt of excerpts(marksOf(finding), readLine)) {
    lines.push(`  ${colors.dim(visible(excerpt.file))}`, ...gutter(excerpt.rows, colors));
  }
  if (finding.witness !== null) {
    const launch = witnessLaunch(finding.witness, language).map(
      ({ name, value }) => `${visible(name)} = ${visible(value)}`,
    );
    lines.push(
      '',
      `  Witness: ${launch.join(', ')}`,
      ...table(witnessCells(finding, language)).map((row) => `    ${row}`),
    );
  }
  lines.push('', `  Evidence: ${evidenceInWords(finding)}.`);
  const loaded = loadedInWords(finding);
  if (loaded !== null) lines.push(`  ${loaded}`);
  return [...lines, ...pairsBlock(cause)];
}

/** All pairs of a cause, where there are several. */
function pairsBlock(cause: CauseWithFindings): string[] {
  if (cause.explains.length < 2) return [];
  const { rows, more } = pairRows(cause);
  const cells = rows.map((row) => PAIR_COLUMNS.map(({ key }) => visible(row[key])));
  return [
    '',
    `  ${pairsInWords(cause)}:`,
    ...table([PAIR_COLUMNS.map(({ title }) => title), ...cells]).map((row) => `    ${row}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
    '',
  ];
}

/** What the findings of a kernel rest on. @param told True when an earlier finding of the kernel has shown it. */
function basis(kernel: KernelResult, told: boolean, readLine: LineReader): string[] {
  if (kernel.launches.length + kernel.assumptions.length === 0) return [];
  if (told) return ['  Launches and assumptions: as above.'];
  const lines = kernel.launches.map((launch) => {
    const { file, line } = launch;
    const sizes = visible(launchSizes(launch, kernel.language, readLine));
    // A launch of a trace stands in no line.
    return line === 0
      ? `  Recorded in ${visible(file)} with ${sizes}`
      : `  Launched at ${visible(file)}:${line} with ${sizes}`;
  });
  return kernel.assumptions.length === 0
    ? lines
    : [...lines, '  Assumed:', ...bullets(kernel.assumptions.map(assumptionText))];
}

function fixes({ explains }: CauseWithFindings): string[] {
  return fixesOf(explains).flatMap((fix) => [
    `  Verified fix (${visible(fix.kind)}):`,
    ...(fix.note === undefined ? [] : [`    ${visible(fix.note)}`]),
    ...visibleDiff(fix.diff).map((line) => `    ${line}`),
  ]);
}

/** The labels under the carets name the thread of the witness table that does the access. */
export function marksOf(finding: Finding): Mark[] {
  const [first, second] = finding.accesses;
  if (first === undefined) return [];
  if (second === undefined) return [{ access: first, label: [first.kind, ...whenOf(first)].join(', ') }];
  // A place that races with itself is marked once.
  if (isSamePlace(first, second)) return [{ access: first, label: `A and B: ${first.kind}` }];
  return [
    { access: first, label: [`A: ${first.kind}`, ...whenOf(first)].join(', ') },
    { access: second, label: [`B: ${second.kind}`, ...whenOf(second)].join(', ') },
  ];
}

function isSamePlace(a: Access, b: Access): boolean {
  const where = ({ file, line, column, kind }: Access) => [file, line, column, kind].join();
  return where(a) === where(b) && whenOf(a).join() === whenOf(b).join();
}

/** Numbered source rows with the caret rows beneath, one gutter for all. */
export function gutter(rows: readonly ExcerptRow[], colors: Colors = picocolors.createColors(false)): string[] {
  const width = Math.max(...rows.map(({ line }) => String(line ?? '').length), 3);
  return rows.map(({ kind, line, text }) => {
    if (kind === 'gap') return `  ${' '.repeat(width - 3)}...`;
    const number = colors.dim(`${String(line ?? '').padStart(width)} |`);
    return `  ${number} ${kind === 'carets' ? colors.red(text) : text}`.trimEnd();
  });
}

function witnessCells(finding: Finding, language: Language | null): string[][] {
  if (finding.witness === null) return [];
  const rows = witnessRows(finding, finding.witness);
  const columns = witnessColumns(language);
  return [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ key }) => visible(row[key])))];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

function openBlock(result: Result, colors: Colors): string[][] {
  const kernels = openKernels(result);
  if (kernels.length === 0) return [];
  const lines = [colors.bold(`Left open (${plural(kernels.length, 'kernel')}):`)];
  for (const kernel of kernels) {
    lines.push(`  ${kernelPlace(kernel)}: ${kernel.verdict}`, ...bullets(kernel.reasons.map(reasonText)));
  }
  lines.push(...nextStepLines(result));
  return [lines];
}

/** What to do about what was left open, as lines of the text report. */
export function nextStepLines(result: Pick<Result, 'kernels'>): string[] {
  const steps = nextSteps(result);
  return steps.length === 0 ? [] : ['  What helps:', ...bullets(steps.map(stepInWords))];
}

function conditionalBlock(result: Result, colors: Colors): string[][] {
  const kernels = result.kernels.filter(({ verdict }) => verdict === 'conditional');
  if (kernels.length === 0) return [];
  const lines = [colors.bold('Race-free if these conditions hold:')];
  for (const kernel of kernels)
    lines.push(
      `  ${kernelPlace(kernel)}`,
      ...bullets([
        ...kernel.conditions.map(conditionInWords),
        `to say so, above the kernel: ${statingComment(kernel)}`,
      ]),
    );
  return [lines];
}

function assumptionsBlock(result: Result, colors: Colors): string[][] {
  const kernels = result.kernels.filter(
    ({ verdict, assumptions }) => verdict === 'race-free' && assumptions.length > 0,
  );
  if (kernels.length === 0) return [];
  const lines = [colors.bold('Race-free under these assumptions:')];
  for (const kernel of kernels)
    lines.push(`  ${kernelPlace(kernel)}`, ...bullets(kernel.assumptions.map(assumptionText)));
  return [lines];
}

function problemsBlock(result: Result, colors: Colors): string[][] {
  if (result.problems.length === 0) return [];
  return [[colors.bold('Problems:'), ...result.problems.map((problem) => `  ${problemLine(problem, colors)}`)]];
}

function problemLine(problem: Problem, colors: Colors): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(':');
  const severity = paint(colors, problem.severity)(problem.severity);
  return `${place === '' ? '' : `${visible(place)}: `}${severity}: ${visible(problem.message)}`;
}

function kernelPlace(kernel: KernelResult): string {
  return `${visible(kernel.kernel)} (${visible(kernel.file)}:${kernel.line})`;
}

function bullets(items: readonly string[]): string[] {
  return items.map((item) => `    - ${visible(item)}`);
}

/** A diff keeps its tabs' meaning but none of its control characters. */
export function visibleDiff(diff: string): string[] {
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => visible(line.replace(/\t/g, '    ')));
}

function paint(colors: Colors, level: Level): (text: string) => string {
  return { error: colors.red, warning: colors.yellow, note: colors.cyan }[level];
}
