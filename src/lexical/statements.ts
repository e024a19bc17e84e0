/**
 * The statements of a function body, found lexically: enough to take one of them out and leave the others. Bodies of
 * control statements are looked into, their heads are not.
 */
import { withoutComments } from './kernel-definitions.ts';

export interface Statement {
  /** Offsets into the text; `end` is behind the semicolon of a statement. */
  readonly start: number;
  readonly end: number;
  /** True for the condition of an `if` or a `while`, without its parentheses. */
  readonly isCondition: boolean;
}

/** Words that lead somewhere else, or that a label follows: what has one of them cannot be left out by itself. */
const JUMPS = /\b(?:return|break|continue|goto|case|default|throw|co_return|co_yield|asm)\b/;
/** The beginnings of statements that have others inside. */
const CONTROL = /^(?:if|else|for|while|do|switch|try|catch)\b/;

/** A text in which comments, strings and preprocessor lines are blanks, with all offsets kept. */
export function codeOf(text: string): string {
  return withoutComments(text).replace(/^[ \t]*#(?:\\\r?\n|[^\n])*/gm, (line) => line.replace(/[^\n]/g, ' '));
}

/**
 * The statement of its own, with no other inside and no jump, or the condition, that has something between two offsets.
 * @param code from {@link codeOf}
 * @param body the offsets of the braces of a function body
 * @returns null where there is none, or more than one
 */
export function statementAt(
  code: string,
  body: { readonly open: number; readonly close: number },
  from: number,
  to: number,
): Statement | null {
  const hits = simpleStatements(code, body.open + 1, body.close).filter(
    ({ start, end }) => start < to && end > from && code.slice(Math.max(start, from), Math.min(end, to)).trim() !== '',
  );
  const [hit, ...others] = hits;
  return hit && others.length === 0 && !JUMPS.test(code.slice(hit.start, hit.end)) ? hit : null;
}

const ASSEMBLY = /\b(?:__)?asm(?:__)?\b\s*(?:(?:__)?volatile(?:__)?\b\s*)?\(/g;

/**
 * The statement of inline assembly that has something between two offsets.
 * @param code from {@link codeOf}
 * @returns null where there is none, or more than one
 */
export function assemblyAt(
  code: string,
  body: { readonly open: number; readonly close: number },
  from: number,
  to: number,
): Statement | null {
  const found: Statement[] = [];
  for (const { index, 0: head } of code.slice(body.open, body.close).matchAll(ASSEMBLY)) {
    const start = body.open + index;
    const closed = closing(code, start + head.length - 1, body.close);
    const semicolon = /^\)\s*;/.exec(code.slice(closed, body.close));
    const end = closed + (semicolon?.[0].length ?? 0);
    if (semicolon !== null && start < to && end > from) found.push({ start, end, isCondition: false });
  }
  return found.length === 1 ? found[0]! : null;
}

/** The statements without others inside, between two offsets. What is not understood is none. */
function simpleStatements(code: string, from: number, to: number): Statement[] {
  const found: Statement[] = [];
  let start = from;
  let at = from;
  const skip = () => {
    while (at < to && /\s/.test(code[at]!)) at++;
    start = at;
  };
  skip();
  while (at < to) {
    const c = code[at]!;
    if (at === start && CONTROL.test(code.slice(at, at + 8))) {
      const word = /^[a-z]+/.exec(code.slice(at, at + 8))![0];
      at += word.length;
      while (at < to && /\s/.test(code[at]!)) at++;
      // `if constexpr (…)`
      if (/^constexpr\b/.test(code.slice(at, at + 10))) at = code.indexOf('(', at);
      if (at < 0) return found;
      if (code[at] === '(') {
        const close = closing(code, at, to);
        if (word === 'if' || word === 'while') found.push({ start: at + 1, end: close, isCondition: true });
        at = close + 1;
      }
      skip();
    } else if (c === '{' && at === start) {
      at++;
      skip();
    } else if (c === '}') {
      at++;
      skip();
    } else if (c === '(' || c === '[' || c === '{') {
      at = closing(code, at, to) + 1;
    } else if (c === ';') {
      found.push({ start, end: at + 1, isCondition: false });
      at++;
      skip();
    } else at++;
  }
  return found;
}

/** Functions of C libraries: they are handed numbers by value. */
const C_LIBRARY =
  /^(?:cu(?:da|blas|dnn|fft|rand|solver|sparse|tensor)?|hip(?:blas|dnn|fft|rand|solver|sparse)?|nccl|nvml)[A-Z]/;
/** What such a call is often put into, to see whether it succeeded. */
const CHECKS = /^(?:[a-z]*_?(?:check|assert|safe)[a-z_]*|[a-z]+_check)$/i;

/**
 * The variables of the function that a statement may change, as far as its text says: those that it names, but for constants
 * and for numbers that it hands to a C library.
 * @param text the source, for the macros that it defines
 * @param code from {@link codeOf}
 * @param head where the function begins
 */
export function variablesIn(text: string, code: string, head: number, { start, end }: Statement): string[] {
  const before = code.slice(head, end);
  const statement = code.slice(start, end);
  const declared = new Set<string>();
  // What ends a type, a name, and what may stand behind a declarator.
  for (const [, name] of before.matchAll(/[\w>*&\],[]\s*\b([A-Za-z_]\w*)\s*(?=[=;,)[({:\]])/g)) declared.add(name!);
  const called = [...statement.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].map(([, name]) => name!);
  const isLibrary =
    called.some((name) => C_LIBRARY.test(name)) && called.every((name) => C_LIBRARY.test(name) || CHECKS.test(name));
  const isAssigned = (name: string) =>
    new RegExp(
      `&\\s*${name}\\b|\\b${name}\\s*(?:\\[[^\\]]*\\]\\s*)?(?:[-+*/%|&^]|<<|>>)?=[^=]|(?:\\+\\+|--)\\s*${name}\\b|\\b${name}\\s*(?:\\+\\+|--)`,
    ).test(statement);
  const isNumber = (name: string) =>
    new RegExp(`\\b(?:int|unsigned|size_t|long|float|double|bool)\\s+${name}\\b(?!\\s*\\[)`).test(before);
  const isConstant = (name: string) => {
    const declarations = [...before.matchAll(new RegExp(`[;{}(,][^;{}(,]*[\\w>]\\s+${name}\\s*[={;,)]`, 'g'))];
    return declarations.length > 0 && declarations.every(([all]) => /\bconst(?:expr)?\b[^*&]*$/.test(all));
  };
  const mayChange = (name: string) =>
    declared.has(name) && !isConstant(name) && !(isLibrary && isNumber(name) && !isAssigned(name));
  return [...namesIn(text, statement)].filter((name) => !KEYWORDS.has(name) && mayChange(name));
}

/** The names in a statement that are no members, and those in macros of the same text that it uses. */
function namesIn(text: string, statement: string): Set<string> {
  const names = new Set<string>();
  const add = (part: string) => {
    for (const [, name] of part.matchAll(/(?<![\w.]|->|::)\b([A-Za-z_]\w*)\b(?!\s*(?:\(|::))/g)) names.add(name!);
  };
  add(statement);
  for (const [, macro] of statement.matchAll(/\b([A-Z][A-Z0-9_]+)\b/g)) {
    const definition = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${macro}\\b((?:\\\\\\r?\\n|[^\\n])*)`, 'm').exec(text);
    if (definition) add(definition[1]!);
  }
  return names;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'auto bool char const const_cast double dynamic_cast else false float if int long new nullptr reinterpret_cast short signed sizeof static static_cast struct this true typename unsigned using void volatile'.split(
    ' ',
  ),
);

const PARTNER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The offset of the bracket that closes the one at `open`, or the last offset. */
function closing(code: string, open: number, to: number): number {
  const own = code[open]!;
  const partner = PARTNER[own]!;
  let depth = 0;
  for (let i = open; i < to; i++) {
    if (code[i] === own) depth++;
    else if (code[i] === partner && --depth === 0) return i;
  }
  return to - 1;
}
