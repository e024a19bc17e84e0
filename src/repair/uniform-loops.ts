/**
 * A barrier in a loop that threads of a block leave after different numbers of rounds: all of them go round equally often, and
 * what a thread would not have come to is put under the loop's condition. A single thread computes what it did.
 */
import { isLoop, type TreeStatement } from '../lexical/statement-tree.ts';
import type { Change } from './change.ts';
import { freshName } from './fresh-name.ts';
import { GuardedText } from './guarded-text.ts';
import { conditionOf } from './part-branch.ts';
import { soleValue } from './sole-value.ts';
import type { Place, SourceText } from './source-text.ts';
import { isSameInHead, Uniformity } from './uniformity.ts';
import { topLevel } from './update.ts';

/** What is left of a loop by a jump is left by some threads only. */
const JUMP = /\b(?:break|continue|return|goto)\b/;
/** Made of the numbers of threads without a sign: never below zero. */
const OF_THREADS =
  /^(?:threadIdx\s*\.\s*[xyz]|get_local_id\s*\(\s*\d\s*\)|blockDim\s*\.\s*[xyz]|get_local_size\s*\(\s*\d\s*\)|warpSize|\d+[uU]?|[+*/%&()]|>>|\s)+$/;

/** What a loop says in its head. */
interface LoopHead {
  readonly condition: { readonly start: number; readonly end: number };
  /** Null for a `while`. */
  readonly variable: {
    readonly type: string;
    readonly name: string;
    readonly from: string;
    readonly to: string;
    readonly step: string;
  } | null;
}

/**
 * @param barrier the divergent one, a statement of the loop's body, or of loops and branches in it that all threads take
 * @returns nothing where the loop is left by jumps, or where its condition is more than a comparison of the thread's own variables
 */
export function uniformLoops(place: Place, barrier: TreeStatement, isOpenCl: boolean): Change[][] {
  const { source, path } = place;
  const uniformity = new Uniformity(place, 'thread');
  const depth = path
    .slice(0, path.indexOf(barrier))
    .findLastIndex((one) => isLoop(one) && isVarying(source, one, uniformity));
  const loop = path[depth];
  if (loop === undefined || loop.kind === 'do' || !source.isFirstOfLine(loop.start)) return [];
  const body = loop.parts[0]!;
  if (body.kind !== 'block' || body.parts.length === 0 || JUMP.test(source.codeOf(body))) return [];
  const head = headOf(source, loop);
  if (head === null) return [];
  const parted = { place, loop, body, head, uniformity };
  return [fromSameStart(parted), ...(isOpenCl ? [] : [byVote(parted)])].flatMap((changes) => changes ?? []);
}

function isVarying(source: SourceText, { head }: TreeStatement, uniformity: Uniformity): boolean {
  return head !== null && !isSameInHead(source.codeOf(head), (part) => uniformity.isSame(part));
}

function headOf(source: SourceText, { kind, head }: TreeStatement): LoopHead | null {
  if (head === null) return null;
  if (kind === 'while') return { condition: head, variable: null };
  const code = source.codeOf(head);
  const parts = code.split(';');
  if (parts.length !== 3) return null;
  const start = head.start + parts[0]!.length + 1;
  const condition = { start, end: start + parts[1]!.length };
  const [init, , step] = parts.map((part) => part.trim()) as [string, string, string];
  const [, type, name, from] = /^(?:const\s+)?([A-Za-z_][\w\s]*?)\s+([A-Za-z_]\w*)\s*=\s*([^,]+)$/.exec(init) ?? [];
  const [, left, , to] = /^([A-Za-z_]\w*)\s*(<=?)\s*([^<>=!&|?]+)$/.exec(parts[1]!.trim()) ?? [];
  if (type === undefined || name === undefined || from === undefined || left !== name || to === undefined) {
    return { condition, variable: null };
  }
  return { condition, variable: { type, name, from, to, step } };
}

interface Parted {
  readonly place: Place;
  readonly loop: TreeStatement;
  readonly body: TreeStatement;
  readonly head: LoopHead;
  readonly uniformity: Uniformity;
}

