/**
 * CUDA C++ cut into tokens, of which every character is part: put together again they are the text. Directives are marked,
 * and `>` stands alone, as `>>>` may close templates.
 */

export type TokenKind = 'word' | 'number' | 'text' | 'mark' | 'space' | 'newline' | 'comment';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The number of the directive that it is part of, counted from 1; 0: none. */
  readonly directive: number;
}

const RULES: readonly (readonly [TokenKind, RegExp])[] = [
  ['newline', /\r?\n/y],
  ['space', /(?:[^\S\r\n]|\\\r?\n|\r(?!\n))+/y],
  ['comment', /\/\/(?:\\\r?\n|[^\r\n])*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ['text', /(?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\1"/y],
  ['text', /(?:u8|[uUL])?"(?:\\[\s\S]|[^"\\\r\n])*"?/y],
  ['text', /(?:u8|[uUL])?'(?:\\[\s\S]|[^'\\\r\n])+'/y],
  ['word', /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['number', /\.?\d(?:[eEpP][+-]|'?[\w.])*/y],
  ['mark', /::|->\*?|<<[^\S\r\n]*<|##|[\s\S]/y],
];

/** Never fails: what is no token of C++ is a mark of one character. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let directive = 0;
  let directives = 0;
  let isLineStart = true;
  for (let at = 0; at < text.length; ) {
    const [kind, found] = tokenAt(text, at);
    at += found.length;
    if (kind === 'newline') {
      tokens.push({ kind, text: found, directive: 0 });
      directive = 0;
      isLineStart = true;
      continue;
    }
    if (isLineStart && found === '#') directive = ++directives;
    if (kind !== 'space' && kind !== 'comment') isLineStart = false;
    tokens.push({ kind, text: found, directive });
  }
  return tokens;
}

function tokenAt(text: string, at: number): [TokenKind, string] {
  for (const [kind, rule] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(text)?.[0];
    if (found !== undefined && found !== '') return [kind, found];
  }
  return ['mark', text[at]!];
}

/** Blanks and comments say nothing. */
export function isBlank({ kind }: Token): boolean {
  return kind === 'space' || kind === 'newline' || kind === 'comment';
}
