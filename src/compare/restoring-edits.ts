/** Edits of the head that bring back a line of the base: the one whose loss explains a race. */
import type { ChangedFile } from '../diff/changed-file.ts';
import { type ChangeBlock, changeBlocks } from '../diff/patch.ts';
import { linesOf } from '../lexical/lines.ts';
import type { Edit } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import { CONDITION, ORDERING } from './ordering-lines.ts';

/** A larger edit is no line that somebody forgot. */
const MAX_LINES = 8;

/**
 * What may bring it back, the smallest edit first. Of a line that was edited only what ordered or guarded something is
 * brought back: the rest is what the author wanted to change.
 * @param read the text of a file at the head
 */
export function restoringEdits(
  { changed: line, explains, anchor }: CauseWithFindings,
  changed: readonly ChangedFile[],
  read: (file: string) => string | undefined,
): Edit[] {
  const written = explains[0]?.anchor?.kind === 'written-access' ? anchor : null;
  const at = line ?? written;
  const file = changed.find(({ path }) => path === at?.file);
  const text = at === null || file === undefined ? undefined : read(file.path);
  if (at === null || file?.lines == null || text === undefined) return [];
  const isAt = at.side === 'LEFT' ? atBase(at.line) : atHead(at.line);
  const block = changeBlocks(file.lines).find(isAt);
  if (block === undefined) return [];
  return at.side === 'LEFT' ? putBack(file.path, block, at.line) : undone(file.path, block, at.line, linesOf(text));
}

function atBase(line: number): (block: ChangeBlock) => boolean {
  return ({ deleted }) => deleted.some(({ base }) => base === line);
}

function atHead(line: number): (block: ChangeBlock) => boolean {
  return ({ added }) => added.some(({ head }) => head === line);
}

/** The deleted line where it stood, before or behind what the change wrote there; or all that was deleted with it. */
function putBack(file: string, { deleted, added, after }: ChangeBlock, line: number): Edit[] {
  const old = deleted.find(({ base }) => base === line);
  if (old === undefined) return [];
  const before = [...new Set([after + 1, after + added.length + 1])];
  const whole = deleted.length > 1 && deleted.length <= MAX_LINES && added.length === 0 ? [deleted] : [];
  return [[old], ...whole].flatMap((lines) => before.map((next) => insertion(file, next, lines)));
}

/** The written line as it was before. */
function undone(file: string, { deleted, added, after }: ChangeBlock, line: number, text: readonly string[]): Edit[] {
  const says = (lines: ChangeBlock['deleted']) =>
    lines.some((one) => ORDERING.test(one.text) || CONDITION.test(one.text));
  if (deleted.length === 0 || !says(deleted)) return [];
  const index = added.findIndex(({ head }) => head === line);
  const partner = added.length === deleted.length ? deleted[index] : undefined;
  const own: Edit[] =
    partner === undefined || !says([partner])
      ? []
      : [
          {
            file,
            startLine: line,
            startColumn: 1,
            endLine: line,
            endColumn: (text[line - 1] ?? '').length + 1,
            text: partner.text,
          },
        ];
  if (deleted.length > MAX_LINES || added.length > MAX_LINES) return own;
  const whole = {
    ...insertion(file, after + 1, deleted),
    endLine: after + 1 + added.length,
  };
  return added.length === 1 && deleted.length === 1 ? own : [...own, whole];
}

function insertion(file: string, before: number, lines: ChangeBlock['deleted']): Edit {
  const text = lines.map((line) => `${line.text}\n`).join('');
  return { file, startLine: before, startColumn: 1, endLine: before, endColumn: 1, text };
}

/** The text with an edit of whole lines, or of columns of one. */
export function edited(text: string, { startLine, startColumn, endLine, endColumn, text: replacement }: Edit): string {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  const offset = (line: number, column: number) =>
    Math.min(text.length, (starts[line - 1] ?? text.length) + column - 1);
  return text.slice(0, offset(startLine, startColumn)) + replacement + text.slice(offset(endLine, endColumn));
}

/** Lines of context of a diff. */
const AROUND = 2;

/** An edit as a unified diff with one hunk. */
export function diffOf(text: string, edit: Edit): string {
  const [before, now] = [linesOf(text), linesOf(edited(text, edit))];
  let same = 0;
  while (same < before.length && same < now.length && before[same] === now[same]) same++;
  let tail = 0;
  while (tail < before.length - same && tail < now.length - same && before.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const from = Math.max(0, same - AROUND);
  const [oldEnd, newEnd] = [before.length - tail, now.length - tail];
  const after = before.slice(oldEnd, oldEnd + AROUND);
  const rows = [
    ...before.slice(from, same).map((line) => ` ${line}`),
    ...before.slice(same, oldEnd).map((line) => `-${line}`),
    ...now.slice(same, newEnd).map((line) => `+${line}`),
    ...after.map((line) => ` ${line}`),
  ];
  const [oldCount, newCount] = [oldEnd - from + after.length, newEnd - from + after.length];
  return [
    `--- a/${edit.file}`,
    `+++ b/${edit.file}`,
    `@@ -${from + 1},${oldCount} +${from + 1},${newCount} @@`,
    ...rows,
    '',
  ].join('\n');
}
