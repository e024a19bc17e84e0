/** The lines that a result speaks of, stored with it: a report on another machine shows code without the sources. */
import { lineReader } from '../lexical/lines.ts';
import type { Access, Finding, Result, SourceLines } from '../model/result.ts';

/** Lines on each side of an access. */
const AROUND = 2;
/** Lines of one access, when it spans many. */
const MAX_SPAN = 12;
/** Of one line; generated code has longer ones. */
const MAX_LENGTH = 500;
/** All together: some 4 MB. */
const MAX_LINES = 20_000;

/**
 * Lines around all accesses. What the change fixed is left out: it stood at the base.
 * @param source undefined where a file cannot be read; then what the result has stored of it stays
 */
export function citedLines(result: Result, source: (file: string) => string | undefined): SourceLines[] {
  const lineOf = lineReader(source);
  const wanted = new Map<string, Set<number>>();
  let left = MAX_LINES;
  for (const { accesses } of result.findings.filter(({ status }) => status !== 'fixed')) {
    for (const { file, line } of wantedOf(accesses)) {
      const lines = wanted.get(file) ?? new Set();
      wanted.set(file, lines);
      if (line < 1 || left === 0 || lines.has(line) || lineOf(file, line) === undefined) continue;
      lines.add(line);
      left -= 1;
    }
  }
  const read = [...wanted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, lines]) =>
      runs(
        file,
        [...lines].sort((a, b) => a - b),
        (line) => cut(lineOf(file, line) ?? ''),
      ),
    );
  const readable = new Set(read.map(({ file }) => file));
  return [...read, ...(result.sources ?? []).filter(({ file }) => !readable.has(file))];
}

function* wantedOf(accesses: Finding['accesses']): Generator<Pick<Access, 'file' | 'line'>> {
  for (const { file, line, endLine } of accesses) {
    const last = Math.min(endLine, line + MAX_SPAN) + AROUND;
    for (let at = line - AROUND; at <= last; at++) yield { file, line: at };
  }
}

/** Lines that follow one another together. */
function runs(file: string, lines: readonly number[], textOf: (line: number) => string): SourceLines[] {
  const found: { file: string; line: number; text: string[] }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last !== undefined && last.line + last.text.length === line) last.text.push(textOf(line));
    else found.push({ file, line, text: [textOf(line)] });
  }
  return found;
}

function cut(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Reads lines that were stored. */
export function storedLineReader({
  sources = [],
}: Pick<Result, 'sources'>): (file: string, line: number) => string | undefined {
  const files = new Map<string, Map<number, string>>();
  for (const { file, line, text } of sources) {
    const lines = files.get(file) ?? new Map<number, string>();
    files.set(file, lines);
    for (const [i, one] of text.entries()) lines.set(line + i, one);
  }
  return (file, line) => files.get(file)?.get(line);
}
