/**
 * Barriers in an `if` with an `else`: both branches are parted at their barriers, and each barrier stands between the parts, where
 * all threads get to. A single thread computes what it did.
 */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import { asLines, type Change } from './change.ts';
import { conditionOf, declarationsMoved, mayLeave, nextLine } from './part-branch.ts';
import type { Place, SourceText } from './source-text.ts';

const BARRIER = /^(?:__syncthreads|barrier|work_group_barrier)\s*\([^;]*;$/;
const ANY_BARRIER = /\b(?:__sync\w*|barrier|work_group_barrier|sync)\s*\(/;

interface Piece {
  readonly statements: readonly TreeStatement[];
  /** Where its lines begin: what is said above the first statement belongs to it. */
  readonly start: number;
  /** The barrier behind it. */
  readonly end: string | null;
}

/**
 * @param barrier a statement of one of the branches
 * @returns null where the other branch has barriers at other places, or where it takes more than that
 */
export function partedElse({ source, path }: Place, barrier: TreeStatement): Change[] | null {
  const depth = path.indexOf(barrier);
  const [around, branch, block] = [path[depth - 3], path[depth - 2], path[depth - 1]];
  if (around?.kind !== 'block' || branch?.kind !== 'if' || branch.parts.length !== 2 || block?.kind !== 'block') {
    return null;
  }
  if (!branch.parts.every(({ kind }) => kind === 'block') || !source.isFirstOfLine(branch.start)) return null;
  const [first, second] = branch.parts.map((part) => piecesOf(source, part)) as [Piece[] | null, Piece[] | null];
  if (first === null || second === null) return null;
  const count = Math.max(first.length, second.length);
  if ([first, second].some(({ length }) => length !== count && length !== 1)) return null;
  const written = [first, second].map((pieces) => writtenPieces(source, pieces));
  const [yes, no] = written;
  if (yes == null || no == null) return null;
  const before = [first, second].flatMap((pieces) => pieces.slice(0, -1).flatMap(({ statements }) => statements));
  const condition = conditionOf(source, branch, before.map((one) => source.codeOf(one)).join('\n'));
  const above = [...new Set([...yes.above, ...no.above])];
  // One name of two types has no place above both.
  if (new Set(above.map((line) => /(\w+);$/.exec(line)?.[1])).size < above.length) return null;
  const indent = source.indentAt(branch.start);
  const ends = [...first, ...second].map(({ end }) => end);
  const barriers = ends.filter((end) => end !== null).slice(0, count - 1);
  if (ends.some((end) => end !== null && end !== barriers[0])) return null;
  const text = [
    asLines(source, indent, [...above, ...(condition.above === null ? [] : [condition.above])]),
    ...Array.from({ length: count }, (_, i) => {
      const both = eitherOf(source, indent, condition.text, yes.texts[i] ?? '', no.texts[i] ?? '');
      return both + asLines(source, indent, barriers.slice(i, i + 1));
    }),
  ].join('');
  const [start, end] = [source.lineStartAt(branch.start), source.lineEndAt(branch.end)];
  if (!source.isLastOfLine(branch.end)) return null;
  return [{ file: source.file, start, end, text: text.slice(0, -source.lineEnd.length) }];
}

/** Null: a barrier stands deeper, or a thread may leave before one. */
function piecesOf(source: SourceText, { start: open, parts }: TreeStatement): Piece[] | null {
  const pieces: Piece[] = [];
  let start = nextLine(source, open);
  let statements: TreeStatement[] = [];
  for (const one of parts) {
    const code = source.codeOf(one);
    if (!source.isFirstOfLine(one.start) || !source.isLastOfLine(one.end)) return null;
    if (one.kind === 'simple' && BARRIER.test(code)) {
      if (statements.some((before) => mayLeave(source, before))) return null;
      pieces.push({ statements, start, end: source.textOf(one) });
      statements = [];
      start = nextLine(source, one.end);
    } else if (ANY_BARRIER.test(code)) return null;
    else statements.push(one);
  }
  return [...pieces, { statements, start, end: null }];
}

/** The text of each piece, and the declarations that have to stand above; null where one cannot. */
function writtenPieces(
  source: SourceText,
  pieces: readonly Piece[],
): { readonly texts: readonly string[]; readonly above: readonly string[] } | null {
  const above: string[] = [];
  const texts: string[] = [];
  for (const [i, { statements, start }] of pieces.entries()) {
    const moved = declarationsMoved(
      source,
      statements,
      pieces.slice(i + 1).flatMap((piece) => [...piece.statements]),
    );
    if (moved === null) return null;
    above.push(...moved.above);
    const last = statements.at(-1);
    if (last === undefined) {
      texts.push('');
      continue;
    }
    const end = source.lineEndAt(last.end);
    const text = [...moved.changes]
      .sort((a, b) => b.start - a.start)
      .reduce(
        (all, one) => all.slice(0, one.start - start) + one.text + all.slice(Math.min(one.end, end) - start),
        source.text.slice(start, end),
      );
    texts.push(text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, ''));
  }
  return { texts, above };
}

/** An `if`, with an `else` where both have something to do. */
function eitherOf(source: SourceText, indent: string, condition: string, yes: string, no: string): string {
  const lines = (...all: readonly string[]) => all.map((line) => `${line}${source.lineEnd}`).join('');
  if (yes === '' && no === '') return '';
  if (no === '') return lines(`${indent}if (${condition}) {`, yes, `${indent}}`);
  if (yes === '') return lines(`${indent}if (!(${condition})) {`, no, `${indent}}`);
  return lines(`${indent}if (${condition}) {`, yes, `${indent}} else {`, no, `${indent}}`);
}
