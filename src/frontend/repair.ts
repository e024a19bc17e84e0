/**
 * A file with errors still has good kernels. What an error stands in is taken out, with all lines kept: the body of a
 * function becomes a mark, which makes every kernel that reaches it inconclusive, and unknown whatever a host function could
 * have changed; any other declaration disappears. Of a class it is the member function; a class without one of its fields
 * would lie otherwise in memory, and disappears. Nothing is taken out unnamed.
 */

import { type Declaration, declarationsOf, membersOf } from '../lexical/declarations.ts';
import { withoutComments } from '../lexical/kernel-definitions.ts';
import { assemblyAt, codeOf, type Statement, statementAt, variablesIn } from '../lexical/statements.ts';
import type { Language } from '../model/result.ts';
import type { Diagnostic } from './diagnostics.ts';

/** What was taken out of a file, and why. */
export interface Removal {
  readonly file: string;
  readonly line: number;
  readonly kind: Declaration['kind'];
  /** The function's name, or an empty text. */
  readonly name: string;
  /** The first error that stood in it. */
  readonly error: string;
  /** The line of that error, in the same file. */
  readonly errorLine: number;
  /** The text that is gone, to see what it launched. */
  readonly text: string;
  /** True when only a statement of the function is gone. */
  readonly isStatement: boolean;
}

interface Repaired {
  /** The new text of each file that changed. */
  readonly files: ReadonlyMap<string, string>;
  readonly removals: readonly Removal[];
}

/** What stands in for a body that does not compile; `intrinsics/` and `host/launches.ts` know it. */
const UNREADABLE = '__gpurace_unreadable();';
/** What stands in for a statement of a host function; it is handed the variables that the statement may have changed. */
const LEFT_OUT = '__gpurace_left_out';
/** Statements that are left out of one function before all of it is. */
const MAX_STATEMENTS = 40;

/**
 * @param read The current text of a file of the tree, or undefined for what may not be changed (our own headers).
 * @param isLate True when there were many rounds already: functions are then taken out whole.
 * @returns null when the errors point at nothing that could be taken out.
 */
export function repair(
  diagnostics: readonly Diagnostic[],
  read: (file: string) => string | undefined,
  language: Language,
  isLate = false,
): Repaired | null {
  const byFile = new Map<string, ErrorPlace[]>();
  for (const place of errorPlaces(diagnostics, read)) {
    const list = byFile.get(place.file);
    if (list) list.push(place);
    else byFile.set(place.file, [place]);
  }
  const files = new Map<string, string>();
  const removals: Removal[] = [];
  for (const [file, errors] of byFile) {
    const text = read(file)!;
    const starts = lineStarts(text);
    const chosen = new Map<Declaration, { line: number; message: string }>();
    const members = new Map<Declaration, readonly Declaration[]>();
    const declarations = declarationsOf(text).map((d) => (language === 'opencl' ? inOpencl(d, text) : d));
    for (const { line, message } of errors) {
      const from = starts[line - 1];
      if (from === undefined) continue;
      const to = starts[line] ?? text.length;
      const isHit = (d: Declaration) => d.start < to && d.end > from && covers(d, from, to, text);
      const top = declarations.find(isHit);
      const hit = top && memberHit(top, text, isHit, members);
      if (hit && !chosen.has(hit)) chosen.set(hit, { line, message });
    }
    if (chosen.size === 0) continue;
    let result = text;
    const isWithin = (d: Declaration) =>
      [...chosen.keys()].some((other) => other !== d && other.start <= d.start && d.end <= other.end);
    // From the end, so that offsets stay good; every edit keeps the length of what is before it.
    for (const [d, { line: errorLine, message: error }] of [...chosen].sort(([a], [b]) => b.start - a.start)) {
      if (isWithin(d)) continue;
      const isByStatement = !isLate && language !== 'opencl';
      const assembly = isByStatement ? badAssembly(text, d, errors, starts) : null;
      const statements = assembly ?? (isByStatement ? badStatements(text, d, errors, starts) : null);
      const gone = statements ?? [{ start: d.start, end: d.end, error, errorLine }];
      for (const { start, end, ...why } of gone.toReversed()) {
        const line = lineAt(starts, start);
        const removed = { file, line, kind: d.kind, name: d.name, text: text.slice(start, end) };
        removals.push({ ...removed, error: why.error, errorLine: why.errorLine, isStatement: statements !== null });
      }
      if (statements === null) result = without(result, d, errors, starts);
      for (const bad of statements?.toReversed() ?? []) {
        const standIn = assembly === null ? standInFor(text, d, bad) : UNREADABLE;
        result = withoutStatement(result, text, bad, standIn);
      }
    }
    if (result !== text) files.set(file, result);
  }
  return files.size === 0 ? null : { files, removals: removals.reverse() };
}

