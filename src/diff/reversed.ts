/** A change the other way round: what it wrote is deleted, and what it deleted is written. */
import { type ChangedFile, pathAtBase } from './changed-file.ts';
import { type LineChanges, type PatchLine, parsePatch } from './patch.ts';

/** Lines of one hunk, and where it begins on both sides. */
interface Hunk {
  readonly base: number;
  readonly head: number;
  readonly lines: PatchLine[];
}

/** The change that takes the head back to the base. */
export function reversedChange(file: ChangedFile): ChangedFile {
  const path = pathAtBase(file) ?? file.path;
  const opposite = { added: 'removed', removed: 'added' } as const;
  return {
    path,
    previousPath: path === file.path ? null : file.path,
    status: file.status === 'added' || file.status === 'removed' ? opposite[file.status] : file.status,
    lines: file.lines === null ? null : reversedLines(file.lines),
  };
}

function reversedLines(changes: LineChanges): LineChanges {
  return parsePatch(hunksOf(changes).flatMap(reversedHunk).join('\n'));
}

function hunksOf({ lines }: LineChanges): Hunk[] {
  const hunks: Hunk[] = [];
  let [base, head] = [1, 1];
  for (const line of lines) {
    const [toBase, toHead] = [(line.base ?? base) - base, (line.head ?? head) - head];
    // The lines between two hunks are the same on both sides.
    const skipped = Math.max(toBase, toHead);
    base += skipped;
    head += skipped;
    const last = hunks.at(-1);
    if (last === undefined || skipped > 0) hunks.push({ base, head, lines: [line] });
    else last.lines.push(line);
    if (line.base !== null) base += 1;
    if (line.head !== null) head += 1;
  }
  return hunks;
}

function reversedHunk({ base, head, lines }: Hunk): string[] {
  const range = (start: number, length: number) => `${length === 0 ? start - 1 : start},${length}`;
  const [ofBase, ofHead] = [lines.filter((line) => line.base !== null), lines.filter((line) => line.head !== null)];
  const texts = [`@@ -${range(head, ofHead.length)} +${range(base, ofBase.length)} @@`];
  let written: string[] = [];
  for (const { base: old, head: now, text } of lines) {
    // In a patch what is deleted stands before what is written.
    if (now === null) written.push(`+${text}`);
    else if (old === null) texts.push(`-${text}`);
    else {
      texts.push(...written, ` ${text}`);
      written = [];
    }
  }
  return [...texts, ...written];
}
