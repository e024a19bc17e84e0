/** Lines and tables that fit a terminal. Words stay whole, so that a path or a name can be copied. */
import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './excerpt.ts';

/** A line as several; those behind the first are set in, behind the bullet where there is one. @param width null: no end */
export function wrapLine(line: string, width: number | null): string[] {
  if (width === null || shownWidth(line) <= width) return [line];
  const [lead = ''] = /^ *(?:- )?/.exec(line) ?? [];
  const indent = ' '.repeat(lead.length === 0 ? 2 : lead.length);
  const [first = '', ...words] = line.slice(lead.length).split(' ');
  const lines = [lead + first];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (shownWidth(last) + 1 + shownWidth(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}

/** Columns of a terminal, without what colours the text. */
function shownWidth(text: string): number {
  return displayWidth(stripVTControlCharacters(text));
}

const GAP = 2;

/**
 * Columns side by side, the first row being their titles. Where the terminal is too narrow for that, cells are wrapped;
 * where it is too narrow for their words, each row is a list of its cells.
 */
export function textTable(rows: readonly (readonly string[])[], width: number | null): string[] {
  const [titles = []] = rows;
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  if (width === null || total(widths) <= width) return rows.map((row) => joined(row, widths));
  const longest = titles.map((_, column) =>
    Math.max(...rows.flatMap((row) => (row[column] ?? '').split(' ').map(displayWidth))),
  );
  if (total(longest) > width) return rows.slice(1).flatMap((row) => listed(row, titles, width));
  const fitting = shrunk(widths, longest, width);
  return rows.flatMap((row) => {
    const cells = titles.map((_, column) => wrapWords(row[column] ?? '', fitting[column] ?? 0));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, i) =>
      joined(
        cells.map((lines) => lines[i] ?? ''),
        fitting,
      ),
    );
  });
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}

/** Takes from the widest column that can give, one place at a time. */
function shrunk(widths: readonly number[], least: readonly number[], width: number): number[] {
  const now = [...widths];
  while (total(now) > width) {
    const spare = now.map((one, column) => (one > (least[column] ?? 0) ? one : 0));
    const widest = spare.indexOf(Math.max(...spare));
    now[widest] = (now[widest] ?? 1) - 1;
  }
  return now;
}

/** Text as lines of at most a width; a word that is longer stays whole. */
export function wrapWords(text: string, width: number): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (displayWidth(last) + 1 + displayWidth(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function joined(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))))
    .join(' '.repeat(GAP))
    .trimEnd();
}

/** The first cell, then the others by their titles. */
function listed(row: readonly string[], titles: readonly string[], width: number): string[] {
  const [name = '', ...cells] = row;
  const rest = cells.flatMap((cell, i) => (cell === '' ? [] : wrapLine(`  ${titles[i + 1] ?? ''}: ${cell}`, width)));
  return [...wrapLine(name, width), ...rest];
}
