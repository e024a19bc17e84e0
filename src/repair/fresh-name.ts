import type { SourceText } from './source-text.ts';

/**
 * A name that the text does not have yet.
 * @param others that are to be written as well
 */
export function freshName(source: SourceText, wanted: string, others: ReadonlySet<string> = new Set()): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!others.has(name) && !new RegExp(`\\b${name}\\b`).test(source.text)) return name;
  }
}
