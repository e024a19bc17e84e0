/** Which macros the preprocessor asks for before it lets a line through, as far as the text shows it. */
import { withoutComments } from './kernel-definitions.ts';

export interface Condition {
  readonly name: string;
  /** Where it is asked for. */
  readonly line: number;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif|define)\b[ \t]*(.*)$/;
const DEFINED = /^(?:defined[ \t]*\(?[ \t]*)?([A-Za-z_]\w*)[ \t]*\)?$/;
/** True of a line that says what is compiled and what is not: `#if` and its like, `#else`, `#endif`. */
export function isConditional(line: string): boolean {
  return /^\s*#\s*(?:if|el|endif)/.test(line);
}

/** What compilers decide. */
const OF_COMPILER = /^_|^cl_khr_|^CL_|^NDEBUG$/;

/**
 * The macros that have to be defined for a line to be compiled, each by a plain `#ifdef NAME` or `#if NAME`; null when it
 * takes anything else, or when the text itself defines one of them.
 * @param line counts from 1
 */
export function conditionsAt(text: string, line: number): Condition[] | null {
  const stack: (Condition | 'other' | 'open')[] = [];
  const defined = new Set<string>();
  for (const [index, code] of withoutComments(text).split('\n').entries()) {
    if (index + 1 === line) break;
    const match = DIRECTIVE.exec(code.trimEnd());
    if (match === null) continue;
    const [, word, rest = ''] = match;
    if (word === 'endif') stack.pop();
    else if (word === 'else' || word === 'elif') {
      if (stack.length > 0)
        stack[stack.length - 1] =
          stack.at(-1) === 'open' ? 'other' : word === 'else' && stack.at(-1) === 'other' ? 'open' : 'other';
    } else if (word === 'define') defined.add(/^\w+/.exec(rest)?.[0] ?? '');
    else if (word === 'ifndef') stack.push('open');
    else {
      const name = (word === 'ifdef' ? /^(\w+)$/ : DEFINED).exec(rest.trim())?.[1];
      stack.push(name === undefined || /^\d/.test(name) ? 'other' : { name, line: index + 1 });
    }
  }
  const conditions: Condition[] = [];
  for (const one of stack) {
    if (one === 'other') return null;
    if (one === 'open') continue;
    if (OF_COMPILER.test(one.name) || defined.has(one.name)) return null;
    conditions.push(one);
  }
  return conditions;
}
