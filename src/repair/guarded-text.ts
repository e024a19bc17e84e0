/**
 * Statements that only some threads are to execute, with barriers among them: piece by piece they are put under a condition,
 * and the barriers stand between the pieces, where all threads get to.
 */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Change } from './change.ts';
import { OPPOSITE } from './comparison.ts';
import { declarationsMoved, nextLine } from './part-branch.ts';
import type { SourceText } from './source-text.ts';
import { isSameInHead } from './uniformity.ts';

const BARRIER = /^(?:__syncthreads|barrier|work_group_barrier)\s*\(/;
const SHARED = /^(?:__shared__|extern\s+__shared__|__local|local)\b/;

/** Statements under a condition, piece by piece, with the barriers between the pieces. */
export class GuardedText {
  readonly #source: SourceText;
  readonly #guard: string;
  readonly #isSame: (text: string) => boolean;
  readonly #exits: readonly TreeStatement[];
  /** Declarations that have to stand before all of it. */
  readonly above: string[] = [];
  readonly #moved = new Set<string>();

  /**
   * @param isSame says whether code means the same to all threads
   * @param exits statements `if (…) return;` among them, by which more threads leave: they set the guard, a variable
   */
  constructor(
    source: SourceText,
    guard: string,
    isSame: (text: string) => boolean,
    exits: readonly TreeStatement[] = [],
  ) {
    this.#source = source;
    this.#guard = guard;
    this.#isSame = isSame;
    this.#exits = exits;
  }

  /** @param from behind what stands before them; null: it takes more than that */
  list(statements: readonly TreeStatement[], from: number, indent: string): string[] | null {
    const source = this.#source;
    const isWhole = ({ start }: TreeStatement) => source.isFirstOfLine(start);
    if (!statements.every(isWhole) || !source.isLastOfLine(statements.at(-1)?.end ?? from)) return null;
    const pieces = piecesOf(source, statements, this.#exits);
    const lines: string[] = [];
    for (const [i, { statements: own, end }] of pieces.entries()) {
      const rest = [...(end === null ? [] : [end]), ...pieces.slice(i + 1).flatMap(allOf)];
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
    if (this.#exits.includes(end)) {
      return [`${indent}if (${this.#guard}) ${this.#guard} = ${opposite(source.textOf(end.head!))};`];
    }
    const [body, ...others] = end.parts;
    const isParted = end.kind === 'for' || end.kind === 'while' || end.kind === 'if';
    if (!isParted || body?.kind !== 'block' || others.length > 0 || end.head === null) return null;
    const head = source.codeOf(end.head);
    // A thread that had left comes to it with nothing but what all threads know.
    const isKnown = !(head.match(/[A-Za-z_]\w*/g) ?? []).some((name) => this.#moved.has(name));
    if (!isKnown || !isSameInHead(head, this.#isSame)) return null;
    const [first] = body.parts;
    if (first === undefined || /\b(?:break|continue|return|goto)\b/.test(source.codeOf(body))) return null;
    const inside = this.list(body.parts, body.start, source.indentAt(first.start));
    if (inside === null) return null;
    return [`${indent}${source.text.slice(end.start, body.start + 1)}`, ...inside, `${indent}}`];
  }
}

function isNestedBarrier(source: SourceText, statement: TreeStatement): boolean {
  return /\b(?:__sync\w*|barrier|work_group_barrier|sync)\s*\(/.test(source.codeOf(statement));
}

interface Piece {
  readonly statements: readonly TreeStatement[];
  /** The barrier behind it, what has barriers inside, or by which threads leave. */
  readonly end: TreeStatement | null;
}

function allOf({ statements, end }: Piece): TreeStatement[] {
  return end === null ? [...statements] : [...statements, end];
}

function piecesOf(source: SourceText, behind: readonly TreeStatement[], exits: readonly TreeStatement[]): Piece[] {
  const pieces: Piece[] = [];
  let statements: TreeStatement[] = [];
  for (const one of behind) {
    const isEnd = one.kind === 'simple' ? BARRIER.test(source.codeOf(one)) : isNestedBarrier(source, one);
    if (isEnd || exits.includes(one)) {
      pieces.push({ statements, end: one });
      statements = [];
    } else statements.push(one);
  }
  return [...pieces, { statements, end: null }];
}

type Part = Pick<Change, 'start' | 'end' | 'text'>;

/** Where a statement begins with the lines of comments right above it. */
export function withComments(source: SourceText, { start }: TreeStatement): number {
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

/** `i < n` for `i >= n`, `isFree` for `!isFree`; anything else in parentheses. */
export function opposite(condition: string): string {
  const match = /^([^<>=!&|?()]+?)\s*(<=|>=|==|!=|<|>)\s*([^<>=!&|?()]+)$/.exec(condition.trim());
  if (match !== null) return `${match[1]} ${OPPOSITE[match[2]!]} ${match[3]}`;
  const name = condition.trim();
  if (/^!\s*[A-Za-z_]\w*$/.test(name)) return name.slice(1).trim();
  return /^[A-Za-z_]\w*$/.test(name) ? `!${name}` : `!(${name})`;
}
