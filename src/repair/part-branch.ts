/**
 * A barrier in a branch that not all threads take: the branch is parted in two, and the barrier stands between them, where
 * all threads get to. A single thread computes what it did.
 */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Gap } from './barrier-points.ts';
import { asLines, type Change } from './change.ts';
import { freshName } from './fresh-name.ts';
import type { Place, SourceText } from './source-text.ts';

/** The names of types whose variables can be declared without a value. */
const TYPE =
  /^(?:const\s+)?((?:unsigned\s+|signed\s+)?(?:char|short|int|long\s+long|long|float|double|half|bool|size_t|uint|uchar|ushort|ulong|unsigned|u?int(?:8|16|32|64)_t|(?:float|int|uint|double|half)[234]))\s+([A-Za-z_]\w*)\s*(?:=([^=;][^;]*))?;$/s;
const CONTROL_FLOW = /\b(?:return|goto)\b/;
const SIMPLE_JUMP = /\b(?:break|continue)\b/;

interface Branch {
  readonly source: SourceText;
  readonly branch: TreeStatement;
  readonly block: TreeStatement;
  /** The statements before the barrier, and those behind it. */
  readonly first: readonly TreeStatement[];
  readonly second: readonly TreeStatement[];
}

/**
 * @param at the statement that the barrier is, or before which it is to stand
 * @param isBarrier true when it is the barrier itself
 * @returns null where the branch cannot be parted
 */
export function partedBranch(
  { source, path }: Place,
  at: TreeStatement,
  isBarrier: boolean,
  line: string,
): Change[] | null {
  const depth = path.indexOf(at);
  const block = path[depth - 1];
  if (block?.kind === 'if' && isBarrier) return aloneInBranch(source, block, path[depth - 2], at, line);
  const branch = path[depth - 2];
  if (block?.kind !== 'block' || branch?.kind !== 'if' || branch.parts[0] !== block) return null;
  if (path[depth - 3]?.kind !== 'block' || !source.isFirstOfLine(branch.start)) return null;
  const index = block.parts.indexOf(at);
  const [first, second] = [block.parts.slice(0, index), block.parts.slice(isBarrier ? index + 1 : index)];
  if (first.length + second.length === 0) return aloneInBranch(source, branch, path[depth - 3], at, line);
  if (branch.parts.length > 1 && !(isBarrier && isWithoutBarrier(source, branch.parts[1]!))) return null;
  return parted({ source, branch, block, first, second }, at, isBarrier, line);
}

/** A line between two halves of the branch that two statements have in common. */
export function betweenBranches({ from, to }: Pick<Gap, 'from' | 'to'>, line: string): Change[] | null {
  let depth = 0;
  while (depth + 1 < to.path.length && from.path[depth + 1] === to.path[depth + 1]) depth++;
  const statement = to.path[depth + 1];
  return statement === undefined
    ? null
    : partedBranch({ ...to, path: to.path.slice(0, depth + 2) }, statement, false, line);
}

function isWithoutBarrier(source: SourceText, statement: TreeStatement): boolean {
  return !/\bbarrier\b|\bsync\w*\b/i.test(source.codeOf(statement));
}

function parted(
  { source, branch, block, first, second }: Branch,
  at: TreeStatement,
  isBarrier: boolean,
  line: string,
): Change[] | null {
  if (!isBarrier && first.length === 0) return null;
  const before = first.map((one) => source.codeOf(one)).join('\n');
  if (CONTROL_FLOW.test(before) || first.some((one) => hasJump(source, one))) return null;
  if (branch.parts.length > 1 && second.length > 0) return null;
  const moved = declarationsMoved(source, first, second);
  if (moved === null) return null;
  const condition = conditionOf(source, branch, before);
  const { file, lineEnd } = source;
  const outer = source.indentAt(branch.start);
  const [head, tail] = [source.lineStartAt(branch.start), isBarrier ? at : null];
  const above = [...moved.above, ...(condition.above === null ? [] : [condition.above])];
  const changes: Change[] = [...moved.changes];
  if (condition.above !== null) changes.push({ file, ...branch.head!, text: condition.text });
  const from = source.lineStartAt(at.start);
  const to = tail === null ? from : nextLine(source, tail.end);
  if (!source.isFirstOfLine(at.start) || (tail !== null && !source.isLastOfLine(tail.end))) return null;
  if (first.length === 0) {
    // Nothing comes before the barrier: it moves before the branch.
    changes.push({ file, start: head, end: head, text: asLines(source, outer, [...above, line]) });
    changes.push({ file, start: from, end: to, text: '' });
    return changes;
  }
  if (above.length > 0) changes.push({ file, start: head, end: head, text: asLines(source, outer, above) });
  if (second.length === 0) {
    const end = nextLine(source, branch.end);
    changes.push({ file, start: from, end: to, text: '' });
    changes.push({ file, start: end, end, text: asLines(source, outer, [line]) });
    return changes;
  }
  const opening =
    source.isFirstOfLine(block.start) && block.start > branch.head!.end
      ? [`if (${condition.text})`, '{']
      : [`if (${condition.text}) {`];
  const text = asLines(source, outer, ['}', line, ...opening]);
  changes.push({ file, start: from, end: to, text: lineEnd === '\r\n' ? text : text });
  return changes;
}