/** The member of a class, or of a class in it, that can be taken out alone; the declaration itself where there is none. */
function memberHit(
  declaration: Declaration,
  text: string,
  isHit: (d: Declaration) => boolean,
  known: Map<Declaration, readonly Declaration[]>,
): Declaration {
  let members = known.get(declaration);
  if (members === undefined) {
    members = membersOf(text, declaration);
    known.set(declaration, members);
  }
  const member = members.find(isHit);
  if (member === undefined) return declaration;
  const inner = memberHit(member, text, isHit, known);
  return inner === member && isField(member, text) ? declaration : inner;
}

/** True for what takes room in the objects of its class: a variable, a class that may be the type of one. */
function isField({ start, end, body }: Declaration, text: string): boolean {
  if (body !== null) return false;
  const code = withoutComments(text.slice(start, end)).trim();
  if (/^(?:using|typedef|friend|static_assert|static|template|enum)\b/.test(code)) return false;
  // A function that is declared only.
  return !/^[^={}]*\)\s*(?:const|noexcept|override|final|&|\s)*(?:=\s*(?:default|delete|0)\s*)?;$/.test(code);
}

/** OpenCL has no host code in its files, and `kernel` is a keyword there. */
function inOpencl(d: Declaration, text: string): Declaration {
  if (d.kind !== 'host') return d;
  const head = text.slice(d.start, d.body?.open ?? d.end);
  return { ...d, kind: /\bkernel\b/.test(head) ? 'kernel' : 'device' };
}

/** The lines of a declaration that hold more than its neighbours' ends. */
function covers(d: Declaration, from: number, to: number, text: string): boolean {
  return text.slice(Math.max(d.start, from), Math.min(d.end, to)).trim() !== '';
}

function without(text: string, d: Declaration, errors: readonly ErrorPlace[], starts: readonly number[]): string {
  const bodyIsBad =
    d.body !== null &&
    errors.some((error) => {
      const from = starts[error.line - 1] ?? 0;
      const to = starts[error.line] ?? text.length;
      return to > d.body!.open && from < d.body!.close && !isBefore(error, d.body!.open, starts);
    });
  const headIsBad = errors.some((error) => {
    const from = starts[error.line - 1] ?? 0;
    if (from < lineStartAt(starts, d.start)) return false;
    return d.body ? from < lineStartAt(starts, d.body.open) || isBefore(error, d.body.open, starts) : from < d.end;
  });
  // With the body gone and the error still there, it is the head.
  const isEmptied =
    d.body !== null &&
    text
      .slice(d.body.open + 1, d.body.close)
      .replace(UNREADABLE, '')
      .trim() === '';
  if (d.body === null || !bodyIsBad || headIsBad || isEmptied)
    return text.slice(0, d.start) + blanked(text.slice(d.start, d.end)) + text.slice(d.end);
  const inner = blanked(text.slice(d.body.open + 1, d.body.close));
  const head = atRunTime(text.slice(d.start, d.body.open + 1));
  return text.slice(0, d.start) + head + UNREADABLE + inner + text.slice(d.body.close);
}

/** A function of which the body is gone computes no constant; one that was `constexpr` could be called on both sides. */
function atRunTime(head: string): string {
  const said = /\b__(?:device|host|global)__\b|\b(?:__)?kernel\b/.test(head) ? '' : ' __host__ __device__';
  return head.replace(/\bconst(?:expr|eval)\b/, `inline${said}`);
}

interface ErrorPlace {
  readonly line: number;
  /** In bytes. */
  readonly column: number | null;
  readonly message: string;
}

/** True for an error that stands before a place in the line of that place. */
function isBefore({ line, column }: ErrorPlace, place: number, starts: readonly number[]): boolean {
  const from = starts[line - 1] ?? 0;
  return column !== null && from === lineStartAt(starts, place) && from + column - 1 < place;
}

interface BadStatement extends Statement {
  readonly error: string;
  readonly errorLine: number;
}

