/** One finding of the page: source beside witness, the two drawings, and what it rests on. */
import { messageOf } from '../../model/finding-message.ts';
import type { Finding, KernelResult, Language } from '../../model/result.ts';
import type { CauseWithFindings } from '../../result/causes/index.ts';
import type { Level } from '../../result/level.ts';
import { headlineHtml, pairColumns, pairRows, pairsInWords } from '../cause.ts';
import { evidenceInWords } from '../evidence.ts';
import { type ExcerptRow, excerpts } from '../excerpt.ts';
import { explainingLine } from '../explaining-line.ts';
import { gutter, linesBeside, marksOf, visibleDiff } from '../text.ts';
import { escapeMarkup } from '../untrusted.ts';
import { accessInWords, loadedInWords, placeOf, witnessColumns, witnessLaunch, witnessRows } from '../witness.ts';
import { addressMap } from './address-map.ts';
import { code, joined, list, type PageOf, placeLink, row, table } from './elements.ts';
import { highlighted } from './highlight.ts';
import { timeline } from './timeline.ts';

/** Lines that are shown around those of an access. */
const AROUND = 2;

export interface CausePart {
  readonly cause: CauseWithFindings;
  readonly kernel: KernelResult | undefined;
  readonly level: Level;
  /** Unique in the page, and the same in the next report of the same cause. */
  readonly anchor: string;
  readonly number: number;
  readonly isOpen: boolean;
  /** A page with very many causes draws the first of them only. */
  readonly isDrawn: boolean;
  readonly readLine: (file: string, line: number) => string | undefined;
  /** Of lines that this cause speaks of. */
  readonly pageOf: PageOf;
}

export function causeArticle(part: CausePart): string {
  const { cause, kernel, level, anchor, number } = part;
  const finding = cause.explains[0]!;
  const loaded = loadedInWords(finding);
  const status = finding.status === null ? '' : ` <span class="status">${finding.status}</span>`;
  return joined([
    `<article class="${[level, finding.status ?? ''].join(' ').trim()}" id="${anchor}" aria-labelledby="${anchor}-h">`,
    `<h4 id="${anchor}-h"><a class="self" href="#${anchor}">#${number}</a> <span class="badge">${level}</span>: ${finding.rule} in ${code(finding.kernel)}${status}</h4>`,
    `<p><strong>${headlineHtml(cause)}.</strong></p>`,
    `<p>${escapeMarkup(messageOf(finding))}</p>`,
    changePart(finding, part.pageOf),
    list(
      finding.accesses.map(
        (access) => `${code(accessInWords(access))} at ${placeLink(access, part.pageOf, placeOf(access))}`,
      ),
    ),
    `<details${part.isOpen ? ' open' : ''}><summary>Source, witness and evidence</summary>`,
    `<div class="side"><div>${sources(finding, part)}</div><div>${witnessPart(finding, kernel?.language ?? null)}</div></div>`,
    part.isDrawn ? figures(finding, anchor) : '',
    `<p>Evidence: ${escapeMarkup(evidenceInWords(finding))}.</p>`,
    loaded === null ? '' : `<p>${loaded}</p>`,
    pairsPart(cause, anchor),
    ...cause.fixes.map(
      (fix) =>
        `<p>Verified fix (${escapeMarkup(fix.kind)}):${fix.note === undefined ? '' : ` ${escapeMarkup(fix.note)}`}</p>${pre(visibleDiff(fix.diff).map(escapeMarkup), 'Fix')}`,
    ),
    '</details>',
    '</article>',
  ]);
}

/** All pairs, where there are several. */
function pairsPart(cause: CauseWithFindings, anchor: string): string {
  if (cause.explains.length < 2) return '';
  const { rows, more } = pairRows(cause);
  const columns = pairColumns(cause);
  const head = columns.map(({ title }) => title);
  const cells = rows.map((pair) =>
    row(
      columns.map(({ key }) => code(pair[key])),
      head,
    ),
  );
  const rest = more > 0 ? `<p>and ${more} more</p>` : '';
  return `<details id="${anchor}-pairs"><summary>${escapeMarkup(pairsInWords(cause))}</summary>${table('pairs', 'Pairs of accesses', head, cells)}${rest}</details>`;
}

function changePart(finding: Finding, pageOf: PageOf): string {
  const changed = explainingLine(finding);
  if (changed === null) return '';
  const { did, file, line, text, effect } = changed;
  // What was deleted is on no page of the head.
  const place = placeLink({ file, line }, did === 'deletes' ? () => null : pageOf);
  return `<p>The change ${did} ${code(text)} (${place}), ${effect}.</p>`;
}

function sources(finding: Finding, { readLine }: CausePart): string {
  return excerpts(marksOf(finding), readLine, { around: AROUND, also: linesBeside(finding) })
    .map(({ file, rows }) => {
      const lines = gutter(rows).map((line, index) => sourceRow(line, rows[index]!));
      return `<figure><figcaption>${code(file)}</figcaption>${pre(lines, `Source of ${file}`)}</figure>`;
    })
    .join('\n');
}

/** @param line the row behind its gutter */
function sourceRow(line: string, { kind }: ExcerptRow): string {
  if (kind !== 'source') return `<span class="${kind}">${escapeMarkup(line)}</span>`;
  const gutterEnd = line.indexOf('|') + 1;
  return `<span class="no">${escapeMarkup(line.slice(0, gutterEnd))}</span>${highlighted(line.slice(gutterEnd))}`;
}

/** Lines are HTML already. It can be scrolled, so it can be reached by keyboard. */
function pre(lines: readonly string[], name: string): string {
  return `<pre tabindex="0" role="group" aria-label="${escapeMarkup(name)}">${lines.join('\n')}</pre>`;
}

function witnessPart(finding: Finding, language: Language | null): string {
  if (finding.witness === null) return '<p>No witness.</p>';
  // Where the accesses are stands above, as links.
  const columns = witnessColumns(language).filter(({ key }) => key !== 'place');
  const head = columns.map(({ title }) => (title === '' ? 'who' : title));
  const launch = witnessLaunch(finding.witness, language).map(({ name, value }) => code(`${name} = ${value}`));
  const rows = witnessRows(finding, finding.witness).map((cells) =>
    row(
      columns.map(({ key }) => code(cells[key])),
      head,
    ),
  );
  return `<p>Witness: ${launch.join(', ')}</p>${table('threads', 'The two threads', head, rows)}`;
}

function figures(finding: Finding, anchor: string): string {
  const drawn = [
    { caption: 'Timeline: time runs downwards', svg: timeline(finding, `${anchor}-time`) },
    { caption: 'Address map: who touches what', svg: addressMap(finding, `${anchor}-map`) },
  ].filter(({ svg }) => svg !== '');
  if (drawn.length === 0) return '';
  const parts = drawn.map(({ caption, svg }) => `<figure><figcaption>${caption}</figcaption>${svg}</figure>`);
  return `<div class="figures">${parts.join('\n')}</div>`;
}
