/**
 * The text of a PTX module, read: directives, variables, functions with their instructions, and where each stands. In: any
 * text. Out: what was understood, and problems with lines for the rest. Never throws, and takes time and memory in
 * proportion to the text, which is bounded.
 */
import { excerpt, OperandReader, type PtxOperand, UnsupportedPtx } from '../operands.ts';
import { Declarations } from './declarations.ts';
import type { PtxFunction, PtxModule, PtxProblem, PtxVariable, Space } from './model.ts';
import { BodyParser } from './parse-body.ts';
import { Lines, withBlankComments } from './text.ts';

/** Longer than any module that somebody would check; a compiler's largest ones have some megabytes. */
export const MAX_CHARACTERS = 1 << 25;
const MAX_PROBLEMS = 100;
const MAX_FUNCTIONS = 1 << 14;
const MAX_VARIABLES = 1 << 16;

const WORD = /\.[A-Za-z_]\w*/y;
const NAME = /[A-Za-z_$%][\w$]*/y;
const LINE = /[^\n]*/y;
const FILE = /^\s*(\d{1,9})\s+"((?:[^"\\\n]|\\.)*)"/;
const VERSION = /^\s*([\d.]+)/;
const LINKAGE = new Set(['.extern', '.visible', '.weak', '.common']);
const SPACES: ReadonlyMap<string, Space> = new Map([
  ['.global', 'global'],
  ['.const', 'const'],
  ['.shared', 'shared'],
  ['.tex', 'tex'],
]);

/** Reads a module. Never throws; what is not understood is a problem. */
export function parsePtxModule(text: string): PtxModule {
  if (text.length > MAX_CHARACTERS) {
    const message = `a text of ${text.length} characters; ${MAX_CHARACTERS} are read at most`;
    return { ...new ModuleParser('').parse(), problems: [{ line: 1, message }] };
  }
  return new ModuleParser(withBlankComments(text)).parse();
}

class ModuleParser {
  readonly #reader: OperandReader;
  readonly #lines: Lines;
  readonly #files = new Map<number, string>();
  readonly #variables: PtxVariable[] = [];
  readonly #functions: PtxFunction[] = [];
  readonly #aliases = new Map<string, string>();
  readonly #problems: PtxProblem[] = [];
  readonly #header = { version: '', target: '', addressSize: null as number | null, end: 0 };

  constructor(text: string) {
    const resolve = (name: string): PtxOperand => ({ kind: 'symbol', name });
    this.#reader = new OperandReader(text, { pattern: NAME, resolve, hasPlaceholders: false });
    this.#lines = new Lines(text);
  }

  parse(): PtxModule {
    const reader = this.#reader;
    for (;;) {
      reader.space();
      if (reader.at >= reader.text.length) break;
      const start = reader.at;
      try {
        this.#directive();
      } catch (error) {
        if (!(error instanceof UnsupportedPtx)) throw error;
        this.#problem(start, error.message);
        this.#skipStatement(start);
      }
    }
    const { version, target, addressSize, end } = this.#header;
    return {
      version,
      target,
      addressSize,
      headerEnd: end,
      files: this.#files,
      variables: this.#variables,
      functions: this.#functions,
      aliases: this.#aliases,
      problems: this.#problems,
    };
  }

