/**
 * A kernel that some threads leave before a barrier: what is behind the `return` becomes conditional, piece by piece, and the
 * barriers stand between the pieces, where all threads get to.
 */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Change } from './change.ts';
import { conditionOf, declarationsMoved } from './part-branch.ts';
import type { Place, SourceText } from './source-text.ts';

const BARRIER = /^(?:__syncthreads|barrier|work_group_barrier)\s*\(/;
const RETURN = /^\{?\s*return\s*;\s*\}?$/;
const SHARED = /^(?:__shared__|extern\s+__shared__|__local|local)\b/;
const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};

/**
 * @param barrier the divergent one, a statement of the kernel's own body
 * @returns null where no plain `if (…) return;` stands before it, or where it takes more than that
 */
export function withoutEarlyReturn({ source, function: fn, path }: Place, barrier: TreeStatement): Change[] | null {
  const { body, isKernel } = fn;
  if (!isKernel || path.at(-2) !== body) return null;
  const at = body.parts.indexOf(barrier);
  const exit = body.parts.slice(0, at).find((one) => isExit(source, one));
  if (exit === undefined || !source.isFirstOfLine(exit.start)) return null;
  const behind = body.parts.slice(body.parts.indexOf(exit) + 1);
  const last = behind.at(-1)!;
  if (!behind.every((one) => source.isFirstOfLine(one.start)) || !source.isLastOfLine(last.end)) return null;
  const pieces = piecesOf(source, behind);
  if (pieces.some(({ statements }) => statements.some((one) => isNestedBarrier(source, one)))) return null;
  const indent = source.indentAt(exit.start);
  const condition = conditionOf(source, exit, source.code.slice(exit.end, last.end));
  const guard = condition.above === null ? opposite(condition.text) : `!${condition.text}`;
  const above: string[] = condition.above === null ? [] : [condition.above];
  const lines: string[] = [];
  for (const [i, { statements, end }] of pieces.entries()) {
    const rest = pieces.slice(i + 1).flatMap((piece) => [...piece.statements]);
    const shared = statements.filter((one) => SHARED.test(source.codeOf(one)));
    const moved = declarationsMoved(
      source,
      statements.filter((one) => !shared.includes(one)),
      rest,
    );
    if (moved === null) return null;
    const taken = shared.map((one) => ({ start: withComments(source, one), end: nextLine(source, one.end), text: '' }));
    const declared = taken.flatMap(({ start, end }) => source.text.slice(start, end).trimEnd().split(/\r?\n/));
    above.push(...declared.map((line) => line.trim()), ...moved.above);
    const from = nextLine(source, (pieces[i - 1]?.end ?? exit).end);
    const to = statements.length === 0 ? from : source.lineEndAt(statements.at(-1)!.end);
    lines.push(...guarded(source, { start: from, end: to }, [...moved.changes, ...taken], { guard, indent }));
    if (end !== null) lines.push(`${indent}${source.textOf(end)}`);
  }
  const start = source.lineStartAt(exit.start);
  const text = [...above.map((line) => `${indent}${line}`), ...lines].join(source.lineEnd);
  return [{ file: source.file, start, end: source.lineEndAt(last.end), text }];
}

function isExit(source: SourceText, { kind, parts }: TreeStatement): boolean {
  return kind === 'if' && parts.length === 1 && RETURN.test(source.codeOf(parts[0]!).trim());
}

function isNestedBarrier(source: SourceText, statement: TreeStatement): boolean {
  return /\b(?:__sync\w*|barrier|work_group_barrier|sync)\s*\(/.test(source.codeOf(statement));
}

interface Piece {
  readonly statements: readonly TreeStatement[];
  /** The barrier behind it. */
  readonly end: TreeStatement | null;
}

function piecesOf(source: SourceText, behind: readonly TreeStatement[]): Piece[] {
  const pieces: Piece[] = [];
  let statements: TreeStatement[] = [];
  for (const one of behind) {
    if (one.kind === 'simple' && BARRIER.test(source.codeOf(one))) {
      pieces.push({ statements, end: one });
      statements = [];
    } else statements.push(one);
  }
  return [...pieces, { statements, end: null }];
}

type Part = Pick<Change, 'start' | 'end' | 'text'>;

/** Where a statement begins with the lines of comments right above it. */
function withComments(source: SourceText, { start }: TreeStatement): number {
  let at = source.lineStartAt(start);
  while (at > 0) {
    const above = source.lineStartAt(at - 1);
    const isComment =
      source.code.slice(above, at).trim() === '' && /^\s*(?:\/\/|\/?\*)/.test(source.text.slice(above, at));
    if (!isComment) break;
    at = above;
  }
  return at;
}

/** A stretch of the text as lines under a condition, one step further in. */
function guarded(
  source: SourceText,
  { start, end }: { readonly start: number; readonly end: number },
  changes: readonly Part[],
  { guard, indent }: { readonly guard: string; readonly indent: string },
): string[] {
  const sorted = [...changes].sort((a, b) => b.start - a.start);
  const text = sorted.reduce(
    (all, one) => all.slice(0, one.start - start) + one.text + all.slice(Math.min(one.end, end) - start),
    source.text.slice(start, end),
  );
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop();
  while (lines.length > 0 && lines[0]!.trim() === '') lines.shift();
  if (lines.length === 0) return [];
  const inner = lines.map((line) =>
    line.trim() === '' || line.startsWith('#') ? line : `${source.indentUnit}${line}`,
  );
  return [`${indent}if (${guard}) {`, ...inner, `${indent}}`];
}

/** `i < n` for `i >= n`; anything else in parentheses. */
function opposite(condition: string): string {
  const match = /^([^<>=!&|?()]+?)\s*(<=|>=|==|!=|<|>)\s*([^<>=!&|?()]+)$/.exec(condition.trim());
  return match === null ? `!(${condition.trim()})` : `${match[1]} ${OPPOSITE[match[2]!]} ${match[3]}`;
}

function nextLine(source: SourceText, offset: number): number {
  const end = source.text.indexOf('\n', offset);
  return end < 0 ? source.text.length : end + 1;
}