/** The statements of a host function in which its errors stand, in order; null when not each of them stands in one. */
function badStatements(
  text: string,
  { start: head, body, kind }: Declaration,
  errors: readonly ErrorPlace[],
  starts: readonly number[],
): BadStatement[] | null {
  if (kind !== 'host' || body === null) return null;
  const code = codeOf(text);
  if (code.slice(body.open, body.close).split(LEFT_OUT).length > MAX_STATEMENTS) return null;
  const found = new Map<number, BadStatement>();
  for (const { line, column, message } of errors) {
    const from = starts[line - 1] ?? 0;
    const to = starts[line] ?? text.length;
    if (from >= body.close || to <= head) continue;
    if (from < lineStartAt(starts, body.open) || to <= body.open) return null;
    if (isBefore({ line, column, message }, body.open, starts)) return null;
    const at = column === null ? from : from + column - 1;
    const statement = statementAt(code, body, at, at + 1) ?? statementAt(code, body, from, to);
    if (statement === null || code.slice(statement.start, statement.end).includes(LEFT_OUT)) return null;
    if (!found.has(statement.start)) found.set(statement.start, { ...statement, error: message, errorLine: line });
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** What clang says of assembly that nvcc takes, or does not look at: in a branch of a template that no instance takes. */
const OF_ASSEMBLY = /\binline asm\b|\binline assembly\b/;

/** The statements of inline assembly in which all errors of a function stand; null when one stands elsewhere. */
function badAssembly(
  text: string,
  { start: head, end: tail, body }: Declaration,
  errors: readonly ErrorPlace[],
  starts: readonly number[],
): BadStatement[] | null {
  if (body === null) return null;
  const found = new Map<number, BadStatement>();
  for (const { line, message } of errors) {
    const from = starts[line - 1] ?? 0;
    const to = starts[line] ?? text.length;
    if (from >= tail || to <= head) continue;
    const statement = OF_ASSEMBLY.test(message) ? assemblyAt(codeOf(text), body, from, to) : null;
    if (statement === null) return null;
    if (!found.has(statement.start)) found.set(statement.start, { ...statement, error: message, errorLine: line });
  }
  return found.size === 0 ? null : [...found.values()].sort((a, b) => a.start - b.start);
}

/** A variable of a type that needs no value. */
const DECLARES_NUMBER =
  /^(?:(?:static|const|constexpr)\s+)*((?:(?:unsigned|signed|long|short)\s+)*(?:int|unsigned|long|short|float|double|bool|char|size_t|u?int\d+_t)\b(?:\s*\*)*)\s*(?:const\s+)?([A-Za-z_]\w*)\s*=[^,]*$|^(?:(?:static|const)\s+)*([A-Za-z_][\w:]*(?:\s*<[^;=]*>)?\s*\*+)\s*(?:const\s+)?([A-Za-z_]\w*)\s*=[^,]*$/;

/** What is there instead of a statement of a host function. */
function standInFor(text: string, { start: head }: Declaration, bad: Statement): string {
  const code = codeOf(text);
  const { start, end, isCondition } = bad;
  const declared = isCondition ? null : DECLARES_NUMBER.exec(withoutArguments(code.slice(start, end - 1)));
  const type = declared?.[1] ?? declared?.[3];
  const name = declared?.[2] ?? declared?.[4] ?? null;
  const changed = variablesIn(text, code, head, bad).filter((one) => one !== name);
  const mark = `${LEFT_OUT}(${[...(name === null ? [] : [name]), ...changed].join(', ')})`;
  // A declaration in a block of its own would not be seen behind it.
  return isCondition ? mark : name === null ? `{${mark};}` : `${type} ${name}; ${mark};`;
}

function withoutStatement(result: string, text: string, { start, end }: Statement, standIn: string): string {
  const gone = blanked(text.slice(start, end));
  const firstLine = gone.indexOf('\n') < 0 ? gone.length : gone.indexOf('\n');
  return result.slice(0, start) + standIn.padEnd(firstLine) + gone.slice(firstLine) + result.slice(end);
}

/** A statement in one line, with nothing in its parentheses. */
function withoutArguments(code: string): string {
  return code
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '()');
}

/** Keeps line ends and preprocessor lines, so that `#if` and `#endif` stay in pairs. A pragma belongs to a loop that is gone. */
function blanked(text: string): string {
  let continued = false;
  return text
    .split('\n')
    .map((line) => {
      const keep = continued || /^[ \t]*#[ \t]*(?!pragma\b|[ \t])/.test(line);
      continued = keep && /\\\r?$/.test(line);
      return keep ? line : line.replace(/[^\r]/g, ' ');
    })
    .join('\n');
}

/** Where each error is for the user: an error in our headers is his at the place that led there. */
function errorPlaces(
  diagnostics: readonly Diagnostic[],
  read: (file: string) => string | undefined,
): ({ file: string } & ErrorPlace)[] {
  const places: ({ file: string } & ErrorPlace)[] = [];
  for (let i = 0; i < diagnostics.length; i++) {
    const d = diagnostics[i]!;
    if (d.severity !== 'error') continue;
    if (d.file !== null && d.line !== null && read(d.file) !== undefined) {
      places.push({ file: d.file, line: d.line, column: d.column, message: d.message });
      continue;
    }
    for (let j = i + 1; j < diagnostics.length && diagnostics[j]!.severity === 'note'; j++) {
      const note = diagnostics[j]!;
      if (note.file === null || note.line === null || read(note.file) === undefined) continue;
      places.push({ file: note.file, line: note.line, column: note.column, message: d.message });
      break;
    }
  }
  return places;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function lineStartAt(starts: readonly number[], offset: number): number {
  return starts[lineAt(starts, offset) - 1]!;
}
