/** The edits of several fixes as one text. */
import { edited, editsBetween, unifiedDiff } from '../lexical/text-edits.ts';
import type { Edit, Fix } from '../model/result.ts';

/** The texts with all fixes, each edit made once; null: two of them change the same place in different ways. */
export function jointTexts(
  fixes: readonly Fix[],
  read: (file: string) => string | undefined,
): Map<string, string> | null {
  const all = new Map(fixes.flatMap(({ edits }) => edits).map((edit) => [JSON.stringify(edit), edit]));
  const byFile = new Map<string, Edit[]>();
  for (const edit of all.values()) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  const texts = new Map<string, string>();
  for (const [file, edits] of byFile) {
    const text = read(file);
    const sorted = [...edits].sort((a, b) => compare(startOf(b), startOf(a)) || compare(endOf(b), endOf(a)));
    const clash = sorted.some((edit, i) => i > 0 && compare(endOf(edit), startOf(sorted[i - 1]!)) > 0);
    if (text === undefined || clash) return null;
    texts.set(file, edited(text, sorted));
  }
  return texts;
}

/**
 * @param fixes the one that names it first
 * @param texts with all of them
 */
export function jointFix(
  fixes: readonly Fix[],
  texts: ReadonlyMap<string, string>,
  read: (file: string) => string | undefined,
): Fix {
  const files = [...texts].map(([file, text]) => ({ file, text, old: read(file) ?? '' }));
  const notes = [...new Set(fixes.flatMap(({ note }) => note ?? []))];
  return {
    kind: fixes[0]!.kind,
    edits: files.flatMap(({ file, text, old }) => editsBetween(file, old, text)),
    diff: files.map(({ file, text, old }) => unifiedDiff(file, old, text)).join(''),
    verified: true,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

type Point = readonly [line: number, column: number];

function startOf({ startLine, startColumn }: Edit): Point {
  return [startLine, startColumn];
}

function endOf({ endLine, endColumn }: Edit): Point {
  return [endLine, endColumn];
}

function compare(a: Point, b: Point): number {
  return a[0] - b[0] || a[1] - b[1];
}
