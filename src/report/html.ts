/** One self-contained page that loads nothing. Its one script searches; without it everything is there and can be filtered. */
import { reasonText } from '../model/reason.ts';
import type { Finding, KernelResult, Result, Verdict } from '../model/result.ts';
import {
  type CauseWithFindings,
  causesOf,
  kernelOfCause,
  levelOfCause,
  statusesInWords,
} from '../result/causes/index.ts';
import { countsInWords, kernelOf, openKernels, plural } from '../result/kernels.ts';
import type { Level } from '../result/level.ts';
import { nextSteps, stepInWords } from '../result/next-steps.ts';
import { WORST_FIRST } from '../result/verdicts.ts';
import { assumptionLines } from './assumption-lines.ts';
import { conditionInWords } from './condition.ts';
import { findingLineReader, type ReportContext } from './context.ts';
import { code, joined, list, type PageOf, placeLink, row, table } from './html/elements.ts';
import { groupSection } from './html/group.ts';
import { highlighted } from './html/highlight.ts';
import { SCRIPT, SCRIPT_HASH, SEARCH_BAR } from './html/script.ts';
import { DEFINITIONS, STYLE } from './html/style.ts';
import { leftOutInWords, loudest } from './loudest.ts';
import { ruleById } from './rules.ts';
import { escapeMarkup } from './untrusted.ts';

/** Causes that are unfolded when the page opens; the others are one click away. */
const OPEN = 20;
/**
 * Causes with drawings. A cause takes some 7 KB with them and 3 KB without, more where its lines and names are long:
 * a page of 500 has 4 MB, one of 5,000 has 16 MB.
 */
const DRAWN = 500;
/** Causes on the page. */
const SHOWN = 5000;
/** Links from a kernel to its causes. */
const LINKS = 10;

const VERDICT_MARK: Record<Verdict, string> = { racy: '✗', inconclusive: '?', conditional: '✓?', 'race-free': '✓' };
const LEVELS: readonly Level[] = ['error', 'warning', 'note'];
const STATUSES = ['new', 'unchanged', 'fixed'] as const;

interface Numbered {
  readonly cause: CauseWithFindings;
  readonly kernel: KernelResult | undefined;
  readonly level: Level;
  readonly anchor: string;
  readonly number: number;
}

