import type { SourceText } from './source-text.ts';

/** A name that the text does not have yet. */
export function freshName(source: SourceText, wanted: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!new RegExp(`\\b${name}\\b`).test(source.text)) return name;
  }
}