/** `for (int base = 0; base < n; base += blockDim.x)`, with the thread's own index in the body. */
function fromSameStart(parted: Parted): Change[][] {
  const { place, body, head, uniformity } = parted;
  const { source } = place;
  const { variable } = head;
  if (variable === null || variable.type === 'auto') return [];
  const { type, name, from, to, step } = variable;
  const isStepped = new RegExp(
    `(?<![\\w.])${name}\\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\\+\\+|--)|(?:\\+\\+|--)\\s*${name}\\b|&\\s*${name}\\b`,
  );
  const by = new RegExp(`^${name}\\s*\\+=\\s*(.+)$`, 's').exec(step)?.[1];
  const once = new RegExp(`^(?:\\+\\+\\s*${name}|${name}\\s*\\+\\+)$`).test(step);
  if ((by === undefined && !once) || isStepped.test(source.codeOf(body))) return [];
  if (!uniformity.isSame(to) || !uniformity.isSame(by ?? '')) return [];
  if (conditionOf(source, { head: head.condition }, source.codeOf(body)).above !== null) return [];
  const start = startOf(place, from, uniformity);
  if (start === null) return [];
  const base = freshName(source, 'base');
  const operator = /^[A-Za-z_]\w*\s*(<=?)/.exec(source.codeOf(head.condition).trim())![1];
  const next = once ? `${base}++` : `${base} += ${by}`;
  const first = `${type} ${name} = ${base} + ${start.own};`;
  const round = `for (${type} ${base} = ${start.same}; ${base} ${operator} ${to.trim()}; ${next})`;
  const changes = written(parted, round, [first], source.textOf(head.condition).trim());
  return changes === null ? [] : [changes];
}

/** Where all threads begin alike, and what each adds to it; null where they are not told apart by a number of their own. */
function startOf(place: Place, from: string, uniformity: Uniformity): { same: string; own: string } | null {
  const isOwn = (part: string) =>
    OF_THREADS.test(part) || (OF_THREADS.test(soleValue(place, part)) && /^\s*\w+\s*$/.test(part));
  const whole = soleValue(place, from);
  if (isOwn(from)) return { same: '0', own: from.trim() };
  const parts = topLevel(whole, '+');
  const own = parts.filter((part) => !uniformity.isSame(part));
  const same = parts.filter((part) => uniformity.isSame(part));
  if (own.length === 0 || !own.every(isOwn)) return null;
  return { same: same.length === 0 ? '0' : same.join(' + '), own: own.join(' + ') };
}

/** The loop goes on while any thread of the block does. */
function byVote(parted: Parted): Change[][] {
  const { place, loop, body, head } = parted;
  const { source } = place;
  const condition = source.textOf(head.condition).trim();
  const held = conditionOf(source, { head: head.condition }, source.codeOf(body));
  if (!(loop.kind === 'while' || staysOver(source.codeOf(loop.head!)))) return [];
  const isOrdered = !/[=!]=/.test(condition) && /[<>]/.test(condition);
  if (!isOrdered || isImpure(source.codeOf(head.condition))) return [];
  const text = source.textOf(loop.head!);
  const [start, end] = [head.condition.start - loop.head!.start, head.condition.end - loop.head!.start];
  const blank = /^\s*/.exec(text.slice(start, end))![0];
  const word = loop.kind === 'while' ? 'while' : 'for';
  const round = `${word} (${text.slice(0, start)}${blank}__syncthreads_or(${condition})${text.slice(end)})`;
  const above = held.above === null ? [] : [held.above.replace(/ = .*$/s, ` = ${condition};`)];
  const changes = written(parted, round, above, held.text.trim());
  return changes === null ? [] : [changes];
}

/** True when the step of a `for` leads further away from a round: what it does behind a thread's last one begins no other. */
function staysOver(head: string): boolean {
  const [, condition = '', step = ''] = head.split(';').map((part) => part.trim());
  const [, name, order] = /^([A-Za-z_]\w*)\s*(<|>)/.exec(condition) ?? [];
  if (name === undefined) return false;
  const up = `\\+\\+\\s*${name}|${name}\\s*(?:\\+\\+|[+*]=[^-]+)`;
  const down = `--\\s*${name}|${name}\\s*(?:--|[-/]=[^-]+|>>=[^-]+)`;
  return new RegExp(`^(?:${order === '<' ? up : down})$`).test(step);
}

/** True for what reads memory, or does more than compute. */
function isImpure(code: string): boolean {
  return /\[|->|\*|\(|\+\+|--|(?<![=!<>])=(?!=)/.test(code);
}

/** The loop with another head, and its body in pieces under a condition. */
function written(
  { place, loop, body, uniformity }: Parted,
  head: string,
  first: readonly string[],
  guard: string,
): Change[] | null {
  const { source } = place;
  const writer = new GuardedText(source, guard, (text) => uniformity.isSame(text));
  const [indent, inner] = [source.indentAt(loop.start), source.indentAt(body.parts[0]!.start)];
  const pieces = writer.list(body.parts, body.start, inner);
  if (pieces === null || !source.isLastOfLine(body.end)) return null;
  const own = [...first, ...writer.above].map((line) => `${inner}${line}`);
  const opening = source.isFirstOfLine(body.start) ? [`${indent}${head}`, `${indent}{`] : [`${indent}${head} {`];
  const text = [...opening, ...own, ...pieces, `${indent}}`].join(source.lineEnd);
  return [{ file: source.file, start: source.lineStartAt(loop.start), end: body.end, text }];
}