/** Renders a result as an HTML page with the source of each finding beside its witness, its threads and its memory. */
export function renderHtml(result: Result, context: ReportContext): string {
  const body = [
    '<h1>gpurace</h1>',
    `<p class="lead">${escapeMarkup(countsInWords(result))}${statusesInWords(result) === '' ? '' : `; causes: ${statusesInWords(result)}`}.</p>`,
    about(result, context),
    tiles(result),
    htmlSections(result, context),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${SCRIPT_HASH}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gpurace: ${escapeMarkup(countsInWords(result))}</title>
<style>
${STYLE}
</style>
</head>
<body>
${DEFINITIONS}
<main>
${joined(body)}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** What the page says of a result below its head, for a page that has a head of its own; `DEFINITIONS` go before it. */
export function htmlSections(result: Result, context: ReportContext): string {
  const causes = numbered(result, context);
  return joined([
    notClean(result),
    causesSection(causes, result, context),
    kernelSection(result, causes, pagesOf(context)),
    openSection(result, pagesOf(context)),
    problemsSection(result),
    rulesSection(result),
  ]);
}

/**
 * The causes of one kernel together, kernels and causes with the loudest first. Anchors go by the id of the race that
 * explains most, so that a link into a report fits the next one too.
 */
function numbered(result: Result, context: ReportContext): Numbered[] {
  const seen = new Map<string, number>();
  const groups = grouped(
    loudest(causesOf(result), SHOWN, context).map((cause) => ({ cause, kernel: kernelOfCause(cause, result) })),
    ({ cause, kernel }) => kernel ?? cause.kernel,
  );
  return [...groups.values()].flat().map(({ cause, kernel }, index) => {
    const id = cause.findings[0]!.replace(/[^\w-]/g, '_').slice(0, 64);
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return {
      cause,
      kernel,
      level: levelOfCause(cause, context.minEvidence),
      anchor: `race-${id}${times === 1 ? '' : `.${times}`}`,
      number: index + 1,
    };
  });
}

function pagesOf(context: ReportContext): PageOf {
  return context.page ?? (() => null);
}

/** What the page is of: the version, and what else is known of the run. */
function about({ tool }: Result, context: ReportContext): string {
  const facts = [{ name: 'gpurace', value: tool.version }, ...(context.about ?? [])];
  const fact = ({ name, value }: (typeof facts)[number]) =>
    `<div><dt>${escapeMarkup(name)}</dt><dd>${code(value)}</dd></div>`;
  return `<dl class="about">${facts.map(fact).join('')}</dl>`;
}

function tiles(result: Result): string {
  const { summary } = result;
  const here = causesOf(result).filter(({ status }) => status !== 'fixed').length;
  const counts: readonly (readonly [number, string, string])[] = [
    [summary.racy, 'racy', 'racy'],
    [summary.inconclusive, 'inconclusive', 'inconclusive'],
    ...(summary.conditional === 0 ? [] : [[summary.conditional, 'conditional', 'conditional'] as const]),
    [summary.raceFree, 'race-free', 'race-free'],
    [here, here === 1 ? 'cause' : 'causes', ''],
  ];
  const tile = ([count, words, tone]: (typeof counts)[number]) =>
    `<li class="${tone}"><strong class="badge">${count}</strong> ${words}</li>`;
  return `<ul class="tiles">${counts.map(tile).join('')}</ul>`;
}

function notClean({ kernels, problems }: Result): string {
  const open = kernels.filter(({ verdict }) => verdict === 'inconclusive').length;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (open + errors === 0) return '';
  return `<p class="alarm-box"><strong>Incomplete:</strong> ${plural(open, 'kernel')} not proved either way, ${plural(errors, 'file problem')}.</p>`;
}

function kernelSection(result: Result, causes: readonly Numbered[], pageOf: PageOf): string {
  const { kernels } = result;
  if (kernels.length === 0) return '';
  const byKernel = new Map<KernelResult | undefined, Numbered[]>();
  for (const one of causes) {
    for (const kernel of new Set(one.cause.explains.map((finding) => kernelOf(finding, result)))) {
      const list = byKernel.get(kernel);
      if (list === undefined) byKernel.set(kernel, [one]);
      else list.push(one);
    }
  }
  const head = ['kernel', 'at', 'verdict', 'causes', 'access pairs', 'assumptions'];
  const rows = kernels.map((kernel) => {
    const cells = [
      code(kernel.kernel),
      placeLink(kernel, pageOf),
      `<span class="badge">${VERDICT_MARK[kernel.verdict]} ${kernel.verdict}</span>`,
      links(byKernel.get(kernel) ?? []),
      String(kernel.accessPairs),
      [
        folded(plural(kernel.conditions.length, 'condition'), kernel.conditions.map(conditionInWords)),
        folded(plural(kernel.assumptions.length, 'assumption'), assumptionLines(kernel.assumptions)),
      ].join(''),
    ];
    return row(cells, head, kernel.verdict);
  });
  return joined([
    '<section aria-labelledby="kernels"><h2 id="kernels">Kernels</h2>',
    filter('verdict', 'Show', WORST_FIRST, (verdict) => kernels.filter((kernel) => kernel.verdict === verdict).length),
    table('kernels', 'Kernels', head, rows),
    '</section>',
  ]);
}

function links(causes: readonly Numbered[]): string {
  const shown = causes.slice(0, LINKS).map(({ anchor, number }) => `<a href="#${anchor}">#${number}</a>`);
  const more = causes.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(' ');
}

function causesSection(causes: readonly Numbered[], result: Result, context: ReportContext): string {
  if (causes.length === 0) return '';
  const leftOut = leftOutInWords(result, causes.length);
  const linesOf = findingLineReader(context, result);
  const count = <T>(of: (one: Numbered) => T) => {
    const counts = grouped(causes, of);
    return (value: T): number => counts.get(value)?.length ?? 0;
  };
  const isCompared = causes.some(({ cause }) => cause.status !== null);
  const undrawn = causes.length - DRAWN;
  const parts = causes.map((one, index) => ({
    ...one,
    isOpen: index < OPEN,
    isDrawn: index < DRAWN,
    readLine: linesOf(one.cause.explains[0]!),
    // What the change fixed is on no page of the head.
    pageOf: one.cause.status === 'fixed' ? () => null : pagesOf(context),
  }));
  const groups = [...grouped(parts, ({ cause, kernel }) => kernel ?? cause.kernel).values()];
  return joined([
    '<section aria-labelledby="causes"><h2 id="causes">Causes</h2>',
    SEARCH_BAR,
    filter(
      'level',
      'Show',
      LEVELS,
      count<Level>(({ level }) => level),
    ),
    isCompared
      ? filter(
          'status',
          'of them',
          STATUSES,
          count<Finding['status']>(({ cause }) => cause.status),
        )
      : '',
    leftOut === null ? '' : `<p>${escapeMarkup(leftOut)}</p>`,
    undrawn > 0 ? `<p>Only the first ${DRAWN} causes have drawings.</p>` : '',
    ...groups.map((ofKernel, index) => {
      const { kernel, cause } = ofKernel[0]!;
      return groupSection({ kernel, name: kernel?.kernel ?? cause.kernel, parts: ofKernel }, index);
    }),
    '</section>',
  ]);
}

/** Radio buttons that the style sheet acts on. None where there is nothing to choose. */
function filter<T extends string>(
  group: string,
  name: string,
  values: readonly T[],
  count: (value: T) => number,
): string {
  const present = values.filter((value) => count(value) > 0);
  if (present.length < 2) return '';
  const button = (value: string, words: string, checked: boolean) =>
    `<label><input type="radio" name="${group}" id="${group}-${value}"${checked ? ' checked' : ''}><span>${words}</span></label>`;
  const buttons = present.map((value) => button(value, `${value} (${count(value)})`, false));
  return `<fieldset class="filter"><legend>${name}</legend>${button('all', 'all', true)}${buttons.join('')}</fieldset>`;
}

function openSection(result: Result, pageOf: PageOf): string {
  const open = openKernels(result);
  if (open.length === 0) return '';
  const items = open.map(
    (kernel) =>
      `<dt>${code(kernel.kernel)} at ${placeLink(kernel, pageOf)}: ${kernel.verdict}</dt><dd>${list(kernel.reasons.map((reason) => code(reasonText(reason))))}</dd>`,
  );
  const steps = nextSteps(result).map((step) => inline(stepInWords(step)));
  const help = steps.length === 0 ? '' : `<p>What helps:</p>${list(steps)}`;
  return `<section aria-labelledby="open"><h2 id="open">Not fully decided</h2>${help}<dl>${items.join('\n')}</dl></section>`;
}

function problemsSection(result: Result): string {
  if (result.problems.length === 0) return '';
  const items = result.problems.map(({ file, line, column, severity, message }) => {
    const place = [file, line, column].filter((part) => part !== null).join(':');
    return code(`${place === '' ? '' : `${place}: `}${severity}: ${message}`);
  });
  return `<section aria-labelledby="problems"><h2 id="problems">Problems</h2>${list(items)}</section>`;
}

/** What the rules of the causes say, once each. */
function rulesSection({ findings }: Result): string {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort().map(ruleById);
  if (rules.length === 0) return '';
  const parts = rules.map(
    ({ id, full, corrected, why, racy }) =>
      `<details><summary>${id}</summary><p>${inline(full)}</p><pre tabindex="0" role="group" aria-label="Wrong: ${id}">${kernelLines(racy)}</pre><p>${inline(why)}</p><p>Corrected:</p><pre tabindex="0" role="group" aria-label="Corrected: ${id}">${kernelLines(corrected)}</pre></details>`,
  );
  return `<section aria-labelledby="rules"><h2 id="rules">What the rules say</h2>${parts.join('\n')}</section>`;
}

/** Our own words about a rule: of Markdown they have code spans only. */
function inline(words: string): string {
  return escapeMarkup(words).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function kernelLines(source: string): string {
  return source.split('\n').map(highlighted).join('\n');
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Lines of a cell that would make the table long. */
function folded(summary: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<details><summary>${summary}</summary>${list(items.map(code))}</details>`;
}
