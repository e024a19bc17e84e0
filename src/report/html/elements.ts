/** The few elements that all parts of the page are made of. Where a parameter is HTML already, its comment says so. */
import { escapeMarkup } from '../untrusted.ts';

export function code(text: string): string {
  return `<code>${escapeMarkup(text)}</code>`;
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

/** Cells are HTML already. */
export function row(cells: readonly string[], kind = ''): string {
  const open = kind === '' ? '<tr>' : `<tr class="${kind}">`;
  return `${open}${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

/** @param html what may be wider than the page */
function scrollable(name: string, html: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeMarkup(name)}">${html}</div>`;
}

export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
