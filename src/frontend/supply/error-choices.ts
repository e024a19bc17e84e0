/** What an `#error` wants: one of the macros that the `#if` around it asks for before it gets there. */
import { withoutComments } from '../../lexical/kernel-definitions.ts';
import { linesOf } from '../../lexical/lines.ts';

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)$/;
const NAME = /[A-Za-z_]\w*/g;

/**
 * The names that the innermost `#if … #elif … #else` around a line asks for, in order; none where it asks for none.
 * @param line of the `#error`; counts from 1
 */
export function askedBeforeError(text: string, line: number): string[] {
  const open: string[][] = [];
  for (const [i, code] of linesOf(withoutComments(text)).entries()) {
    if (i + 1 === line) break;
    const [, word, rest = ''] = DIRECTIVE.exec(code) ?? [];
    if (word === undefined) continue;
    if (word === 'endif') open.pop();
    else if (word === 'elif') open.at(-1)?.push(...namesIn(rest));
    else if (word !== 'else') open.push(namesIn(rest));
  }
  return [...new Set(open.at(-1) ?? [])];
}

function namesIn(condition: string): string[] {
  return (condition.match(NAME) ?? []).filter((name) => name !== 'defined');
}
