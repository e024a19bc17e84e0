/** Source lines with carets under exact ranges, as plain text that is safe on any terminal. */
import { looksLikeBarrier } from '../lexical/barrier-lines.ts';
import { offsetOfColumn } from '../lexical/columns.ts';
import type { Access } from '../model/result.ts';
import { visibleCharacter } from './untrusted.ts';

const TAB_WIDTH = 4;
/** A longer line is cut around the carets, so that generated code does not flood the report. */
const MAX_WIDTH = 160;
/** Lines of one access that are shown when it spans several. */
const MAX_LINES = 4;
const LEAD = 40;
/** What stands left of a row, and the least that is left for it. */
const GUTTER = 8;
const LEAST_WIDTH = 30;

export interface Mark {
  readonly access: Access;
  /** Printed after the carets. */
  readonly label: string;
}

export interface ExcerptForm {
  /** So many lines before and after are shown as well. */
  readonly around?: number;
  /** Columns of the terminal; null: as many as it takes. */
  readonly width?: number | null;
  /** Further lines of the files of the marks that are shown. */
  readonly also?: readonly ShownLine[];
}

export interface ShownLine {
  readonly file: string;
  readonly line: number;
}

export interface ExcerptRow {
  readonly kind: 'source' | 'carets' | 'gap';
  /** The source line's number; null on the other rows. */
  readonly line: number | null;
  readonly text: string;
}

export interface Excerpt {
  readonly file: string;
  readonly rows: readonly ExcerptRow[];
}

/**
 * One excerpt per file, files and lines each shown once, in the order in which the marks first name them.
 * Barriers between two marks of one file are shown as well: a reader has to know that they are there.
 * A line that cannot be read is answered by the access's own text, so that no side of a race goes unseen.
 */
export function excerpts(
  marks: readonly Mark[],
  readLine: (file: string, line: number) => string | undefined,
  { around = 0, width = null, also = [] }: ExcerptForm = {},
): Excerpt[] {
  const byFile = new Map<string, Mark[]>();
  for (const mark of marks) byFile.set(mark.access.file, [...(byFile.get(mark.access.file) ?? []), mark]);
  return [...byFile].map(([file, ofFile]) => ({ file, rows: rowsOf(file, ofFile, readLine, { around, width, also }) }));
}

function rowsOf(
  file: string,
  marks: readonly Mark[],
  readLine: (file: string, line: number) => string | undefined,
  { around, width, also }: Required<ExcerptForm>,
): ExcerptRow[] {
  const most = width === null ? MAX_WIDTH : Math.min(MAX_WIDTH, Math.max(LEAST_WIDTH, width - GUTTER));
  const numbers = new Set<number>();
  const marked = new Set<number>();
  for (const { access } of marks) {
    for (let line = access.line; line <= lastShown(access); line++) marked.add(line);
    for (let line = access.line - around; line <= lastShown(access) + around; line++) numbers.add(line);
  }
  for (const line of barriersBetween(file, [...marked], readLine)) numbers.add(line);
  for (const one of also) if (one.file === file) numbers.add(one.line);
  const rows: ExcerptRow[] = [];
  let previous: number | null = null;
  for (const number of [...numbers].sort((a, b) => a - b)) {
    if (!marked.has(number) && (number < 1 || readLine(file, number) === undefined)) continue;
    if (previous !== null && number > previous + 1) rows.push({ kind: 'gap', line: null, text: '' });
    previous = number;
    const here = marks.filter(({ access }) => access.line <= number && number <= lastShown(access));
    const text = readLine(file, number);
    if (text === undefined) {
      for (const { access, label } of here) {
        rows.push({ kind: 'source', line: number, text: `${shownLine(access.text).text}  <- ${label}` });
      }
      continue;
    }
    rows.push(...lineRows(number, text, here, { most, isBounded: width !== null }));
  }
  return rows;
}

/** Lines that are looked at between two marks, and barriers of them that are shown. */
const MAX_BETWEEN = 400;
const MAX_BARRIERS = 8;

