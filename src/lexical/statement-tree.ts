/**
 * The statements of functions with what they have inside, found lexically: enough to say between which statements of which
 * list something can be put. What is not understood is a simple statement, which nothing is put into.
 */
import { declarationsOf, membersOf } from './declarations.ts';
import { codeOf } from './statements.ts';

export type StatementKind = 'simple' | 'label' | 'block' | 'if' | 'for' | 'while' | 'do' | 'switch';

export interface TreeStatement {
  readonly kind: StatementKind;
  /** Offsets into the text; `end` is behind the semicolon or the brace. */
  readonly start: number;
  readonly end: number;
  /** What stands between the parentheses of a control statement. */
  readonly head: { readonly start: number; readonly end: number } | null;
  /** The statements of a block; the branches of an `if`; the body of a loop or a `switch`. */
  readonly parts: readonly TreeStatement[];
}

export interface FunctionText {
  /** Where its declaration begins. */
  readonly start: number;
  readonly name: string;
  readonly isKernel: boolean;
  /** The block that is its body. */
  readonly body: TreeStatement;
}

/** The functions that a text defines, in order; also those of classes. */
export function functionsOf(text: string): FunctionText[] {
  const code = codeOf(text);
  const all = declarationsOf(text).flatMap((one) => [one, ...(one.body === null ? membersOf(text, one) : [])]);
  return all.flatMap(({ start, name, kind, body }) => {
    if (body === null) return [];
    const isKernel = kind === 'kernel' || /\bkernel\s+void\b/.test(code.slice(start, body.open));
    const statements = new StatementReader(code, body.close).list(body.open + 1);
    const block = { kind: 'block', start: body.open, end: body.close + 1, head: null, parts: statements } as const;
    return [{ start, name, isKernel, body: block }];
  });
}

/** The statements from the body of a function down to the innermost one that has the offset inside; none outside. */
export function pathTo({ body }: FunctionText, offset: number): TreeStatement[] {
  const path: TreeStatement[] = [];
  for (let at: TreeStatement | undefined = body; at !== undefined && at.start <= offset && offset < at.end; ) {
    path.push(at);
    at = at.parts.find(({ start, end }) => start <= offset && offset < end);
  }
  return path;
}

/** True for what goes round. */
export function isLoop({ kind }: TreeStatement): boolean {
  return kind === 'for' || kind === 'while' || kind === 'do';
}

/** Deeper than people nest; a text that goes on is no program. */
const MAX_DEPTH = 200;
const PARTNER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

class StatementReader {
  readonly #code: string;
  readonly #to: number;
  #depth = 0;

  constructor(code: string, to: number) {
    this.#code = code;
    this.#to = to;
  }

  /** The statements up to the brace that closes their block. */
  list(from: number): TreeStatement[] {
    const found: TreeStatement[] = [];
    for (let at = this.#skip(from); at < this.#to && this.#code[at] !== '}'; ) {
      const statement = this.#statement(at);
      found.push(statement);
      at = this.#skip(Math.max(statement.end, at + 1));
    }
    return found;
  }

  #statement(at: number): TreeStatement {
    const word = /^[A-Za-z_]\w*/.exec(this.#code.slice(at, at + 64))?.[0] ?? '';
    if (this.#depth >= MAX_DEPTH) return this.#simple(at);
    this.#depth++;
    try {
      if (this.#code[at] === '{') return this.#block(at);
      if (word === 'if') return this.#if(at);
      if (word === 'for' || word === 'while' || word === 'switch') return this.#headed(word, at);
      if (word === 'do') return this.#do(at);
      if (word === 'case' || word === 'default' || this.#isLabel(at + word.length)) return this.#label(at);
      return this.#simple(at);
    } finally {
      this.#depth--;
    }
  }

  #block(at: number): TreeStatement {
    const close = this.#closing(at);
    const parts = new StatementReader(this.#code, close).#nested(this.#depth).list(at + 1);
    return { kind: 'block', start: at, end: close + 1, head: null, parts };
  }

  #nested(depth: number): this {
    this.#depth = depth;
    return this;
  }

  #headed(kind: 'for' | 'while' | 'switch', at: number): TreeStatement {
    const head = this.#head(at + kind.length);
    if (head === null) return this.#simple(at);
    const body = this.#statement(this.#skip(head.end + 1));
    return { kind, start: at, end: body.end, head, parts: [body] };
  }

  #if(at: number): TreeStatement {
    const head = this.#head(at + 2);
    if (head === null) return this.#simple(at);
    const yes = this.#statement(this.#skip(head.end + 1));
    const next = this.#skip(yes.end);
    if (!/^else\b/.test(this.#code.slice(next, next + 5)) || next >= this.#to) {
      return { kind: 'if', start: at, end: yes.end, head, parts: [yes] };
    }
    const no = this.#statement(this.#skip(next + 4));
    return { kind: 'if', start: at, end: no.end, head, parts: [yes, no] };
  }

  #do(at: number): TreeStatement {
    const body = this.#statement(this.#skip(at + 2));
    const next = this.#skip(body.end);
    const head = /^while\b/.test(this.#code.slice(next, next + 6)) ? this.#head(next + 5) : null;
    const end = head === null ? body.end : this.#simple(head.end + 1).end;
    return { kind: 'do', start: at, end, head, parts: [body] };
  }

  /** The parentheses behind a keyword, with `constexpr` or a macro in between. */
  #head(from: number): TreeStatement['head'] {
    let at = this.#skip(from);
    const between = /^[A-Za-z_]\w*/.exec(this.#code.slice(at, at + 64));
    if (between) at = this.#skip(at + between[0].length);
    if (this.#code[at] !== '(') return null;
    return { start: at + 1, end: this.#closing(at) };
  }

  #isLabel(end: number): boolean {
    const next = this.#skip(end);
    return this.#code[next] === ':' && this.#code[next + 1] !== ':';
  }

  #label(at: number): TreeStatement {
    let end = at;
    while (end < this.#to && !(this.#code[end] === ':' && this.#code[end + 1] !== ':' && this.#code[end - 1] !== ':'))
      end++;
    return { kind: 'label', start: at, end: Math.min(end + 1, this.#to), head: null, parts: [] };
  }

  #simple(from: number): TreeStatement {
    let at = from;
    while (at < this.#to && this.#code[at] !== ';') {
      const c = this.#code[at]!;
      if (c === '}') break;
      at = PARTNER[c] === undefined ? at + 1 : this.#closing(at) + 1;
    }
    const end = at < this.#to && this.#code[at] === ';' ? at + 1 : at;
    return { kind: 'simple', start: from, end: Math.min(end, this.#to), head: null, parts: [] };
  }

  #skip(from: number): number {
    let at = from;
    while (at < this.#to && /\s/.test(this.#code[at]!)) at++;
    return at;
  }

  /** The offset of the bracket that closes the one at `open`, or the last offset. */
  #closing(open: number): number {
    const own = this.#code[open]!;
    const partner = PARTNER[own]!;
    let depth = 0;
    for (let i = open; i < this.#to; i++) {
      if (this.#code[i] === own) depth++;
      else if (this.#code[i] === partner && --depth === 0) return i;
    }
    return this.#to - 1;
  }
}
