/** Edits of a source text: applied, found between two texts, and shown as a unified diff. */
import type { Edit } from '../model/result.ts';
import { columnOfOffset, offsetOfColumn } from './columns.ts';
import { changedRuns, type Run } from './line-diff.ts';

/** The text with edits that do not overlap, from its end to its beginning. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce(withEdit, text);
}

function withEdit(text: string, { startLine, startColumn, endLine, endColumn, text: replacement }: Edit): string {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  const offset = (line: number, column: number) => {
    const start = starts[line - 1] ?? text.length;
    const end = starts[line] ?? text.length;
    return Math.min(text.length, start + offsetOfColumn(text.slice(start, end), column));
  };
  return text.slice(0, offset(startLine, startColumn)) + replacement + text.slice(offset(endLine, endColumn));
}

/** The edits that make one text of another, from its end to its beginning; as small as whole lines, or parts of one, can be. */
export function editsBetween(file: string, before: string, after: string): Edit[] {
  const [old, now] = [withEnds(before), withEnds(after)];
  return changedRuns(old, now)
    .map((run) => editOf(file, old, now, run))
    .reverse();
}

function editOf(file: string, old: readonly string[], now: readonly string[], run: Run): Edit {
  const removed = old.slice(run.from, run.to);
  const added = now.slice(run.nowFrom, run.nowTo);
  const [one, ...more] = removed;
  const [other, ...others] = added;
  if (one !== undefined && other !== undefined && more.length + others.length === 0) {
    return editOfLine(file, run.from + 1, one, other);
  }
  return {
    file,
    startLine: run.from + 1,
    startColumn: 1,
    endLine: run.to + 1,
    endColumn: 1,
    text: added.join(''),
  };
}

/** What changed within one line. */
function editOfLine(file: string, line: number, old: string, now: string): Edit {
  const [a, b] = [[...old], [...now]];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  let tail = 0;
  while (tail < a.length - same && tail < b.length - same && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const column = (count: number) => columnOfOffset(old, a.slice(0, count).join('').length);
  return {
    file,
    startLine: line,
    startColumn: column(same),
    endLine: line,
    endColumn: column(a.length - tail),
    text: b.slice(same, b.length - tail).join(''),
  };
}

/** Lines of context of a diff. */
const AROUND = 2;

/** Edits of one file, from the end of its text to its beginning, as a unified diff; empty without any. */
export function diffOf(text: string, edits: readonly Edit[]): string {
  const [first] = edits;
  return first === undefined ? '' : unifiedDiff(first.file, text, edited(text, edits));
}

/** Two texts of one file as a unified diff; empty where they are the same. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const [old, now] = [withEnds(before), withEnds(after)];
  const groups: Run[][] = [];
  for (const run of changedRuns(old, now)) {
    const last = groups.at(-1);
    // Runs whose contexts would touch are one hunk.
    if (last !== undefined && run.from - last.at(-1)!.to <= 2 * AROUND) last.push(run);
    else groups.push([run]);
  }
  if (groups.length === 0) return '';
  const hunks = groups.flatMap((group) => hunkOf(old, now, group));
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks, ''].join('\n');
}

function hunkOf(old: readonly string[], now: readonly string[], runs: readonly Run[]): string[] {
  const [first, last] = [runs[0]!, runs.at(-1)!];
  const from = Math.max(0, first.from - AROUND);
  const to = Math.min(old.length, last.to + AROUND);
  const nowFrom = first.nowFrom - (first.from - from);
  const nowTo = last.nowTo + (to - last.to);
  const rows: string[] = [];
  let at = from;
  for (const run of runs) {
    for (; at < run.from; at++) rows.push(...rowOf(' ', old[at]!));
    for (; at < run.to; at++) rows.push(...rowOf('-', old[at]!));
    for (let i = run.nowFrom; i < run.nowTo; i++) rows.push(...rowOf('+', now[i]!));
  }
  for (; at < to; at++) rows.push(...rowOf(' ', old[at]!));
  const range = (start: number, count: number) => `${count === 0 ? start : start + 1},${count}`;
  return [`@@ -${range(from, to - from)} +${range(nowFrom, nowTo - nowFrom)} @@`, ...rows];
}

function rowOf(mark: string, line: string): string[] {
  return line.endsWith('\n') ? [`${mark}${line.slice(0, -1)}`] : [`${mark}${line}`, '\\ No newline at end of file'];
}

/** The lines of a text with their ends; behind the last line end there is no other. */
function withEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
