/** GitHub Markdown: the job summary of the action and `--format markdown`. */
import type { Finding, KernelResult, Problem, Result } from '../model/result.ts';
import { findingLineReader, type ReportContext } from './context.ts';
import { evidenceInWords, levelOf } from './evidence.ts';
import { excerpts } from './excerpt.ts';
import { countsInWords, findingsOf, kernelOf, openKernels, plural, statusesInWords } from './kernels.ts';
import { BoundedText } from './size-bound.ts';
import { gutter, marksOf, visibleDiff } from './text.ts';
import { codeSpan, escapeMarkup, fenced, prose, tableCode } from './untrusted.ts';
import { accessInWords, placeOf, WITNESS_COLUMNS, witnessLaunch, witnessRows } from './witness.ts';

/** A job summary beyond this is dropped whole: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
export const MAX_SUMMARY_BYTES = 1024 * 1024;
/** Kept for the lines that say what was left out. */
const RESERVE = 4096;
/** Rows of one table; a longer one goes on in words. */
const MAX_ROWS = 1000;

const ICON = { error: '🛑', warning: '⚠️', note: 'ℹ️' } as const;
const VERDICT = { 'race-free': '✅ race-free', racy: '🛑 racy', inconclusive: '❔ inconclusive' } as const;

/** Renders a result as Markdown of at most `maxBytes`; what does not fit is counted at the end. */
export function renderMarkdown(result: Result, context: ReportContext, maxBytes: number = MAX_SUMMARY_BYTES): string {
  const out = new BoundedText(maxBytes - RESERVE);
  const linesOf = findingLineReader(context);
  out.add('# gpurace');
  const statuses = statusesInWords(result);
  out.add(`${countsInWords(result)}.${statuses === '' ? '' : ` Findings: ${statuses}.`}`);
  const open = result.kernels.filter(({ verdict }) => verdict === 'inconclusive').length;
  const errors = result.problems.filter(({ severity }) => severity === 'error').length;
  if (open + errors > 0) {
    out.add(
      `**Not a clean bill:** ${plural(open, 'kernel')} not proved either way, ${plural(errors, 'file problem')}.`,
    );
  }
  if (result.kernels.length > 0) out.add(kernelTable(result));
  for (const finding of result.findings) out.add(findingSection(finding, result, context, linesOf(finding)));
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
  const rows = result.kernels.slice(0, MAX_ROWS).map((kernel) => {
    const findings = findingsOf(kernel, result).filter(({ status }) => status !== 'fixed').length;
    return `| ${tableCode(kernel.kernel)} | ${tableCode(`${kernel.file}:${kernel.line}`)} | ${VERDICT[kernel.verdict]} | ${findings} | ${kernel.accessPairs} |`;
  });
  const more = result.kernels.length - rows.length;
  return [
    '| kernel | at | verdict | findings | access pairs |',
    '|---|---|---|---:|---:|',
    ...rows,
    ...(more > 0 ? ['', `${plural(more, 'kernel')} more.`] : []),
  ].join('\n');
}

function findingSection(
  finding: Finding,
  result: Result,
  context: ReportContext,
  readLine: (file: string, line: number) => string | undefined,
): string {
  const level = levelOf(finding, context.minEvidence);
  const status = finding.status === null ? '' : ` (${finding.status})`;
  const blocks = [
    `## ${ICON[level]} ${finding.rule} in ${codeSpan(finding.kernel)}${status}`,
    prose(finding.message),
    finding.accesses.map((access) => `- ${codeSpan(accessInWords(access))} at ${codeSpan(placeOf(access))}`).join('\n'),
    ...excerpts(marksOf(finding), readLine).map(({ rows }) => fenced(gutter(rows), '')),
  ];
  if (finding.witness !== null) blocks.push(witnessSection(finding));
  blocks.push(`Evidence: ${evidenceInWords(finding)}.`);
  if (finding.dataDependent) blocks.push('It hangs on a value loaded from memory that the analysis does not know.');
  const kernel = kernelOf(finding, result);
  if (finding.status !== 'fixed' && kernel !== undefined && kernel.launches.length + kernel.assumptions.length > 0)
    blocks.push(basis(kernel));
  for (const fix of finding.fixes) {
    blocks.push(`Verified fix (${codeSpan(fix.kind)}):`, fenced(visibleDiff(fix.diff), 'diff'));
  }
  return blocks.join('\n\n');
}

/** The launch and the two threads as a table. */
export function witnessSection(finding: Finding): string {
  if (finding.witness === null) return '';
  const launch = witnessLaunch(finding.witness).map(({ name, value }) => codeSpan(`${name} = ${value}`));
  const rows = witnessRows(finding, finding.witness).map(
    (row) => `| ${WITNESS_COLUMNS.map(({ key }) => (key === 'thread' ? row[key] : tableCode(row[key]))).join(' | ')} |`,
  );
  return [
    `Witness: ${launch.join(', ')}`,
    '',
    `| ${WITNESS_COLUMNS.map(({ title }) => title).join(' | ')} |`,
    `|${WITNESS_COLUMNS.map(() => '---').join('|')}|`,
    ...rows,
  ].join('\n');
}

/** What the finding rests on: launches and assumptions, folded away. */
function basis(kernel: KernelResult): string {
  const launches = kernel.launches.map(
    ({ file, line, gridDim, blockDim }) =>
      `- ${line === 0 ? `recorded in ${codeSpan(file)}` : `launched at ${codeSpan(`${file}:${line}`)}`} with ${codeSpan(`<<<(${gridDim.join(', ')}), (${blockDim.join(', ')})>>>`)}`,
  );
  const assumptions = kernel.assumptions.map((assumption) => `- assumed: ${codeSpan(assumption)}`);
  return details(`${plural(launches.length, 'launch', 'launches')}, ${plural(assumptions.length, 'assumption')}`, [
    ...launches,
    ...assumptions,
  ]);
}

function openSection(result: Result): string {
  const kernels = openKernels(result);
  if (kernels.length === 0) return '';
  const lines = kernels
    .slice(0, MAX_ROWS)
    .flatMap((kernel) => [
      `- ${codeSpan(kernel.kernel)} at ${codeSpan(`${kernel.file}:${kernel.line}`)}: ${kernel.verdict}`,
      ...kernel.reasons.map((reason) => `  - ${codeSpan(reason)}`),
    ]);
  const more = kernels.length - Math.min(kernels.length, MAX_ROWS);
  if (more > 0) lines.push(`- ${plural(more, 'kernel')} more`);
  return `## Left open\n\n${details(plural(kernels.length, 'kernel'), lines)}`;
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