/** A branch with nothing in it but the barrier: the barrier remains. */
function aloneInBranch(
  source: SourceText,
  branch: TreeStatement,
  around: TreeStatement | undefined,
  at: TreeStatement,
  line: string,
): Change[] | null {
  if (branch.kind !== 'if' || branch.parts.length > 1 || around?.kind !== 'block') return null;
  if (at.kind !== 'simple' || !isPure(source.codeOf(branch.head!))) return null;
  return [{ file: source.file, start: branch.start, end: branch.end, text: line }];
}

/** True when a thread may leave it by a jump. */
export function mayLeave(source: SourceText, statement: TreeStatement): boolean {
  return CONTROL_FLOW.test(source.codeOf(statement)) || hasJump(source, statement);
}

/** True when `break` and `continue` in it lead out of it. */
function hasJump(source: SourceText, statement: TreeStatement): boolean {
  if (statement.kind === 'for' || statement.kind === 'while' || statement.kind === 'do') return false;
  if (statement.parts.length === 0) return SIMPLE_JUMP.test(source.codeOf(statement));
  return statement.parts.some((part) => hasJump(source, part));
}

/** Variables of the first statements that the second ones need are declared before; null where one cannot be. */
export function declarationsMoved(
  source: SourceText,
  first: readonly TreeStatement[],
  second: readonly TreeStatement[],
): { readonly above: readonly string[]; readonly changes: readonly Change[] } | null {
  const behind = second.map((one) => source.codeOf(one)).join('\n');
  const above: string[] = [];
  const changes: Change[] = [];
  for (const statement of first) {
    if (statement.kind !== 'simple') continue;
    const code = source.codeOf(statement);
    const declared = [...code.matchAll(/[\w>*&]\s+\**\s*([A-Za-z_]\w*)\s*(?=[=;,[({])/g)].map(([, name]) => name!);
    const needed = declared.filter((name) => new RegExp(`\\b${name}\\b`).test(behind));
    // `x = y * z;` declares nothing.
    if (needed.length === 0 || /^[A-Za-z_]\w*\s*(?:\[[^=]*\]\s*)*[-+*/%&|^]?=/.test(code)) continue;
    const [, type, name, value] = TYPE.exec(code.trim()) ?? [];
    if (type === undefined || name === undefined) return null;
    above.push(`${type} ${name};`);
    const text = value === undefined ? '' : `${name} =${value};`;
    const end = value === undefined ? nextLine(source, statement.end) : statement.end;
    const start = value === undefined ? source.lineStartAt(statement.start) : statement.start;
    if (value === undefined && !(source.isFirstOfLine(statement.start) && source.isLastOfLine(statement.end)))
      return null;
    changes.push({ file: source.file, start, end, text });
  }
  return { above, changes };
}

/** The condition of both halves: it is kept where what comes before the barrier may change it. */
export function conditionOf(
  source: SourceText,
  { head }: Pick<TreeStatement, 'head'>,
  before: string,
): { readonly text: string; readonly above: string | null } {
  const text = source.textOf(head!);
  const names = [...source.codeOf(head!).matchAll(/\b([A-Za-z_]\w*)\b/g)].map(([, name]) => name!);
  const isChanged = names.some((name) =>
    new RegExp(
      `\\b${name}\\s*(?:\\[[^\\]]*\\]\\s*)*(?:[-+*/%&|^]|<<|>>)?=[^=]|\\b${name}\\s*(?:\\+\\+|--)|(?:\\+\\+|--)\\s*${name}\\b|&\\s*${name}\\b`,
    ).test(before),
  );
  if (isPure(source.codeOf(head!)) && !isChanged) return { text, above: null };
  const name = freshName(source, 'isTaken');
  return { text: name, above: `const bool ${name} = ${text};` };
}

/** Without calls but those that ask for the thread, and without memory. */
function isPure(code: string): boolean {
  if (/\[|->|\+\+|--|(?<![=!<>])=(?!=)|(?:^|[(,&|=<>!+-])\s*\*/.test(code)) return false;
  return [...code.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].every(([, name]) => /^get_\w+$|^min$|^max$/.test(name!));
}

/** Where the line behind that of an offset begins. */
export function nextLine(source: SourceText, offset: number): number {
  const end = source.text.indexOf('\n', offset);
  return end < 0 ? source.text.length : end + 1;
}
