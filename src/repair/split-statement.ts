/** A statement that reads what another thread writes by it: it is taken apart, with a barrier between reading and writing. */
import type { Gap } from './barrier-points.ts';
import type { Candidate, FixKind } from './candidate.ts';
import { asLines } from './change.ts';
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

/** The two halves of a statement with lines between them. */
export function splitStatement({ to }: Gap, barrier: string, kind: FixKind): Candidate[] {
  const { source, path } = to;
  const [statement, around] = [path.at(-1)!, path.at(-2)!];
  const assignment = assignmentOf(source.textOf(statement));
  if (assignment === null || around.kind !== 'block' || !source.isFirstOfLine(statement.start)) return [];
  const { target, operator, value } = assignment;
  const base = /[A-Za-z_]\w*/.exec(target)![0];
  const isOpenCl = /\bget_(?:local|global)_id\s*\(/.test(source.code);
  const declared = /\.|->/.test(target.replaceAll(/\[[^\]]*\]/g, '')) ? null : elementType(to, base);
  const type = declared ?? (isOpenCl ? null : 'auto');
  if (type === null || (type === 'auto' && operator !== '')) return [];
  const name = freshName(source, 'next');
  const sum = operator === '' ? value : `${target} ${operator} ${/^[\w.]+$/.test(value) ? value : `(${value})`}`;
  const start = source.lineStartAt(statement.start);
  const indent = source.indentAt(statement.start);
  const lines = [`const ${type} ${name} = ${sum};`, barrier, `${target} = ${name};`];
  const text = asLines(source, indent, lines).slice(0, -source.lineEnd.length);
  return [{ kind, changes: [{ file: source.file, start, end: statement.end, text }] }];
}

/** A name that the text does not have yet. */
export function freshName(source: SourceText, wanted: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!new RegExp(`\\b${name}\\b`).test(source.text)) return name;
  }
}
