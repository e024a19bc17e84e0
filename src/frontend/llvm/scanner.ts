/** The character level of the reader: a position in the text, and what can be read there without knowing any grammar. */

/**
 * Raised inside the reader when a construct cannot be read. It is caught at the next line boundary that makes sense and
 * never leaves this folder. Not an `Error`, because capturing a stack for each garbage line would cost more than reading it.
 */
export class Unreadable {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** How deep types, constants and metadata may nest before they count as unreadable. */
export const MAX_DEPTH = 200;

const WORD = new Uint8Array(128);
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-$._') WORD[c.charCodeAt(0)] = 1;

export const Char = {
  tab: 9,
  newline: 10,
  return: 13,
  space: 32,
  bang: 33,
  quote: 34,
  hash: 35,
  dollar: 36,
  open: 40,
  close: 41,
  comma: 44,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  at: 64,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
  percent: 37,
} as const;

export function isDigit(code: number): boolean {
  return code >= Char.zero && code <= Char.nine;
}

/** True for the characters of identifiers, keywords and numbers. */
export function isWordCharacter(code: number): boolean {
  return code < 128 && WORD[code] === 1;
}

/**
 * A position in `text`. Reading never crosses a line on its own: LLVM prints all constructs but three on one line, so a
 * broken line cannot swallow its successors. The three (`switch`, `invoke`, `landingpad`) ask for the next line.
 */
export class Cursor {
  readonly text: string;
  position: number;
  /** Current nesting depth of types and constants, see {@link MAX_DEPTH}. Whoever catches `Unreadable` resets it. */
  depth = 0;

  constructor(text: string, position = 0) {
    this.text = text;
    this.position = position;
  }

  /** The code of the next character that is not blank, NaN at the end of the text. */
  peek(): number {
    const text = this.text;
    let at = this.position;
    let code = text.charCodeAt(at);
    while (code === Char.space || code === Char.tab || code === Char.return) code = text.charCodeAt(++at);
    this.position = at;
    return code;
  }

  /** Takes the next character when it is `code`. */
  accept(code: number): boolean {
    if (this.peek() !== code) return false;
    this.position++;
    return true;
  }

  expect(code: number): void {
    if (this.peek() !== code) throw new Unreadable(`expected '${String.fromCharCode(code)}'`);
    this.position++;
  }

  /** Reads a run of word characters; empty when there is none. */
  word(): string {
    this.peek();
    const text = this.text;
    const start = this.position;
    let at = start;
    while (isWordCharacter(text.charCodeAt(at))) at++;
    this.position = at;
    return text.slice(start, at);
  }

  /** Takes the word `expected` when it is next. */
  acceptWord(expected: string): boolean {
    this.peek();
    const after = this.position + expected.length;
    if (!this.text.startsWith(expected, this.position) || isWordCharacter(this.text.charCodeAt(after))) return false;
    this.position = after;
    return true;
  }

  expectWord(expected: string): void {
    if (!this.acceptWord(expected)) throw new Unreadable(`expected '${expected}'`);
  }

  /** Reads a plain decimal number. */
  natural(): number {
    let code = this.peek();
    const text = this.text;
    const start = this.position;
    let value = 0;
    while (isDigit(code)) {
      value = value * 10 + (code - Char.zero);
      code = text.charCodeAt(++this.position);
    }
    if (this.position === start) throw new Unreadable('expected a number');
    return value;
  }

  /** Reads a `"…"` string: LLVM escapes each byte of a character that is not ASCII, and sources are UTF-8. */
  quoted(): string {
    const raw = this.rawQuoted();
    return raw.includes('\\') ? textOf(resolveEscapes(raw)) : raw;
  }

  /** Reads a `"…"` string without resolving escapes (`"` itself is always escaped as `\22`). */
  rawQuoted(): string {
    this.expect(Char.quote);
    const start = this.position;
    const text = this.text;
    let at = start;
    let code = text.charCodeAt(at);
    while (code !== Char.quote) {
      // NaN (the end of the text) compares unequal to everything.
      if (code === Char.newline || !(code >= 0)) throw new Unreadable('unterminated string');
      code = text.charCodeAt(++at);
    }
    this.position = at + 1;
    return text.slice(start, at);
  }

  /** Reads the name after `%`, `@` or `$`, bare or quoted. */
  name(): string {
    const code = this.text.charCodeAt(this.position);
    if (code === Char.quote) return this.quoted();
    // `peek` inside `word` would skip blanks, which may not follow a sigil.
    if (!isWordCharacter(code)) throw new Unreadable('expected a name');
    return this.word();
  }

  /**
   * Skips a bracketed run that starts at the next character, with all that is nested in it, up to its closing bracket.
   * It counts all kinds of brackets alike and stays on the line.
   */
  skipBalanced(): void {
    const text = this.text;
    let depth = 0;
    let code = this.peek();
    do {
      if (code === Char.quote) {
        this.rawQuoted();
        code = text.charCodeAt(this.position);
        continue;
      }
      if (code === Char.open || code === Char.openBracket || code === Char.openBrace || code === Char.less) depth++;
      else if (code === Char.close || code === Char.closeBracket || code === Char.closeBrace || code === Char.greater)
        depth--;
      else if (code === Char.newline || !(code >= 0)) throw new Unreadable('unbalanced brackets');
      code = text.charCodeAt(++this.position);
    } while (depth > 0);
  }

  /** True when nothing but blanks and a comment is left on the line. */
  atLineEnd(): boolean {
    const code = this.peek();
    return code === Char.newline || code === Char.semicolon || !(code >= 0);
  }

  /** Moves to the start of the next line. */
  nextLine(): void {
    const at = this.text.indexOf('\n', this.position);
    this.position = at < 0 ? this.text.length : at + 1;
  }

  /** The rest of the current line from `start`, shortened: for messages. */
  excerpt(start: number): string {
    const end = this.text.indexOf('\n', start);
    return this.text.slice(start, Math.min(end < 0 ? this.text.length : end, start + 160)).trim();
  }
}

/**
 * Bytes, as characters 0 to 255, read as UTF-8. What is no UTF-8 stays as it is, so that two names never become one.
 */
function textOf(bytes: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}

/** Resolves the escapes of LLVM strings, `\\` and `\hh`, to characters 0 to 255. */
function resolveEscapes(raw: string): string {
  let out = '';
  for (let at = 0; at < raw.length; at++) {
    if (raw.charCodeAt(at) !== Char.backslash) {
      out += raw[at];
      continue;
    }
    const hex = hexByte(raw, at + 1);
    if (hex >= 0) {
      out += String.fromCharCode(hex);
      at += 2;
    } else {
      out += '\\';
      if (raw.charCodeAt(at + 1) === Char.backslash) at++;
    }
  }
  return out;
}

/** The value of two hexadecimal digits at `at`, or -1. */
export function hexByte(text: string, at: number): number {
  const high = hexDigit(text.charCodeAt(at));
  const low = hexDigit(text.charCodeAt(at + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code: number): number {
  if (isDigit(code)) return code - Char.zero;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
