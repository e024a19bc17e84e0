/** The few elements that all parts of the page are made of. Where a parameter is HTML already, its comment says so. */
import { escapeMarkup } from '../untrusted.ts';

/** The page of a line on a forge; null where nobody knows one. */
export type PageOf = (file: string, line: number) => string | null;

export function code(text: string): string {
  return `<code>${escapeMarkup(text)}</code>`;
}

/** A place as code, which leads to its page where there is one. */
export function placeLink({ file, line }: { file: string; line: number }, pageOf: PageOf, text?: string): string {
  const shown = code(text ?? (line === 0 ? file : `${file}:${line}`));
  const page = line === 0 ? null : pageOf(file, line);
  // Nothing but https, whatever a repository calls its remote.
  return page?.startsWith('https://') ? `<a href="${escapeMarkup(page)}" rel="noreferrer">${shown}</a>` : shown;
}

/** Items are HTML already. */
export function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** Head and cells are HTML already. A table that is wider than the page can be scrolled, also by keyboard. */
export function table(kind: string, name: string, head: readonly string[], rows: readonly string[]): string {
  const titles = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  return scrollable(
    name,
    `<table class="${kind}"><thead><tr>${titles}</tr></thead>\n<tbody>${rows.join('\n')}</tbody></table>`,
  );
}

/**
 * Cells are HTML already.
 * @param head of the table: on a phone each cell stands on a line of its own, behind its name
 */
export function row(cells: readonly string[], head: readonly string[], kind = ''): string {
  const open = kind === '' ? '<tr>' : `<tr class="${kind}">`;
  const cell = (html: string, index: number) => `<td data-name="${head[index] ?? ''}"><span>${html}</span></td>`;
  return `${open}${cells.map(cell).join('')}</tr>`;
}

/** @param html what may be wider than the page */
function scrollable(name: string, html: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeMarkup(name)}">${html}</div>`;
}

export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
