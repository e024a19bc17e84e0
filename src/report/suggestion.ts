/**
 * A verified fix in the form that GitHub offers to commit: a block of text that takes the place of the lines that its comment
 * stands at, and of no others.
 */
import { edited } from '../lexical/text-edits.ts';
import type { Edit, Finding, Fix } from '../model/result.ts';
import { visibleDiff } from './text.ts';

/** More lines than that are read more easily as a diff. */
const MAX_LINES = 12;

export interface Suggestion {
  readonly fix: Fix;
  /** The lines of the head, first and last, that it takes the place of; the line of the anchor is one of them. */
  readonly startLine: number;
  readonly endLine: number;
  /** What stands there now. */
  readonly old: readonly string[];
  readonly lines: readonly string[];
}

/** The first fix that touches only lines around the anchor; null: there is none, or what it says cannot be seen as it is. */
export function suggestionOf(
  { anchor, fixes }: { readonly anchor?: Finding['anchor']; readonly fixes: readonly Fix[] },
  readLine: (file: string, line: number) => string | undefined,
): Suggestion | null {
  if (anchor === undefined || anchor.line === null || anchor.side !== 'head') return null;
  const { file, line } = anchor;
  for (const fix of fixes) {
    if (fix.edits.length === 0 || fix.edits.some((edit) => edit.file !== file)) continue;
    const range = rangeOf(fix.edits, line);
    const old = textsOf(range, (one) => readLine(file, one));
    if (old === null) continue;
    const lines = withEdits(old, fix.edits, range.startLine);
    // What a click commits must be what is seen.
    const shown = visibleDiff(lines.join('\n')).join('\n');
    if (lines.join('\n') === old.join('\n') || shown !== lines.join('\n').replaceAll('\t', '    ')) continue;
    return { fix, ...range, old, lines };
  }
  return null;
}

type Range = Pick<Suggestion, 'startLine' | 'endLine'>;

/** The fewest whole lines with the anchor's in which all edits are made. */
function rangeOf(edits: readonly Edit[], anchor: number): Range {
  const ends = edits.flatMap(({ startLine, startColumn, endLine, endColumn, text }): number[] => {
    const isGap = startLine === endLine && startColumn === 1 && endColumn === 1 && text.endsWith('\n');
    // What comes between two lines belongs to the one that is nearer to the anchor.
    if (isGap) return [startLine <= anchor ? startLine : startLine - 1];
    return [startLine, endColumn === 1 && endLine > startLine ? endLine - 1 : endLine];
  });
  return { startLine: Math.min(anchor, ...ends), endLine: Math.max(anchor, ...ends) };
}

function textsOf({ startLine, endLine }: Range, read: (line: number) => string | undefined): string[] | null {
  if (endLine - startLine >= MAX_LINES) return null;
  const texts = Array.from({ length: endLine - startLine + 1 }, (_, i) => read(startLine + i));
  return texts.every((text) => text !== undefined) ? texts : null;
}

/** @param first the number of the first of the lines */
function withEdits(old: readonly string[], edits: readonly Edit[], first: number): string[] {
  const moved = edits.map((edit) => ({
    ...edit,
    startLine: edit.startLine - first + 1,
    endLine: edit.endLine - first + 1,
  }));
  const text = edited(old.map((one) => `${one}\n`).join(''), moved);
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}
