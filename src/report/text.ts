/** The report for people on a terminal. */

import picocolors from 'picocolors';
import { type LineReader, lineReader } from '../lexical/lines.ts';
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
import { assumptionLines } from './assumption-lines.ts';
import { headlineText, pairColumns, pairRows, pairsInWords } from './cause.ts';
import { findingLineReader, type ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { type ExcerptRow, excerpts, type Mark, type ShownLine } from './excerpt.ts';
import { explainingLine, statusInWords } from './explaining-line.ts';
import { leftOutInWords, loudest } from './loudest.ts';
import {
  assumptionsBlock,
  bullets,
  type Colors,
  conditionalBlock,
  kernelsBlock,
  launchLines,
  NO_COLORS,
  openBlock,
} from './text-kernels.ts';
import { visible, visibleLines } from './untrusted.ts';
import { loadedInWords, placeOf, whenOf, witnessColumns, witnessLaunch, witnessRows } from './witness.ts';
import { textTable, wrapLine } from './wrap.ts';

/** Causes in full: so many are some 30,000 lines. */
const SHOWN = 2000;

/** Renders a result as plain text, ending with a line that says how it stands. */
export function renderText(result: Result, context: ReportContext): string {
  if (context.verbosity === 'quiet') return quietText(result, context);
  const colors = picocolors.createColors(context.color);
  const linesOf = findingLineReader(context, result);
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
        ...(kernel === undefined || finding.status === 'fixed'
          ? []
          : basis(kernel, isTold, linesOf(finding)).flatMap(fitting(context))),
        ...fixLines(cause),
      ];
    }),
    ...[
      leftOut === null ? [] : [leftOut],
      openBlock(result, colors),
      conditionalBlock(result, colors),
      context.verbosity === 'verbose'
        ? kernelsBlock(result, lineReader(context.source), colors)
        : assumptionsBlock(result, colors),
      problemsBlock(result, colors),
      [colors.bold(summaryLine(result, context))],
    ].map((lines) => lines.flatMap(fitting(context))),
  ];
  const shown = blocks.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** A line for each cause, each kernel that is left open, and each problem; nothing where there is none. */
