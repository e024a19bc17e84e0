/** Which line of a text a line of the edited text was: findings are held against those of before by it. */
import { changedRuns } from '../lexical/line-diff.ts';
import { linesOf } from '../lexical/lines.ts';

export type LineMap = (file: string, line: number) => number;

/**
 * Lines that an edit set further in are the same; what stands in the place of a line is that line.
 * @param before the text before the edit, by file
 */
export function lineMap(before: (file: string) => string | undefined, edited: ReadonlyMap<string, string>): LineMap {
  const maps = new Map<string, readonly number[]>();
  for (const [file, text] of edited) maps.set(file, oldLines(before(file) ?? '', text));
  return (file, line) => maps.get(file)?.[line - 1] ?? line;
}

/** For each line of the new text the number of the old one. */
function oldLines(before: string, after: string): number[] {
  const [old, now] = [before, after].map((text) => linesOf(text).map((line) => line.trim())) as [string[], string[]];
  const lines: number[] = [];
  let at = 0;
  for (const { from, to, nowFrom, nowTo } of changedRuns(old, now)) {
    while (lines.length < nowFrom) lines.push(++at);
    for (let i = nowFrom; i < nowTo; i++) lines.push(Math.max(1, Math.min(from + 1 + (i - nowFrom), to, old.length)));
    at = to;
  }
  while (lines.length < now.length) lines.push(++at);
  return lines;
}
