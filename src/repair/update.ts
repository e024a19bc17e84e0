/** Statements that change what stands at one place by an operation that commutes. */
import { assignmentOf } from './split-statement.ts';

export interface Update {
  readonly target: string;
  readonly operation: string;
  readonly value: string;
}

/** `x += v`, `x++`, `x = x + v`, `x = min(x, v)`; null for what is none of them. */
export function updateOf(text: string): Update | null {
  const assignment = assignmentOf(text);
  if (assignment === null) return null;
  const { target, operator, value } = assignment;
  const own = sameText(target);
  const isFree = (part: string) => !sameText(part).includes(own);
  if (operator !== '') return isFree(value) ? { target, operation: operator, value } : null;
  const call = /^(?:f|std::|::)?(min|max)f?\s*\(\s*(.*)\)$/s.exec(value);
  if (call) {
    const [a, b, ...more] = topLevel(call[2]!, ',');
    if (a === undefined || b === undefined || more.length > 0) return null;
    const other = sameText(a) === own ? b : sameText(b) === own ? a : null;
    return other === null || !isFree(other) ? null : { target, operation: call[1]!, value: other };
  }
  for (const operation of ['+', '-', '&', '|', '^']) {
    const parts = topLevel(value, operation);
    if (parts.length !== 2) continue;
    const [a, b] = parts as [string, string];
    if (sameText(a) === own && isFree(b)) return { target, operation, value: b };
    if (sameText(b) === own && isFree(a) && operation !== '-') return { target, operation, value: a };
  }
  return null;
}

/** The parts between separators outside of brackets. */
export function topLevel(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const c of text) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (c === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

/** Without blanks. */
export function sameText(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