function barriersBetween(
  file: string,
  marked: readonly number[],
  readLine: (file: string, line: number) => string | undefined,
): number[] {
  const [low, high] = [Math.min(...marked), Math.max(...marked)];
  const count = Math.min(Math.max(0, high - low - 1), MAX_BETWEEN);
  const between = Array.from({ length: count }, (_, i) => low + 1 + i);
  return between.filter((line) => looksLikeBarrier(readLine(file, line) ?? '')).slice(0, MAX_BARRIERS);
}

function lastShown(access: Access): number {
  return Math.min(Math.max(access.endLine, access.line), access.line + MAX_LINES - 1);
}

interface Room {
  /** Columns of a source line. */
  readonly most: number;
  /** Labels have to fit as well. */
  readonly isBounded: boolean;
}

function lineRows(number: number, source: string, marks: readonly Mark[], { most, isBounded }: Room): ExcerptRow[] {
  const line = shownLine(source);
  const spans = marks.map(({ access, label }) => {
    const first =
      number === access.line ? offsetOfColumn(source, access.column) : source.length - source.trimStart().length;
    const last = number === access.endLine ? offsetOfColumn(source, access.endColumn) : source.trimEnd().length;
    const start = line.columnOf(first);
    return { start, end: Math.max(line.columnOf(last), start + 1), label: number === lastShown(access) ? label : '' };
  });
  const window = windowOf(line.width, spans, most);
  const rows: ExcerptRow[] = [{ kind: 'source', line: number, text: window.cut(line.text) }];
  for (const span of spans) {
    const start = window.place(span.start);
    const carets = '^'.repeat(Math.max(1, window.place(span.end) - start));
    const label = displayWidth(span.label);
    if (!isBounded || start + carets.length + 1 + label <= most) {
      rows.push({ kind: 'carets', line: null, text: `${' '.repeat(start)}${carets} ${span.label}`.trimEnd() });
      continue;
    }
    const indent = ' '.repeat(Math.max(0, Math.min(start, most - label)));
    rows.push({ kind: 'carets', line: null, text: ' '.repeat(start) + carets });
    rows.push({ kind: 'carets', line: null, text: indent + span.label });
  }
  return rows;
}

/** Which columns of a long line are shown. */
function windowOf(
  width: number,
  spans: readonly { start: number; end: number }[],
  most: number,
): { cut(text: string): string; place(column: number): number } {
  if (width <= most) return { cut: (text) => text.trimEnd(), place: (column) => column };
  const from =
    spans.length === 0 ? 0 : Math.max(0, Math.min(...spans.map(({ start }) => start)) - Math.min(LEAD, most >> 2));
  const lead = from > 0 ? '…' : '';
  return {
    cut: (text) => {
      const rest = sliceColumns(text, from, from + most);
      return `${lead}${rest.trimEnd()}${width > from + most ? '…' : ''}`;
    },
    place: (column) => Math.min(Math.max(column - from, 0), most) + lead.length,
  };
}

/** A source line as it is printed, and where a character of it (from 0, in UTF-16 units) lands on the screen. */
function shownLine(source: string): { text: string; width: number; columnOf(offset: number): number } {
  let text = '';
  let width = 0;
  const columns: number[] = [];
  for (const character of source) {
    for (let unit = 0; unit < character.length; unit++) columns.push(width);
    const shown = character === '\t' ? ' '.repeat(TAB_WIDTH - (width % TAB_WIDTH)) : visibleCharacter(character);
    text += shown;
    width += displayWidth(shown);
  }
  const end = width;
  return { text, width, columnOf: (offset) => (offset < 0 ? 0 : (columns[offset] ?? end)) };
}

function sliceColumns(text: string, from: number, to: number): string {
  let out = '';
  let column = 0;
  for (const character of text) {
    if (column >= from && column < to) out += character;
    column += displayWidth(character);
  }
  return out;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
const ZERO = /\p{M}/u;

/** Columns that a terminal uses for a text, close enough for carets. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
