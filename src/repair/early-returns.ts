/**
 * A kernel that some threads leave before a barrier: what is behind the `return` becomes conditional, piece by piece, and the
 * barriers stand between the pieces, where all threads get to.
 */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Change } from './change.ts';
import { conditionOf, declarationsMoved, nextLine } from './part-branch.ts';
import type { Place, SourceText } from './source-text.ts';
import { Uniformity } from './uniformity.ts';

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
 * @param barrier the divergent one, a statement of the kernel's own body or of loops and branches that all threads take
 * @returns null where no plain `if (…) return;` stands before it, or where it takes more than that
 */
export function withoutEarlyReturn(place: Place, barrier: TreeStatement): Change[] | null {
  const { source, function: fn, path } = place;
  const { body, isKernel } = fn;
  const top = path[path.indexOf(body) + 1];
  if (!isKernel || top === undefined || !path.includes(barrier)) return null;
  const exit = body.parts.slice(0, body.parts.indexOf(top)).find((one) => isExit(source, one));
  if (exit === undefined || !source.isFirstOfLine(exit.start)) return null;
  const behind = body.parts.slice(body.parts.indexOf(exit) + 1);
  const last = behind.at(-1)!;
  const condition = conditionOf(source, exit, source.code.slice(exit.end, last.end));
  const guard = condition.above === null ? opposite(condition.text) : `!${condition.text}`;
  const uniformity = new Uniformity(place, 'thread');
  const writer = new GuardedText(source, guard, (text) => uniformity.isSame(text));
  const lines = writer.list(behind, exit.end, source.indentAt(exit.start));
  if (lines === null) return null;
  const indent = source.indentAt(exit.start);
  const above = [...(condition.above === null ? [] : [condition.above]), ...writer.above];
  const start = source.lineStartAt(exit.start);
  const text = [...above.map((line) => `${indent}${line}`), ...lines].join(source.lineEnd);
  return [{ file: source.file, start, end: source.lineEndAt(last.end), text }];
}

/** Statements under a condition, piece by piece, with the barriers between the pieces. */
class GuardedText {
  readonly #source: SourceText;
  readonly #guard: string;
  readonly #isSame: (text: string) => boolean;
  /** Declarations that have to stand before all of it. */
  readonly above: string[] = [];
  readonly #moved = new Set<string>();

  constructor(source: SourceText, guard: string, isSame: (text: string) => boolean) {
    this.#source = source;
    this.#guard = guard;
    this.#isSame = isSame;
  }

  /** @param from behind what stands before them; null: it takes more than that */
  list(statements: readonly TreeStatement[], from: number, indent: string): string[] | null {
    const source = this.#source;
    const isWhole = ({ start }: TreeStatement) => source.isFirstOfLine(start);
    if (!statements.every(isWhole) || !source.isLastOfLine(statements.at(-1)?.end ?? from)) return null;
    const pieces = piecesOf(source, statements);
    const lines: string[] = [];
    for (const [i, { statements: own, end }] of pieces.entries()) {
      const rest = [...(end === null ? [] : [end]), ...pieces.slice(i + 1).flatMap((piece) => [...piece.statements])];
      const changes = this.#declarations(own, rest);
      if (changes === null) return null;
      const start = nextLine(source, pieces[i - 1]?.end?.end ?? from);
      const to = own.length === 0 ? start : source.lineEndAt(own.at(-1)!.end);
      lines.push(...guarded(source, { start, end: to }, changes, { guard: this.#guard, indent }));
      const ending = end === null ? [] : this.#ending(end, indent);
      if (ending === null) return null;
      lines.push(...ending);
    }
    return lines;
  }

  /** Variables that later pieces need, and shared memory, stand above. */
  #declarations(own: readonly TreeStatement[], rest: readonly TreeStatement[]): Part[] | null {
    const source = this.#source;
    const shared = own.filter((one) => SHARED.test(source.codeOf(one)));
    const others = own.filter((one) => !shared.includes(one));
    const moved = declarationsMoved(source, others, rest);
    if (moved === null) return null;
    const taken = shared.map((one) => ({ start: withComments(source, one), end: nextLine(source, one.end), text: '' }));
    const declared = taken.flatMap(({ start, end }) => source.text.slice(start, end).trimEnd().split(/\r?\n/));
    this.above.push(...declared.map((line) => line.trim()), ...moved.above);
    for (const line of moved.above) this.#moved.add(/(\w+);$/.exec(line)?.[1] ?? '');
    return [...moved.changes, ...taken];
  }

  /** The barrier itself; or a loop or a branch with barriers that all threads go through now: its inside is parted as well. */
  #ending(end: TreeStatement, indent: string): string[] | null {
    const source = this.#source;
    if (end.kind === 'simple') return [`${indent}${source.textOf(end)}`];
    const [body, ...others] = end.parts;
    const isParted = end.kind === 'for' || end.kind === 'while' || end.kind === 'if';
    if (!isParted || body?.kind !== 'block' || others.length > 0 || end.head === null) return null;
    const head = source.codeOf(end.head);
    // A thread that had left comes to it with nothing but what all threads know.
    const isKnown = !(head.match(/[A-Za-z_]\w*/g) ?? []).some((name) => this.#moved.has(name));
    if (!isKnown || !head.split(';').every((part) => this.#isSame(part.replace(/^[^=]*[^=<>!]=(?!=)/, ''))))
      return null;
    const [first] = body.parts;
    if (first === undefined || /\b(?:break|continue|return|goto)\b/.test(source.codeOf(body))) return null;
    const inside = this.list(body.parts, body.start, source.indentAt(first.start));
    if (inside === null) return null;
    return [`${indent}${source.text.slice(end.start, body.start + 1)}`, ...inside, `${indent}}`];
  }
}

function isExit(source: SourceText, { kind, parts }: TreeStatement): boolean {
  return kind === 'if' && parts.length === 1 && RETURN.test(source.codeOf(parts[0]!).trim());
}

function isNestedBarrier(source: SourceText, statement: TreeStatement): boolean {
  return /\b(?:__sync\w*|barrier|work_group_barrier|sync)\s*\(/.test(source.codeOf(statement));
}

interface Piece {
  readonly statements: readonly TreeStatement[];
  /** The barrier behind it, or what has barriers inside. */
  readonly end: TreeStatement | null;
}

function piecesOf(source: SourceText, behind: readonly TreeStatement[]): Piece[] {
  const pieces: Piece[] = [];
  let statements: TreeStatement[] = [];
  for (const one of behind) {
    if (one.kind === 'simple' ? BARRIER.test(source.codeOf(one)) : isNestedBarrier(source, one)) {
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
