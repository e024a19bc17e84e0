/** One source text: its lines, its code without comments, its functions. */
import { offsetOfColumn } from '../lexical/columns.ts';
import { type FunctionText, functionsOf, pathTo, type TreeStatement } from '../lexical/statement-tree.ts';
import { codeOf } from '../lexical/statements.ts';

/** A statement with those around it. */
export interface Place {
  readonly source: SourceText;
  readonly function: FunctionText;
  /** From the body of the function down to the statement itself. */
  readonly path: readonly TreeStatement[];
}

export class SourceText {
  readonly file: string;
  readonly text: string;
  /** Comments, strings and preprocessor lines are blanks; offsets are those of the text. */
  readonly code: string;
  readonly lineEnd: '\n' | '\r\n';
  readonly #starts: readonly number[];
  #functions: readonly FunctionText[] | null = null;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.code = codeOf(text);
    this.lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
    const starts = [0];
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
    this.#starts = starts;
  }

  get functions(): readonly FunctionText[] {
    this.#functions ??= functionsOf(this.text);
    return this.#functions;
  }

  /** The offset of a place as results name it; the end of the text behind it. */
  offsetAt(line: number, column: number): number {
    const start = this.#starts[line - 1];
    if (start === undefined) return this.text.length;
    return start + offsetOfColumn(this.text.slice(start, this.lineEndAt(start)), column);
  }

  /** Where the line of an offset begins. */
  lineStartAt(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Where the line of an offset ends, before its line end. */
  lineEndAt(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    if (end < 0) return this.text.length;
    return this.text[end - 1] === '\r' ? end - 1 : end;
  }

  /** The number of the line of an offset. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The blanks at the beginning of the line of an offset. */
  indentAt(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStartAt(offset), this.lineEndAt(offset)))![0];
  }

  /** By what a statement stands further right than the block around it. */
  get indentUnit(): string {
    for (const { body } of this.functions) {
      const first = body.parts[0];
      if (first === undefined || !this.isFirstOfLine(first.start)) continue;
      const [outer, inner] = [this.indentAt(body.start), this.indentAt(first.start)];
      if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
    }
    return '  ';
  }

  /** True when only blanks stand before it in its line. */
  isFirstOfLine(offset: number): boolean {
    return this.text.slice(this.lineStartAt(offset), offset).trim() === '';
  }

  /** True when no code stands behind it in its line. */
  isLastOfLine(offset: number): boolean {
    return this.code.slice(offset, this.lineEndAt(offset)).trim() === '';
  }

  textOf({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.text.slice(start, end);
  }

  codeOf({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.code.slice(start, end);
  }

  /** The innermost statement with an offset inside; null outside of functions. */
  placeAt(offset: number): Place | null {
    const owner = this.functions.find(({ body }) => body.start < offset && offset < body.end);
    if (owner === undefined) return null;
    const path = pathTo(owner, offset);
    return path.length < 2 ? null : { source: this, function: owner, path };
  }

  /** The first statement without others inside, or control statement by its head, that begins in a line or goes through it. */
  placeInLine(line: number): Place | null {
    const from = this.offsetAt(line, 1);
    const to = this.lineEndAt(from);
    for (let at = from; at < to; at++) {
      if (/\s/.test(this.code[at]!) || this.code[at] === '{' || this.code[at] === '}') continue;
      const place = this.placeAt(at);
      if (place !== null && place.path.at(-1)?.kind !== 'block') return place;
    }
    return null;
  }
}

/** The texts of a tree, with other ones in the place of some. */
export class SourceTexts {
  readonly #read: (file: string) => string | undefined;
  readonly edited: ReadonlyMap<string, string>;
  readonly #known = new Map<string, SourceText | null>();

  constructor(read: (file: string) => string | undefined, edited: ReadonlyMap<string, string> = new Map()) {
    this.#read = read;
    this.edited = edited;
  }

  get(file: string): SourceText | null {
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    const text = this.edited.get(file) ?? this.#read(file);
    const source = text === undefined ? null : new SourceText(file, text);
    this.#known.set(file, source);
    return source;
  }

  /** The text before any edit. */
  original(file: string): string {
    return this.#read(file) ?? '';
  }

  /** These texts, with others on top of them. */
  with(edited: ReadonlyMap<string, string>): SourceTexts {
    return new SourceTexts(this.#read, new Map([...this.edited, ...edited]));
  }
}
