/**
 * `#line` keeps the real place. A source may claim, by `#line 7 "other.cu"` or by the line markers of a preprocessor,
 * that it is another file; the compiler believes that in its messages and in debug information. Findings, severities and
 * suppressions go by the file that a change has to touch, so each claim is given a name of ours before the compiler sees
 * it, which says the real file and how far the lines are off. The line number stays, because `__LINE__` is made of it.
 */
import { MOUNT } from '../ir/our-files.ts';

const FOLDER = `${MOUNT}/line/`;

/** A file, and what has to be added to a line of it. */
export interface RealFile {
  readonly file: string;
  readonly shift: number;
}

/** What a name of ours stands for; null when it is none. */
export function realFile(name: string): RealFile | null {
  if (!name.startsWith(FOLDER)) return null;
  const [shift = '', ...path] = name.slice(FOLDER.length).split('/');
  return { file: path.map(decodeURIComponent).join('/'), shift: Number(shift) };
}

function nameFor(file: string, shift: number): string {
  return `${FOLDER}${shift}/${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** What a directive looks like once its lines are joined; whether it is one, only reading the text can say. */
const CANDIDATE = /(?:#|%:)[ \t\v\f]*(?:line\b|\d|\/[*/])/;
/** After `#`: the number, the claimed file, and the flags of a line marker. */
const CONTENT = /^[ \t\v\f]*(?:line\b)?[ \t\v\f]*(\d{1,10})(?![\w'.])(?:[ \t\v\f]+"(?:[^"\\]|\\.)*")?([ \t\v\f1-4]*)/;

/** Lines behind a larger number could leave the 32 bits that the compiler counts in. */
const MAX_LINE = 1 << 30;

interface Directive {
  /** Offsets in the source, from `#` to the end of the line. */
  readonly start: number;
  readonly end: number;
  /** Without `#` and comments. */
  readonly content: string;
  /** The line on which it ends, from 1. */
  readonly lastLine: number;
}

/**
 * The text of a file with every claim replaced; the same bytes when there is none. Each line stays where it is. A claim
 * that is made of macros is taken out: there `__LINE__` is the real line.
 * @param hasRawStrings true but for C and OpenCL
 */
export function withRealLines(bytes: Uint8Array, file: string, hasRawStrings: boolean): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes('#') && !buffer.includes('%:')) return bytes;
  // Latin-1 keeps every byte and every offset.
  const text = buffer.toString('latin1');
  const spliced = withoutSplices(text);
  if (!CANDIDATE.test(spliced.text)) return bytes;
  let out = '';
  let from = 0;
  for (const { start, end, content, lastLine } of directivesIn(text, spliced, hasRawStrings)) {
    const [, number, flags = ''] = CONTENT.exec(content) ?? [];
    const newlines = '\n'.repeat(count(text, start, end));
    out += text.slice(from, start) + newlines;
    if (number !== undefined && Number(number) <= MAX_LINE) {
      // Of the flags, only "system header" and "extern C" are about more than places.
      const kept = [...flags].filter((flag) => flag === '3' || flag === '4').join(' ');
      out += `${kept === '' ? '#line' : '#'} ${number} "${nameFor(file, lastLine + 1 - Number(number))}" ${kept}`;
    }
    from = end;
  }
  return from === 0 ? bytes : Buffer.from(out + text.slice(from), 'latin1');
}

interface Spliced {
  readonly text: string;
  /** Where in `text` something was taken out, in order, and how long it was. */
  readonly gaps: readonly { readonly at: number; readonly length: number }[];
}

/** A backslash at the end of a line joins it with the next, wherever it stands. */
function withoutSplices(text: string): Spliced {
  if (!text.includes('\\')) return { text, gaps: [] };
  const gaps: { at: number; length: number }[] = [];
  let removed = 0;
  const joined = text.replace(/\\[ \t\v\f]{0,100}\r?\n/g, (splice, at: number) => {
    gaps.push({ at: at - removed, length: splice.length });
    removed += splice.length;
    return '';
  });
  return { text: joined, gaps };
}

const BLANK = /[ \t\v\f\r]+/y;
const WORD = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]*/y;
/** With the apostrophes between digits. */
const NUMBER = /\.?\d(?:[eEpP][+-]|'\w|[\w.])*/y;
const LITERAL = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/y;
const RAW = /"([^()\\\s]{0,16})\(/y;
const RAW_PREFIX = /^(?:u8|[uUL])?R$/;

/** Reads a text as a preprocessor does, as far as it takes to know which lines are directives. */
function* directivesIn(text: string, { text: code, gaps }: Spliced, hasRawStrings: boolean): Generator<Directive> {
  let gap = 0;
  let removed = 0;
  const offsetOf = (at: number): number => {
    for (; gap < gaps.length && gaps[gap]!.at <= at; gap++) removed += gaps[gap]!.length;
    return at + removed;
  };
  let isLineStart = true;
  let open: { readonly start: number; content: string } | null = null;
  let line = 1;
  let counted = 0;
  for (let at = 0; at <= code.length; ) {
    const c = code[at];
    if (c === '\n' || c === undefined) {
      if (open !== null && CLAIM.test(open.content)) {
        const end = offsetOf(at);
        line += count(text, counted, end);
        counted = end;
        yield { ...open, end, lastLine: line };
      }
      open = null;
      isLineStart = true;
      at++;
      continue;
    }
    const { end, blank } = tokenAt(code, at, hasRawStrings);
    // What never ends is an error to the compiler, and nothing behind it is compiled.
    if (end === null) return;
    if (open !== null) open.content += blank ? ' ' : code.slice(at, end);
    else if (isLineStart && !blank) {
      isLineStart = false;
      if (c === '#' || code.startsWith('%:', at)) open = { start: offsetOf(at), content: '' };
      // `%:` is one token.
      if (c === '%' && open !== null) at++;
    }
    at = Math.max(end, at + 1);
  }
}

const CLAIM = /^[ \t\v\f]*(?:line\b|\d)/;

/** Where the token at an offset ends; null when it does not. Blanks and comments are blank. */
function tokenAt(code: string, at: number, hasRawStrings: boolean): { end: number | null; blank: boolean } {
  const match = (pattern: RegExp): number | null => {
    pattern.lastIndex = at;
    return pattern.test(code) ? pattern.lastIndex : null;
  };
  if (code.startsWith('//', at)) {
    const end = code.indexOf('\n', at);
    return { end: end < 0 ? code.length : end, blank: true };
  }
  if (code.startsWith('/*', at)) {
    const end = code.indexOf('*/', at + 2);
    return { end: end < 0 ? null : end + 2, blank: true };
  }
  const blank = match(BLANK);
  if (blank !== null) return { end: blank, blank: true };
  const word = match(WORD);
  if (word !== null) {
    const isRaw = hasRawStrings && code[word] === '"' && RAW_PREFIX.test(code.slice(at, word));
    return { end: isRaw ? endOfRaw(code, word) : word, blank: false };
  }
  const known = match(NUMBER) ?? match(LITERAL);
  if (known !== null) return { end: known, blank: false };
  // A literal that is not closed ends with its line, as clang reads it.
  const isQuote = code[at] === '"' || code[at] === "'";
  const line = isQuote ? code.indexOf('\n', at) : at + 1;
  return { end: line < 0 ? code.length : line, blank: false };
}

function endOfRaw(code: string, quote: number): number | null {
  RAW.lastIndex = quote;
  const [opening, delimiter = ''] = RAW.exec(code) ?? [];
  if (opening === undefined) return quote;
  const closing = `)${delimiter}"`;
  const end = code.indexOf(closing, quote + opening.length);
  return end < 0 ? null : end + closing.length;
}

/** How many lines end between two offsets. */
function count(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
