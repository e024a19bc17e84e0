/**
 * The text of an access. Debug information has a point, not a range: the start of the address computation, the `=` of an
 * assignment, or the name of a called function. From there the expression is read off the source line.
 */

import { columnOfOffset, offsetOfByte } from './columns.ts';

interface Span {
  /** In characters. */
  readonly column: number;
  readonly endColumn: number;
  readonly text: string;
}

const IDENTIFIER = /[\w$\u0080-\uffff]/;
const CLOSING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
const OPENING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** @param byteColumn as compilers count: in bytes, from 1; 0 when unknown. */
export function accessSpan(line: string, byteColumn: number): Span {
  const span = spanAt(line, byteColumn < 1 ? -1 : offsetOfByte(line, byteColumn));
  return {
    ...span,
    column: columnOfOffset(line, span.column - 1),
    endColumn: columnOfOffset(line, span.endColumn - 1),
  };
}

/** The same with columns in code units of the text. */
function spanAt(line: string, offset: number): Span {
  let start = offset;
  if (start < 0 || start >= line.length) return whole(line);
  if (isAssignment(line, start)) {
    const lvalue = lvalueBefore(line, start);
    if (lvalue) return lvalue;
  }
  // `++x` and `--x` and `*p` stand at their operator.
  const operator = start;
  while (start < line.length && /[*&+\-\s!~]/.test(line[start]!)) start++;
  const end = endOfPostfix(line, start);
  if (end <= start) return whole(line);
  const from = line[operator] === '*' || line[operator] === '+' || line[operator] === '-' ? operator : start;
  return { column: from + 1, endColumn: end + 1, text: line.slice(from, end) };
}

function whole(line: string): Span {
  const text = line.trim();
  const column = line.length - line.trimStart().length + 1;
  return text === '' ? { column: 1, endColumn: 1, text: '' } : { column, endColumn: column + text.length, text };
}

function isAssignment(line: string, at: number): boolean {
  const rest = line.slice(at, at + 3);
  return /^(=[^=]|=$|[-+*/%&|^]=|<<=|>>=)/.test(rest);
}

/** The lvalue that ends before the assignment operator at `at`. */
function lvalueBefore(line: string, at: number): Span | null {
  let end = at;
  while (end > 0 && /\s/.test(line[end - 1]!)) end--;
  let start = end;
  while (start > 0) {
    const c = line[start - 1]!;
    if (CLOSING[c]) {
      const open = matchBackwards(line, start - 1);
      if (open < 0) return null;
      start = open;
    } else if (IDENTIFIER.test(c) || c === '.') start--;
    else if (c === '>' && line[start - 2] === '-') start -= 2;
    else if (c === ':' && line[start - 2] === ':') start -= 2;
    else break;
  }
  // A dereference belongs to the lvalue, a multiplication cannot stand there.
  let from = start;
  while (from > 0 && /[*\s]/.test(line[from - 1]!)) from--;
  if (line.slice(from, start).includes('*')) start = from + line.slice(from).search(/\*/);
  return start < end ? { column: start + 1, endColumn: end + 1, text: line.slice(start, end) } : null;
}

function matchBackwards(line: string, at: number): number {
  let depth = 0;
  for (let i = at; i >= 0; i--) {
    if (CLOSING[line[i]!]) depth++;
    else if (OPENING[line[i]!] && --depth === 0) return i;
  }
  return -1;
}

function matchForwards(line: string, at: number): number {
  let depth = 0;
  for (let i = at; i < line.length; i++) {
    if (OPENING[line[i]!]) depth++;
    else if (CLOSING[line[i]!] && --depth === 0) return i;
  }
  return -1;
}

/** Where the postfix expression that starts at `start` ends: names, members, subscripts, calls. */
function endOfPostfix(line: string, start: number): number {
  let at = start;
  if (line[at] === '(') {
    const close = matchForwards(line, at);
    if (close < 0) return line.length;
    at = close + 1;
  } else while (at < line.length && IDENTIFIER.test(line[at]!)) at++;
  for (;;) {
    const c = line[at];
    if (c === '[' || c === '(') {
      const close = matchForwards(line, at);
      if (close < 0) return line.trimEnd().length;
      at = close + 1;
    } else if (c === '.' && IDENTIFIER.test(line[at + 1] ?? '')) at++;
    else if (c === '-' && line[at + 1] === '>') at += 2;
    else if (c === ':' && line[at + 1] === ':') at += 2;
    else if (c !== undefined && IDENTIFIER.test(c)) at++;
    else return at;
  }
}