  #problem(offset: number, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ line: this.#lines.at(offset), message });
  }

  /** Behind the end of what cannot be read: its semicolon, or its body. */
  #skipStatement(start: number): void {
    const { text } = this.#reader;
    const end = /[;{]/g;
    end.lastIndex = Math.max(start, this.#reader.at);
    const found = end.exec(text);
    if (found === null) this.#reader.at = text.length;
    else this.#reader.at = found[0] === ';' ? end.lastIndex : closingBrace(text, end.lastIndex);
  }

  #directive(): void {
    const reader = this.#reader;
    const start = reader.at;
    if (reader.accept(';') || reader.accept('}')) return;
    const word = reader.match(WORD)?.[0];
    switch (word) {
      case undefined:
        throw new UnsupportedPtx(`'${excerpt(reader.text.slice(start, start + 80))}' is no directive of PTX`);
      case '.version':
      case '.target':
      case '.address_size':
        this.#headerLine(word, reader.match(LINE)?.[0] ?? '');
        return;
      case '.file': {
        const [, number, name] = FILE.exec(reader.match(LINE)?.[0] ?? '') ?? [];
        if (number === undefined || name === undefined) throw new UnsupportedPtx('.file without number and name');
        this.#files.set(Number(number), name.replace(/\\(.)/g, '$1'));
        return;
      }
      case '.section':
        this.#section();
        return;
      case '.pragma':
        reader.at = endOfStatement(reader.text, reader.at);
        return;
      case '.alias': {
        const [, to, from] = /^\s*([\w$%]+)\s*,\s*([\w$%]+)/.exec(reader.rest()) ?? [];
        if (to !== undefined && from !== undefined) this.#aliases.set(to, from);
        reader.at = endOfStatement(reader.text, reader.at);
        return;
      }
    }
    reader.at = start;
    this.#declaration(start);
  }

  #headerLine(word: string, line: string): void {
    const header = this.#header;
    if (word === '.version') header.version = VERSION.exec(line)?.[1] ?? '';
    if (word === '.target') header.target = line.trim();
    if (word === '.address_size') header.addressSize = Number(VERSION.exec(line)?.[1] ?? 64);
    header.end = this.#reader.at;
  }

  /** `.section .debug_str { … }` */
  #section(): void {
    const { text } = this.#reader;
    const brace = text.indexOf('{', this.#reader.at);
    this.#reader.at = brace < 0 ? text.length : closingBrace(text, brace + 1);
  }

  /** `.visible .entry …`, `.func …`, `.global …`. */
  #declaration(start: number): void {
    const reader = this.#reader;
    let isExternal = false;
    for (;;) {
      reader.space();
      const word = reader.match(WORD)?.[0];
      if (word === undefined) throw new UnsupportedPtx(`'${reader.ahead()}' is not understood`);
      if (LINKAGE.has(word)) isExternal ||= word === '.extern';
      else if (word === '.attribute') reader.at = behindParenthesis(reader.text, reader.at);
      else if (word === '.entry' || word === '.func') {
        this.#function(start, word === '.entry');
        return;
      } else {
        const space = SPACES.get(word);
        if (space === undefined) throw new UnsupportedPtx(`'${word}' is not understood`);
        if (this.#variables.length >= MAX_VARIABLES) throw new UnsupportedPtx('too many variables');
        this.#variables.push(...new Declarations(reader).variables(space, isExternal));
        return;
      }
    }
  }

  #function(start: number, isEntry: boolean): void {
    const reader = this.#reader;
    if (this.#functions.length >= MAX_FUNCTIONS) throw new UnsupportedPtx('too many functions');
    const declarations = new Declarations(reader);
    const results = isEntry ? [] : declarations.parameters();
    reader.space();
    const name = reader.match(NAME)?.[0];
    if (name === undefined) throw new UnsupportedPtx('a function without name');
    const parameters = declarations.parameters();
    const directives = this.#functionDirectives();
    const head = { name, isEntry, results, parameters, directives, line: this.#lines.at(start), start };
    if (!reader.accept('{')) {
      reader.accept(';');
      const bodyStart = reader.at;
      const empty = { registers: [], variables: [], items: [] };
      this.#functions.push({ ...head, ...empty, isDefinition: false, bodyStart, end: bodyStart });
      return;
    }
    const bodyStart = reader.at;
    const body = new BodyParser(reader.text, bodyStart, this.#lines, (offset, message) =>
      this.#problem(offset, message),
    ).parse();
    reader.at = body.end;
    this.#functions.push({ ...head, ...body, isDefinition: true, bodyStart });
  }

  /** `.maxntid 256, 1, 1 .noreturn` */
  #functionDirectives(): Map<string, string> {
    const reader = this.#reader;
    const directives = new Map<string, string>();
    for (;;) {
      reader.space();
      const word = reader.match(WORD)?.[0];
      if (word === undefined) return directives;
      directives.set(word.slice(1), reader.match(/[\s\d,]*/y)?.[0].replace(/\s+/g, '') ?? '');
      if (word === '.pragma') reader.at = endOfStatement(reader.text, reader.at);
    }
  }
}

/** Behind the brace that closes what was opened before `at`. */
function closingBrace(text: string, at: number): number {
  const brace = /[{}]/g;
  brace.lastIndex = at;
  let depth = 1;
  for (let match = brace.exec(text); match; match = brace.exec(text)) {
    depth += match[0] === '{' ? 1 : -1;
    if (depth === 0) return brace.lastIndex;
  }
  return text.length;
}

function endOfStatement(text: string, at: number): number {
  const end = text.indexOf(';', at);
  return end < 0 ? text.length : end + 1;
}

function behindParenthesis(text: string, at: number): number {
  const end = text.indexOf(')', at);
  return end < 0 ? text.length : end + 1;
}
