/** Changes of source texts, by offsets; and statements that are put before, behind and around others. */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { SourceText, SourceTexts } from './source-text.ts';

/** Something in the place of what stands between two offsets. */
export interface Change {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The texts with the changes made, each once; null: two of them overlap, or a file is not there. */
export function changedTexts(sources: SourceTexts, changes: readonly Change[]): ReadonlyMap<string, string> | null {
  const byFile = new Map<string, Change[]>();
  for (const change of new Map(changes.map((one) => [JSON.stringify(one), one])).values()) {
    byFile.set(change.file, [...(byFile.get(change.file) ?? []), change]);
  }
  const texts = new Map<string, string>();
  for (const [file, ofFile] of byFile) {
    const source = sources.get(file);
    if (source === null) return null;
    const sorted = ofFile.sort((a, b) => a.start - b.start || a.end - b.end);
    if (sorted.some(({ start }, i) => i > 0 && start < sorted[i - 1]!.end)) return null;
    texts.set(
      file,
      sorted.reduceRight((text, one) => text.slice(0, one.start) + one.text + text.slice(one.end), source.text),
    );
  }
  return texts;
}

/**
 * Statements before another one.
 * @param around what stands directly around it
 * @returns null where there is no place for them: behind an `else`
 */
export function before(
  source: SourceText,
  statement: TreeStatement,
  around: TreeStatement | undefined,
  lines: readonly string[],
): Change[] | null {
  const { file } = source;
  if (around !== undefined && around.kind !== 'block') return embraced(source, statement, around, { before: lines });
  if (!source.isFirstOfLine(statement.start)) {
    return [{ file, start: statement.start, end: statement.start, text: `${lines.join(' ')} ` }];
  }
  let at = source.lineStartAt(statement.start);
  // A directive belongs to the loop behind it.
  for (let up = source.lineStartAt(at - 1); at > 0; up = source.lineStartAt(at - 1)) {
    if (!/^\s*#\s*pragma\b/.test(source.text.slice(up, at))) break;
    at = up;
  }
  return [{ file, start: at, end: at, text: asLines(source, source.indentAt(statement.start), lines) }];
}

/** Statements behind another one. */
export function after(
  source: SourceText,
  statement: TreeStatement,
  around: TreeStatement | undefined,
  lines: readonly string[],
): Change[] | null {
  const { file } = source;
  if (around !== undefined && around.kind !== 'block') return embraced(source, statement, around, { after: lines });
  const end = source.lineEndAt(statement.end);
  if (!source.isLastOfLine(statement.end) || end === source.text.length) {
    return [{ file, start: statement.end, end: statement.end, text: ` ${lines.join(' ')}` }];
  }
  const next = source.text.indexOf('\n', end) + 1;
  const indent = source.indentAt(statement.start);
  return [{ file, start: next, end: next, text: asLines(source, indent, lines) }];
}

/** The text without a statement, and without its line where it has one to itself. */
export function without(source: SourceText, { start, end }: TreeStatement): Change {
  const next = source.text.indexOf('\n', end) + 1;
  const isWhole = next > 0 && source.isFirstOfLine(start) && source.isLastOfLine(end);
  return isWhole
    ? { file: source.file, start: source.lineStartAt(start), end: next, text: '' }
    : { file: source.file, start, end, text: '' };
}

/** Statements at the end of the body of a loop. */
export function atEndOf(source: SourceText, loop: TreeStatement, lines: readonly string[]): Change[] | null {
  const body = loop.parts[0]!;
  if (body.kind !== 'block') return after(source, body, loop, lines);
  const last = body.parts.at(-1);
  return last === undefined ? null : after(source, last, body, lines);
}

/** Statements at the beginning of the body of a loop. */
export function atHeadOf(source: SourceText, loop: TreeStatement, lines: readonly string[]): Change[] | null {
  const body = loop.parts[0]!;
  if (body.kind !== 'block') return before(source, body, loop, lines);
  const first = body.parts[0];
  return first === undefined ? null : before(source, first, body, lines);
}

/** The body of a loop or an `if` that has no braces gets them, with more in it. */
function embraced(
  source: SourceText,
  statement: TreeStatement,
  around: TreeStatement,
  more: { readonly before?: readonly string[]; readonly after?: readonly string[] },
): Change[] | null {
  const { file, lineEnd } = source;
  // `else if` is one chain to whoever reads it.
  if (around.kind === 'if' && around.parts[1] === statement && statement.kind === 'if') return null;
  const outer = source.indentAt(around.start);
  const inner = source.isFirstOfLine(statement.start) ? source.indentAt(statement.start) : outer + source.indentUnit;
  const head = source.code.slice(0, statement.start).trimEnd().length;
  const between = source.text.slice(head, statement.start).trimEnd();
  // A comment behind the statement stays with it.
  const end = source.isLastOfLine(statement.end) ? source.lineEndAt(statement.end) : statement.end;
  const lines = [
    ...(more.before ?? []).map((line) => `${inner}${line}`),
    `${inner}${source.text.slice(statement.start, end)}`,
    ...(more.after ?? []).map((line) => `${inner}${line}`),
    `${outer}}`,
  ];
  const kept = between === '' ? '' : ` ${between.trimStart()}`;
  return [{ file, start: head, end, text: ` {${kept}${lineEnd}${lines.join(lineEnd)}` }];
}

/** Lines with an indentation, each with its end. */
export function asLines(source: SourceText, indent: string, lines: readonly string[]): string {
  return lines.map((line) => `${line === '' ? '' : indent}${line}${source.lineEnd}`).join('');
}
