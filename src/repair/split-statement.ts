/** A statement that reads what another thread writes by it: it is taken apart, with a barrier between reading and writing. */
import type { Gap } from './barrier-points.ts';
import type { Candidate, FixKind } from './candidate.ts';
import { asLines, type Change } from './change.ts';
import { freshName } from './fresh-name.ts';
import { conditionOf } from './part-branch.ts';
import type { Place, SourceText } from './source-text.ts';

export interface Assignment {
  readonly target: string;
  /** `+` of `+=`; empty for a plain one. */
  readonly operator: string;
  readonly value: string;
}

/** The statement as an assignment; null: it is none, or declares something. */
export function assignmentOf(text: string): Assignment | null {
  const statement = text.trim().replace(/\s*;$/, '');
  const step = /^(?:(\+\+|--)\s*([^=]+)|([^=]+?)\s*(\+\+|--))$/s.exec(statement);
  if (step) {
    const target = (step[2] ?? step[3])!.trim();
    return isTarget(target) ? { target, operator: (step[1] ?? step[4])![0]!, value: '1' } : null;
  }
  const at = assignmentAt(statement);
  if (at === null) return null;
  const target = statement.slice(0, at.start).trim();
  const value = statement.slice(at.end).trim();
  return isTarget(target) && value !== '' ? { target, operator: at.operator, value } : null;
}

/** The first assignment operator outside of brackets. */
function assignmentAt(text: string): { start: number; end: number; operator: string } | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    if (depth > 0) continue;
    const found = /^(<<|>>|[-+*/%&|^])?=(?!=)/.exec(text.slice(at, at + 4));
    if (found && !/[=!<>]/.test(found[1] === undefined ? (text[at - 1] ?? '') : '')) {
      return { start: at, end: at + found[0].length, operator: found[1] ?? '' };
    }
  }
  return null;
}

/** An lvalue and no declaration: names, members, subscripts, dereferences. */
function isTarget(text: string): boolean {
  return /^(?:[*(]\s*)*[A-Za-z_]\w*(?:\s*(?:\[[^;=]*\]|\.\s*\w+|->\s*\w+|\)|\([^;=]*\)))*$/s.test(text);
}

/** Element types that one value of can be copied, by the name of a declaration before. */
const DECLARED =
  /\b((?:unsigned\s+|signed\s+)?(?:char|short|int|long\s+long|long|float|double|half|bool|size_t|uint|uchar|ushort|ulong|u?int(?:8|16|32|64)_t|(?:float|int|uint|double|half|uchar|char|short|ushort|long|ulong)[2348]))(?:\s+const)?(?:\s*\*\s*|\s+)(?:const\s+|__restrict__\s+|__restrict\s+|restrict\s+|volatile\s+)*/;

/** The type of the elements of an array or a pointer that the function declares; null where its text does not say it. */
export function elementType(place: Place, name: string): string | null {
  const { source } = place;
  const head = source.code.slice(place.function.start, place.path.at(-1)!.start);
  const all = new RegExp(`${DECLARED.source}${name}\\b`, 'g');
  return [...head.matchAll(all)].at(-1)?.[1]?.replace(/\s+/g, ' ') ?? null;
}

interface Halves {
  /** Null: the text does not say it. */
  readonly type: string | null;
  readonly name: string;
  readonly value: string;
  readonly target: string;
}

/** What the first half computes, under which name, and where the second one puts it. */
function halvesOf(place: Place, assignment: Assignment, names: Set<string>): Halves {
  const { source } = place;
  const { target, operator, value } = assignment;
  const base = /[A-Za-z_]\w*/.exec(target)![0];
  const name = freshName(source, 'next', names);
  names.add(name);
  const isMember = /\.|->/.test(target.replaceAll(/\[[^\]]*\]/g, ''));
  return {
    type: isMember ? null : elementType(place, base),
    name,
    value:
      operator === '' ? value : `${target} ${operator} ${/^[\w.]+(?:\[[^\]]*\])*$/.test(value) ? value : `(${value})`}`,
    target,
  };
}

/**
 * The two halves of a statement with a barrier between them.
 * @param names that other halves have, which one of these is added to
 */
export function splitStatement(
  { to }: Pick<Gap, 'to'>,
  barrier: string,
  kind: FixKind,
  names = new Set<string>(),
): Candidate[] {
  const { source, path } = to;
  const [statement, around] = [path.at(-1)!, path.at(-2)!];
  const assignment = assignmentOf(source.textOf(statement));
  if (assignment === null) return [];
  const halves = halvesOf(to, assignment, names);
  const inBranch = splitInBranch(to, halves, barrier);
  const changes = inBranch === null ? [] : [{ kind, changes: [inBranch] }];
  if (around.kind !== 'block' || !source.isFirstOfLine(statement.start)) return changes;
  const isOpenCl = /\bget_(?:local|global)_id\s*\(/.test(source.code);
  // What it is stored to converts it, as it did.
  const type = halves.type ?? (isOpenCl ? null : 'auto');
  if (type === null) return changes;
  const { name, value, target } = halves;
  const lines = [`const ${type} ${name} = ${value};`, barrier, `${target} = ${name};`];
  const text = linesIn(source, statement.start, lines);
  const start = source.lineStartAt(statement.start);
  return [{ kind, changes: [{ file: source.file, start, end: statement.end, text }] }, ...changes];
}

/** The same of a statement that is alone in its branch: the barrier stands where all threads get to. */
function splitInBranch({ source, path }: Place, { type, name, value, target }: Halves, barrier: string): Change | null {
  const statement = path.at(-1)!;
  const depth = path.at(-2)!.kind === 'block' ? -3 : -2;
  const [block, branch, around] = [path.at(-2)!, path.at(depth), path.at(depth - 1)];
  const isAlone = depth === -2 || block.parts.length === 1;
  if (type === null || !isAlone || branch?.kind !== 'if' || branch.parts.length > 1 || around?.kind !== 'block')
    return null;
  if (!source.isFirstOfLine(branch.start) || branch.parts[0] !== (depth === -2 ? statement : block)) return null;
  const { text: condition, above } = conditionOf(source, branch, '');
  const lines = [
    `${type} ${name};`,
    ...(above === null ? [] : [above]),
    `if (${condition}) ${name} = ${value};`,
    barrier,
    `if (${condition}) ${target} = ${name};`,
  ];
  const start = source.lineStartAt(branch.start);
  return { file: source.file, start, end: branch.end, text: linesIn(source, branch.start, lines) };
}

/** Lines with the indentation of an offset, without the last line end. */
function linesIn(source: SourceText, offset: number, lines: readonly string[]): string {
  return asLines(source, source.indentAt(offset), lines).slice(0, -source.lineEnd.length);
}