function quietText(result: Result, context: ReportContext): string {
  const colors = picocolors.createColors(context.color);
  const causes = causesOf(result);
  const lines = [
    ...loudest(causes, SHOWN, context).map(
      (cause) => `${placeAndLevel(cause, context, colors)}: ${headlineText(cause)}`,
    ),
    ...openKernels(result)
      .filter(({ verdict }) => verdict === 'inconclusive')
      .map((kernel) => openLine(kernel, colors)),
    ...result.problems.map((problem) => problemLine(problem, colors)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** `src/a.cu:3:1: warning: kernel k is left open: REASON`. */
function openLine({ kernel, file, line, reasons }: KernelResult, colors: Colors): string {
  const [first] = reasons.map(reasonText);
  const more = reasons.length > 1 ? `, and ${plural(reasons.length - 1, 'more reason')}` : '';
  const why = first === undefined ? '' : `: ${visible(first)}${more}`;
  return `${visible(file)}:${line}:1: ${colors.yellow('warning')}: kernel ${visible(kernel)} is undecided${why}`;
}

/** Makes a line as many as the terminal asks for. */
function fitting({ width }: ReportContext): (line: string) => string[] {
  return (line) => wrapLine(line, width ?? null);
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
  const mistakes = result.problems.filter(({ isMistake }) => isMistake === true).length;
  if (mistakes > 0) parts.push(`${plural(mistakes, 'mistake')} in options, configuration or comments`);
  parts.push(`${(result.summary.elapsedMs / 1000).toFixed(1)} s`);
  return parts.join('; ');
}

/** `src/a.cu:7:3: error`. */
function placeAndLevel(cause: CauseWithFindings, { minEvidence }: ReportContext, colors: Colors): string {
  const level = levelOfCause(cause, minEvidence);
  return `${visible(placeOf(cause.explains[0]!.accesses[0]!))}: ${paint(colors, level)(level)}`;
}

function causeBlock(
  { cause, language }: { readonly cause: CauseWithFindings; readonly language: Language | null },
  context: ReportContext,
  readLine: (file: string, line: number) => string | undefined,
  colors: Colors,
): string[] {
  const finding = cause.explains[0]!;
  const fit = fitting(context);
  const first = `${placeAndLevel(cause, context, colors)}: ${finding.rule} in kernel ${visible(finding.kernel)}${statusInWords(finding)}`;
  const headline = colors.bold(`  ${headlineText(cause)}.`);
  const message = visibleLines(messageOf(finding)).map((line) => `  ${line}`);
  const lines = [...[colors.bold(first), headline, ...message].flatMap(fit), ''];
  const changed = explainingLine(finding);
  if (changed !== null) {
    const place = `${visible(changed.file)}:${changed.line}`;
    lines.push(...fit(`  The change ${changed.did} ${place}, ${changed.effect}:`), `    ${visible(changed.text)}`, '');
  }
  for (const excerpt of excerpts(marksOf(finding), readLine, {
    width: context.width ?? null,
    also: linesBeside(finding),
  })) {
    lines.push(`  ${colors.dim(visible(excerpt.file))}`, ...gutter(excerpt.rows, colors));
  }
  if (finding.witness !== null) {
    const launch = witnessLaunch(finding.witness, language).map(
      ({ name, value }) => `${visible(name)} = ${visible(value)}`,
    );
    lines.push(
      '',
      ...fit(`  Witness: ${launch.join(', ')}`),
      ...indentedTable(witnessCells(finding, language), context),
    );
  }
  lines.push('', ...fit(`  Evidence: ${evidenceInWords(finding)}.`));
  const loaded = loadedInWords(finding);
  if (loaded !== null) lines.push(...fit(`  ${loaded}`));
  return [...lines, ...pairsBlock(cause, context)];
}

/** All pairs of a cause, where there are several. */
function pairsBlock(cause: CauseWithFindings, context: ReportContext): string[] {
  if (cause.explains.length < 2) return [];
  const { rows, more } = pairRows(cause);
  const columns = pairColumns(cause);
  const cells = rows.map((row) => columns.map(({ key }) => visible(row[key])));
  return [
    '',
    `  ${pairsInWords(cause)}:`,
    ...indentedTable([columns.map(({ title }) => title), ...cells], context),
    ...(more > 0 ? [`    and ${more} more`] : []),
    '',
  ];
}

/** What the findings of a kernel rest on. @param told True when an earlier finding of the kernel has shown it. */
function basis(kernel: KernelResult, told: boolean, readLine: LineReader): string[] {
  if (kernel.launches.length + kernel.assumptions.length === 0) return [];
  if (told) return ['  Launches and assumptions: as above.'];
  const lines = launchLines(kernel, readLine).map((line) => `  ${line}`);
  return kernel.assumptions.length === 0
    ? lines
    : [...lines, '  Assumed:', ...bullets(assumptionLines(kernel.assumptions))];
}

function fixLines({ fixes }: CauseWithFindings): string[] {
  return fixes.flatMap((fix) => [
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

/** What else a reader has to see: the barrier that seems to stand between the two; where the other thread went instead. */
export function linesBeside({ gap, otherWay }: Finding): ShownLine[] {
  const { parted = null, waits = null } = otherWay ?? {};
  const barrier = gap?.sinceIsBetween ? gap.since : null;
  return [barrier, parted, waits].filter((line) => line !== null);
}

function isSamePlace(a: Access, b: Access): boolean {
  const where = ({ file, line, column, kind }: Access) => [file, line, column, kind].join();
  return where(a) === where(b) && whenOf(a).join() === whenOf(b).join();
}

/** Numbered source rows with the caret rows beneath, one gutter for all. */
export function gutter(rows: readonly ExcerptRow[], colors: Colors = NO_COLORS): string[] {
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

const TABLE_INDENT = 4;

function indentedTable(rows: readonly (readonly string[])[], { width }: ReportContext): string[] {
  const left = width == null ? null : width - TABLE_INDENT;
  return textTable(rows, left).map((row) => ' '.repeat(TABLE_INDENT) + row);
}

function problemsBlock(result: Result, colors: Colors): string[] {
  if (result.problems.length === 0) return [];
  return [colors.bold('Problems:'), ...result.problems.map((problem) => `  ${problemLine(problem, colors)}`)];
}

function problemLine(problem: Problem, colors: Colors): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(':');
  const severity = paint(colors, problem.severity)(problem.severity);
  return `${place === '' ? '' : `${visible(place)}: `}${severity}: ${visible(problem.message)}`;
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
