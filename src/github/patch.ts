/**
 * The lines a change touches, read from the patch text GitHub gives for one file. Positions count on the head side,
 * from 1.
 */

/** First and last line, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** What a file's patch says. A change of lines is a deletion and an addition at the same place. */
export interface LineChanges {
  /** What the diff shows of the head side, context included: the only lines GitHub lets a comment stand on. */
  readonly hunks: readonly LineRange[];
  /** Lines that are new on the head side. */
  readonly added: readonly LineRange[];
  /** Lines were deleted between this line of the head side and the next one (0: before the first). */
  readonly deletedAfter: readonly number[];
  readonly additions: number;
  readonly deletions: number;
}

export const NO_LINES: LineChanges = { hunks: [], added: [], deletedAfter: [], additions: 0, deletions: 0 };

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunks of one file's patch. Text that is no part of a hunk is skipped. */
export function parsePatch(patch: string): LineChanges {
  const hunks: LineRange[] = [];
  const added: LineRange[] = [];
  const deletedAfter: number[] = [];
  let additions = 0;
  let deletions = 0;
  let line: number | null = null;
  for (const text of patch.split('\n')) {
    const header = HUNK.exec(text);
    if (header !== null) {
      const start = Number(header[1]);
      const length = header[2] === undefined ? 1 : Number(header[2]);
      // A hunk without head lines names the line before it; the next head line is one further.
      line = length === 0 ? start + 1 : start;
      if (length > 0) hunks.push({ start, end: start + length - 1 });
      continue;
    }
    if (line === null) continue;
    if (text.startsWith('+')) {
      const last = added.at(-1);
      if (last !== undefined && last.end === line - 1) added[added.length - 1] = { start: last.start, end: line };
      else added.push({ start: line, end: line });
      additions += 1;
      line += 1;
    } else if (text.startsWith('-')) {
      if (deletedAfter.at(-1) !== line - 1) deletedAfter.push(line - 1);
      deletions += 1;
    } else if (text.startsWith(' ')) {
      line += 1;
    }
  }
  return { hunks, added, deletedAfter, additions, deletions };
}

/** True when a line in `range` was added, or lines were deleted between two lines of it. */
export function touches(changes: LineChanges, range: LineRange): boolean {
  return (
    changes.added.some((lines) => lines.start <= range.end && lines.end >= range.start) ||
    changes.deletedAfter.some((line) => line >= range.start && line < range.end)
  );
}

/** True when something changed that lies in none of `ranges`. */
export function touchesOutside(changes: LineChanges, ranges: readonly LineRange[]): boolean {
  return (
    changes.added.some((lines) => !ranges.some((range) => range.start <= lines.start && lines.end <= range.end)) ||
    changes.deletedAfter.some((line) => !ranges.some((range) => range.start <= line && line < range.end))
  );
}
