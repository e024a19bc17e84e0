/**
 * The lines a change touches, read from the patch of one file as git and GitHub write it. Lines count from 1, on the
 * side they belong to: the base for what was deleted, the head for what is there now.
 */

/** First and last line, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A line that a patch shows. */
export interface PatchLine {
  /** Null: the line was added. */
  readonly base: number | null;
  /** Null: the line was deleted. */
  readonly head: number | null;
  readonly text: string;
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
  /** Every line of every hunk, in order. */
  readonly lines: readonly PatchLine[];
}

export const NO_LINES: LineChanges = {
  hunks: [],
  added: [],
  deletedAfter: [],
  additions: 0,
  deletions: 0,
  lines: [],
};

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunks of one file's patch. Text that is no part of a hunk is skipped. */
export function parsePatch(patch: string): LineChanges {
  const hunks: LineRange[] = [];
  const added: LineRange[] = [];
  const deletedAfter: number[] = [];
  const lines: PatchLine[] = [];
  let additions = 0;
  let deletions = 0;
  let base = 0;
  let head: number | null = null;
  for (const text of patch.split('\n')) {
    const header = HUNK.exec(text);
    if (header !== null) {
      const length = header[4] === undefined ? 1 : Number(header[4]);
      const start = Number(header[3]);
      // A hunk without lines of a side names the line before it; the next line of that side is one further.
      head = length === 0 ? start + 1 : start;
      base = Number(header[1]) + (header[2] === '0' ? 1 : 0);
      if (length > 0) hunks.push({ start, end: start + length - 1 });
      continue;
    }
    if (head === null) continue;
    const content = text.slice(1);
    if (text.startsWith('+')) {
      const last = added.at(-1);
      if (last !== undefined && last.end === head - 1) added[added.length - 1] = { start: last.start, end: head };
      else added.push({ start: head, end: head });
      lines.push({ base: null, head, text: content });
      additions += 1;
      head += 1;
    } else if (text.startsWith('-')) {
      if (deletedAfter.at(-1) !== head - 1) deletedAfter.push(head - 1);
      lines.push({ base, head: null, text: content });
      deletions += 1;
      base += 1;
    } else if (text.startsWith(' ')) {
      lines.push({ base, head, text: content });
      base += 1;
      head += 1;
    }
  }
  return { hunks, added, deletedAfter, additions, deletions, lines };
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

/** Neighbouring lines that were deleted or added together: one edit. */
export interface ChangeBlock {
  readonly deleted: readonly PatchLine[];
  readonly added: readonly PatchLine[];
  /** The head line that the block follows (0: none). */
  readonly after: number;
}

/** The edits of a patch, from its first line to its last. */
export function changeBlocks(changes: LineChanges): ChangeBlock[] {
  const blocks: { deleted: PatchLine[]; added: PatchLine[]; after: number }[] = [];
  let open: (typeof blocks)[number] | null = null;
  const follow = deletionsByPlace(changes);
  for (const line of changes.lines) {
    if (line.base !== null && line.head !== null) {
      open = null;
      continue;
    }
    const after = line.head === null ? (follow.get(line) ?? 0) : line.head - 1;
    // Two hunks may follow each other without context between them.
    if (open !== null && after > open.after + open.added.length) open = null;
    if (open === null) {
      open = { deleted: [], added: [], after };
      blocks.push(open);
    }
    (line.head === null ? open.deleted : open.added).push(line);
  }
  return blocks;
}

/** For each deleted line the head line before it. */
function deletionsByPlace(changes: LineChanges): ReadonlyMap<PatchLine, number> {
  const places = new Map<PatchLine, number>();
  let offset = 0;
  for (const line of changes.lines) {
    if (line.base !== null && line.head !== null) offset = line.head - line.base;
    else if (line.head === null) {
      places.set(line, (line.base ?? 1) + offset - 1);
      offset -= 1;
    } else offset += 1;
  }
  return places;
}

/** Where a line of the head lies at the base, or null when the change wrote it. */
export function baseLine(changes: LineChanges, head: number): number | null {
  let offset = 0;
  for (const line of changes.lines) {
    if (line.head === null) {
      // Deleted behind `head`, at once when the patch has no context.
      if ((line.base ?? 0) - 1 - offset >= head) return head + offset;
      offset += 1;
      continue;
    }
    if (line.head >= head) return line.head > head ? head + offset : line.base;
    if (line.base === null) offset -= 1;
  }
  return head + offset;
}

/**
 * Where a line of the base lies at the head, or null when it was deleted or edited.
 * @param changes null: nothing is known of the lines, so none is the same for sure
 */
export function headLine(changes: LineChanges | null, base: number): number | null {
  if (changes === null) return null;
  let offset = 0;
  for (const line of changes.lines) {
    if (line.base === null) {
      // Added behind `base`, at once when the patch has no context.
      if ((line.head ?? 0) - 1 - offset >= base) return base + offset;
      offset += 1;
      continue;
    }
    if (line.base >= base) return line.base > base ? base + offset : line.head;
    if (line.head === null) offset -= 1;
  }
  return base + offset;
}

/** The lines of one side that the change touches: what it wrote, what it deleted, and for what is not there its neighbour. */
export function touchedLines(changes: LineChanges, side: 'base' | 'head'): number[] {
  const other = side === 'base' ? 'head' : 'base';
  const touched = new Set<number>();
  /** How much further a line of this side is than one of the other. */
  let offset = 0;
  for (const line of changes.lines) {
    const [here, there] = [line[side], line[other]];
    if (here !== null && there !== null) offset = here - there;
    else if (here !== null) {
      touched.add(here);
      offset += 1;
    } else if (there !== null) {
      touched.add(Math.max(1, there + offset));
      offset -= 1;
    }
  }
  return [...touched].sort((a, b) => a - b);
}
