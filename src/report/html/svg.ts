/** Pieces of inline SVG. Colours are classes of `style.ts`; every text of the repository is escaped here. */
import { displayWidth } from '../excerpt.ts';
import { escapeMarkup, visible } from '../untrusted.ts';

/** Drawings are this wide, so that they need no scaling on a telephone. */
export const WIDTH = 344;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A drawing for people who see it, with a title and a description for those who do not.
 * @param id unique in the page
 */
export function drawing(id: string, title: string, description: string, height: number, shapes: string[]): string {
  return [
    `<svg viewBox="-1 -1 ${WIDTH + 2} ${height + 2}" width="${WIDTH + 2}" height="${height + 2}" role="img" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">${escapeMarkup(title)}</title><desc id="${id}-d">${escapeMarkup(description)}</desc>`,
    ...shapes,
    '</svg>',
  ].join('\n');
}

export function rect({ x, y, width, height }: Box, classes: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" class="${classes}"/>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, classes: string): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="${classes}"/>`;
}

/** Text around `x`, cut to `columns`; what was cut off is in its tooltip. */
export function label(x: number, y: number, text: string, columns: number, classes = ''): string {
  const shown = cut(text, columns);
  const whole = shown === visible(text) ? '' : `<title>${escapeMarkup(text)}</title>`;
  return `<text x="${x}" y="${y}" class="${`mid ${classes}`.trim()}">${whole}${escapeMarkup(shown)}</text>`;
}

function cut(text: string, columns: number): string {
  const safe = visible(text);
  if (displayWidth(safe) <= columns) return safe;
  let out = '';
  let used = 1;
  for (const character of safe) {
    used += displayWidth(character);
    if (used > columns) break;
    out += character;
  }
  return `${out}…`;
}
