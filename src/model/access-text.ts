import type { Access } from './result.ts';

/** How an access is named within a sentence: by its text, where the source is there to be read. */
export function accessText({ text, line }: Pick<Access, 'text' | 'line'>): string {
  return text === '' ? `line ${line}` : text;
}
