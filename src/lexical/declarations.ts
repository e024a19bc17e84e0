/**
 * The top-level declarations of a C++ source text, found lexically: enough to take one of them out without disturbing the
 * lines of the others. Namespaces and `extern "C"` blocks are looked into; classes are one declaration.
 */
import { withoutComments } from './kernel-definitions.ts';
import { bareName } from './kernel-names.ts';

export interface Declaration {
  /** Offsets into the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The braces of a function body, the offsets of `{` and `}`; null for what is no function definition. */
  readonly body: { readonly open: number; readonly close: number } | null;
  readonly kind: 'kernel' | 'device' | 'host' | 'other';
  /** The function's name, or an empty text. */
  readonly name: string;
}

/** What stands between the parameters of a function and its body. */
const BEHIND_PARAMETERS = /\)(?:\s|const|noexcept|override|final|volatile|&)*(?:(?:->|:)[^{;]*)?$/;

/** `T() : member`, in front of a brace that may be the member's: initialisers are named, and bodies are not. */
const BEFORE_INITIALISER = /\)\s*(?:noexcept\s*)?:(?!:)[^{;]*[\w>]\s*$/;

/** Splits a text into its top-level declarations, in order. Never throws; what does not balance ends at the text's end. */
export function declarationsOf(text: string): Declaration[] {
  const code = withoutDirectives(withoutComments(text));
  const found: Declaration[] = [];
  let start = 0;
  let at = 0;
  while (at < code.length) {
    const c = code[at]!;
    if (c === ';') {
      found.push(declaration(code, start, at + 1, null));
      start = at + 1;
      at++;
    } else if (c === '{') {
      const head = code.slice(start, at);
      if (/\bnamespace\b[^;(){}]*$|\bextern\s*"[^"]*"\s*$|\bextern\s+$/.test(head) && !/[()=]/.test(head)) {
        start = at + 1;
        at++;
        continue;
      }
      // Behind the parentheses stands none of these: what is before the last one need not be looked at.
      const tail = head.slice(Math.max(head.lastIndexOf(';'), head.lastIndexOf('{')) + 1);
      const isFunction = BEHIND_PARAMETERS.test(tail) && !/=\s*$/.test(tail);
      const open = isFunction && BEFORE_INITIALISER.test(tail) ? behindInitialisers(code, at) : at;
      const close = closing(code, open);
      if (isFunction) {
        found.push(declaration(code, start, close + 1, { open, close }));
        start = close + 1;
      }
      at = close + 1;
    } else if (c === '}') {
      // The end of a namespace that was looked into.
      start = at + 1;
      at++;
    } else if (c === '(' || c === '[') {
      at = closing(code, at) + 1;
    } else at++;
  }
  if (code.slice(start).trim() !== '') found.push(declaration(code, start, code.length, null));
  return found;
}

/** `T() : member{1}, other(2) {}`: the brace that opens the body, from that of an initialiser on. */
function behindInitialisers(code: string, first: number): number {
  let open = first;
  for (let at = first; at < code.length; ) {
    const c = code[at]!;
    if (c === ';' || c === '}') return open;
    if (c !== '{' && c !== '(' && c !== '[') {
      at++;
      continue;
    }
    const isBody = c === '{' && at > first && /[)}]\s*$/.test(code.slice(Math.max(0, at - 200), at));
    if (isBody) return at;
    if (c === '{') open = at;
    at = closing(code, at) + 1;
  }
  return open;
}

const ACCESS_LABEL = /^\s*(?:public|private|protected)\s*:(?!:)/;

/** The members of a class, in order, with offsets into the same text; none of what is no class. */
export function membersOf(text: string, { start, end, body }: Declaration): Declaration[] {
  const code = withoutDirectives(withoutComments(text.slice(start, end)));
  const open = body === null ? classBody(code) : null;
  if (open === null) return [];
  const close = closing(code, open);
  return declarationsOf(code.slice(open + 1, close)).flatMap((member) => {
    let from = start + open + 1 + member.start;
    const to = start + open + 1 + member.end;
    for (let label = ACCESS_LABEL.exec(text.slice(from, to)); label; label = ACCESS_LABEL.exec(text.slice(from, to))) {
      from += label[0].length;
    }
    while (from < to && /\s/.test(text[from]!)) from++;
    if (from === to) return [];
    const inner = member.body && {
      open: start + open + 1 + member.body.open,
      close: start + open + 1 + member.body.close,
    };
    return [{ ...member, start: from, end: to, body: inner }];
  });
}

/** The functions that a text defines, those of classes as well, in order. */
export function functionsIn(text: string): Declaration[] {
  return declarationsOf(text)
    .flatMap((one) => (one.body === null ? membersOf(text, one) : one))
    .filter(({ body }) => body !== null);
}

/** The offset of the brace that opens a class; null of another declaration. */
function classBody(code: string): number | null {
  for (let at = 0; at < code.length; at++) {
    const c = code[at]!;
    if (c === '(' || c === '[') at = closing(code, at);
    else if (c === ';') return null;
    else if (c === '{') {
      const head = code.slice(0, at);
      return /\b(?:struct|class|union)\b/.test(head) && !/\benum\b|=\s*$/.test(head) ? at : null;
    }
  }
  return null;
}

/** The bare names of the functions that a text defines; none of one that overflows a regular expression. */
export function definedFunctions(text: string): ReadonlySet<string> {
  try {
    return new Set(declarationsOf(text).flatMap(({ name, body }) => (body === null ? [] : [bareName(name)])));
  } catch {
    return new Set();
  }
}

/** The head of a constructor up to what it initialises. */
function withoutInitialisers(head: string): string {
  const list = /\)\s*(?:noexcept\s*)?:(?!:)/.exec(head);
  return list === null ? head : head.slice(0, list.index + 1);
}

function declaration(code: string, start: number, end: number, body: Declaration['body']): Declaration {
  while (start < end && /\s/.test(code[start]!)) start++;
  if (!body) return { start, end, body, kind: 'other', name: '' };
  const head = code.slice(start, body.open);
  const kind = /\b__global__\b|\b__kernel\b/.test(head) ? 'kernel' : /\b__device__\b/.test(head) ? 'device' : 'host';
  const name =
    /([A-Za-z_~\u0080-\uffff][\w\u0080-\uffff]*(?:\s*::\s*~?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)*)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*$/.exec(
      // A name may have any letter beyond ASCII, and those that are spaces are no part of one.
      withoutInitialisers(head).slice(-2000).replace(/\s/g, ' '),
    )?.[1] ?? '';
  return { start, end, body, kind, name };
}

/** Preprocessor lines become blanks of the same length. */
function withoutDirectives(code: string): string {
  return code.replace(/^[ \t]*#(?:\\\r?\n|[^\n])*/gm, (line) => line.replace(/[^\n]/g, ' '));
}

const PARTNER: Record<string, string> = { '{': '}', '(': ')', '[': ']' };

/** The offset of the bracket that closes the one at `open`, or the text's last offset. */
function closing(code: string, open: number): number {
  const own = code[open]!;
  const partner = PARTNER[own]!;
  let depth = 0;
  for (let i = open; i < code.length; i++) {
    const c = code[i];
    if (c === own) depth++;
    else if (c === partner && --depth === 0) return i;
  }
  return code.length - 1;
}
