/** One self-contained page: no scripts, nothing loaded from elsewhere. */
import type { Finding, KernelResult, Result } from '../model/result.ts';
import { findingLineReader, type ReportContext } from './context.ts';
import { evidenceInWords, levelOf } from './evidence.ts';
import { excerpts } from './excerpt.ts';
import { countsInWords, kernelOf, openKernels } from './kernels.ts';
import { gutter, marksOf, visibleDiff } from './text.ts';
import { escapeMarkup } from './untrusted.ts';
import { placeOf, WITNESS_COLUMNS, witnessLaunch, witnessRows } from './witness.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { border: 1px solid #8886; padding: .2rem .6rem; text-align: left; }
pre, code { font-family: ui-monospace, monospace; font-size: .9em; } pre { overflow-x: auto; padding: .6rem; border: 1px solid #8886; }
section { border-left: .3rem solid #888; padding-left: 1rem; margin: 2rem 0; }
section.error { border-color: #d1242f; } section.warning { border-color: #bf8700; } section.note { border-color: #0969da; }
.side { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1rem; }
@media (max-width: 60rem) { .side { grid-template-columns: 1fr; } }`;

/** Renders a result as an HTML page with the source of each finding beside its witness. */
export function renderHtml(result: Result, context: ReportContext): string {
  const linesOf = findingLineReader(context);
  const body = [
    '<h1>gpurace</h1>',
    `<p>${escapeMarkup(countsInWords(result))}.</p>`,
    kernelTable(result.kernels),
    ...result.findings.map((finding) => findingSection(finding, result, context, linesOf(finding))),
    openSection(result),
    problemsSection(result),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>gpurace</title>
<style>${STYLE}
</style>
</head>
<body>
${body.filter((part) => part !== '').join('\n')}
</body>
</html>
`;
}

function kernelTable(kernels: readonly KernelResult[]): string {
  if (kernels.length === 0) return '';
  const rows = kernels.map((kernel) => [
    code(kernel.kernel),
    code(`${kernel.file}:${kernel.line}`),
    escapeMarkup(kernel.verdict),
    String(kernel.accessPairs),
    kernel.assumptions.map(code).join('<br>'),
  ]);
  return table(['kernel', 'at', 'verdict', 'access pairs', 'assumptions'], rows);
}

function findingSection(
  finding: Finding,
  result: Result,
  context: ReportContext,
  readLine: (file: string, line: number) => string | undefined,
): string {
  const level = levelOf(finding, context.minEvidence);
  const status = finding.status === null ? '' : ` (${finding.status})`;
  const sources = excerpts(marksOf(finding), readLine).map(
    ({ file, rows }) => `<div>${code(file)}<pre>${gutter(rows).map(escapeMarkup).join('\n')}</pre></div>`,
  );
  const assumptions = kernelOf(finding, result)?.assumptions ?? [];
  return [
    `<section class="${level}">`,
    `<h2>${level}: ${finding.rule} in ${code(finding.kernel)}${status}</h2>`,
    `<p>${escapeMarkup(finding.message)}</p>`,
    `<div class="side"><div>${sources.join('\n')}</div><div>${witnessPart(finding)}</div></div>`,
    `<p>First place: ${code(placeOf(finding.accesses[0]!))}. Evidence: ${escapeMarkup(evidenceInWords(finding))}.</p>`,
    finding.dataDependent ? '<p>It hangs on a value loaded from memory that the analysis does not know.</p>' : '',
    assumptions.length > 0 ? `<p>Assumed:</p>${list(assumptions)}` : '',
    ...finding.fixes.map(
      (fix) =>
        `<p>Verified fix (${escapeMarkup(fix.kind)}):</p><pre>${visibleDiff(fix.diff).map(escapeMarkup).join('\n')}</pre>`,
    ),
    '</section>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function witnessPart(finding: Finding): string {
  if (finding.witness === null) return '<p>No witness.</p>';
  const launch = witnessLaunch(finding.witness).map(({ name, value }) => code(`${name} = ${value}`));
  const rows = witnessRows(finding, finding.witness).map((row) => WITNESS_COLUMNS.map(({ key }) => code(row[key])));
  return `<p>Witness: ${launch.join(', ')}</p>${table(
    WITNESS_COLUMNS.map(({ title }) => title),
    rows,
  )}`;
}

function openSection(result: Result): string {
  const open = openKernels(result);
  if (open.length === 0) return '';
  const items = open.map(
    (kernel) => `<dt>${code(kernel.kernel)}: ${kernel.verdict}</dt><dd>${list(kernel.reasons)}</dd>`,
  );
  return `<h2>Left open</h2><dl>${items.join('\n')}</dl>`;
}

function problemsSection(result: Result): string {
  if (result.problems.length === 0) return '';
  const items = result.problems.map(({ file, line, column, severity, message }) => {
    const place = [file, line, column].filter((part) => part !== null).join(':');
    return `${place === '' ? '' : `${place}: `}${severity}: ${message}`;
  });
  return `<h2>Problems</h2>${list(items)}`;
}

/** Cells are HTML already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string): string =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${cells(head, 'th')}\n${rows.map((row) => cells(row, 'td')).join('\n')}</table>`;
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${code(item)}</li>`).join('')}</ul>`;
}

function code(text: string): string {
  return `<code>${escapeMarkup(text)}</code>`;
}
