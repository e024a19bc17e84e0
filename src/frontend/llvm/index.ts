/**
 * Reads LLVM's textual IR, as clang 22 prints it, into a {@link Program}.
 * In: the text of one module. Out: the program, and what could not be read.
 * It never throws: an instruction that it cannot read is `unknown`, everything else that it cannot read is a problem.
 * Time is linear in the text; function bodies are read after everything that they refer to has been located.
 */

import type { GlobalVariable, Program, ProgramFunction } from '../../ir/program.ts';
import { AttributeGroups } from './attributes.ts';
import { type ModuleContext, readDeclaration, readDefinition, unreadableDefinition } from './functions.ts';
import { readGlobal } from './globals.ts';
import { Metadata } from './metadata.ts';
import { Char, Cursor, isDigit, Unreadable } from './scanner.ts';
import { TypeTable } from './types.ts';
import { constantScope } from './values.ts';

/** More problems than this are only counted: a file of garbage must not turn into a report of garbage. */
const MAX_PROBLEMS = 100;

/**
 * Reads the text of a module. See the head of this file.
 * @param warpSize what the text does not say: how many threads a warp of the machine has (`frontend/warp-size.ts`)
 */
export function readModule(text: string, warpSize = 32): { program: Program; problems: string[] } {
  const problems = new Problems(text);
  const module = new Module(text, problems);
  try {
    module.read();
  } catch (failure) {
    problems.add(0, `internal error: ${String(failure)}`);
  }
  return { program: module.program(warpSize), problems: problems.list() };
}

class Problems {
  readonly #text: string;
  readonly #list: string[] = [];
  #more = 0;

  constructor(text: string) {
    this.#text = text;
  }

  add(position: number, message: string): void {
    if (this.#list.length >= MAX_PROBLEMS) {
      this.#more++;
      return;
    }
    let line = 1;
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < position; at = this.#text.indexOf('\n', at + 1)) line++;
    this.#list.push(`line ${line}: ${message}`);
  }

  list(): string[] {
    return this.#more > 0 ? [...this.#list, `${this.#more} more problems`] : this.#list;
  }
}

/** Where `needle` occurs, asked for at growing positions: the text is searched once, even when it does not occur. */
class Occurrences {
  readonly #text: string;
  readonly #needle: string;
  #found = -1;

  constructor(text: string, needle: string) {
    this.#text = text;
    this.#needle = needle;
  }

  /** The first occurrence at or after `position`; the length of the text when there is none. */
  after(position: number): number {
    if (this.#found < position) {
      const at = this.#text.indexOf(this.#needle, position);
      this.#found = at < 0 ? this.#text.length : at;
    }
    return this.#found;
  }
}

/** The module while it is read: first every line at the margin, then globals and functions. */
class Module {
  readonly #text: string;
  readonly #problems: Problems;
  readonly #cursor: Cursor;
  readonly #types: TypeTable;
  readonly #metadata: Metadata;
  readonly #attributes: AttributeGroups;
  readonly #functions = new Map<string, ProgramFunction>();
  readonly #globals = new Map<string, GlobalVariable>();
  readonly #aliases = new Map<string, string>();
  readonly #globalPositions: number[] = [];
  /** Functions in the order of the text; `end` is null for declarations. */
  readonly #functionPositions: { readonly start: number; readonly end: number | null }[] = [];
  readonly #bodyEnds: Occurrences;
  readonly #bodyStarts: Occurrences;
  #annotations: number | null = null;
  #triple = '';

  constructor(text: string, problems: Problems) {
    this.#text = text;
    this.#problems = problems;
    this.#cursor = new Cursor(text);
    this.#types = new TypeTable(text);
    this.#metadata = new Metadata(text);
    this.#attributes = new AttributeGroups(text);
    this.#bodyEnds = new Occurrences(text, '\n}');
    this.#bodyStarts = new Occurrences(text, '\ndefine ');
  }

  program(warpSize: number): Program {
    return {
      files: this.#metadata.files,
      triple: this.#triple,
      warpSize,
      functions: this.#functions,
      globals: this.#globals,
      aliases: this.#aliases,
    };
  }

  read(): void {
    const cursor = this.#cursor;
    while (cursor.position < this.#text.length) {
      const start = cursor.position;
      this.#guarded(start, () => this.#topLevel(start));
      // A definition moves the cursor behind its body; everything else is one line.
      cursor.nextLine();
    }
    const scope = constantScope(cursor, this.#types);
    for (const position of this.#globalPositions) {
      this.#guarded(position, () => {
        const global = readGlobal(scope);
        if (global.kind === 'variable') this.#globals.set(global.variable.name, global.variable);
        else this.#aliases.set(global.name, global.target);
      });
    }
    const context: ModuleContext = {
      cursor,
      types: this.#types,
      metadata: this.#metadata,
      attributes: this.#attributes,
      problem: (position, message) => this.#problems.add(position, message),
    };
    for (const { start, end } of this.#functionPositions) {
      const read = this.#guarded(start, () => {
        const fn = end === null ? readDeclaration(context) : readDefinition(context, end);
        this.#functions.set(fn.name, fn);
      });
      if (read || end === null) continue;
      const lineEnd = this.#text.indexOf('\n', start);
      const placeholder = unreadableDefinition(this.#text.slice(start, lineEnd < 0 ? undefined : lineEnd));
      if (placeholder) this.#functions.set(placeholder.name, placeholder);
    }
    this.#markAnnotatedKernels();
  }

  /** Runs `read` with the cursor at `start`; a failure becomes a problem. */
  #guarded(start: number, read: () => void): boolean {
    this.#cursor.position = start;
    this.#cursor.depth = 0;
    try {
      read();
      return true;
    } catch (failure) {
      const reason = failure instanceof Unreadable ? failure.reason : `internal error: ${String(failure)}`;
      this.#problems.add(start, `${reason} in '${this.#cursor.excerpt(start)}'`);
      this.#cursor.position = start;
      return false;
    }
  }

  #topLevel(start: number): void {
    const cursor = this.#cursor;
    switch (cursor.peek()) {
      case Char.newline:
      case Char.semicolon:
      case Char.dollar: // comdats
      case 94: // ^, the summary
        return;
      case Char.at:
        this.#globalPositions.push(start);
        return;
      case Char.percent: {
        cursor.position++;
        const name = cursor.name();
        cursor.expect(Char.equals);
        cursor.expectWord('type');
        this.#types.declare(name, cursor.position);
        return;
      }
      case Char.bang:
        this.#metadataLine();
        return;
    }
    if (cursor.position < this.#text.length) this.#topLevelWord(start);
  }

  /** A line at the margin that starts with a word. */
  #topLevelWord(start: number): void {
    const cursor = this.#cursor;
    switch (cursor.word()) {
      case 'define':
        this.#definition(start);
        return;
      case 'declare':
        this.#functionPositions.push({ start, end: null });
        return;
      case 'attributes': {
        cursor.expect(Char.hash);
        const id = cursor.natural();
        cursor.expect(Char.equals);
        cursor.peek();
        this.#attributes.declare(id, cursor.position);
        return;
      }
      case 'target': {
        const property = cursor.word();
        cursor.expect(Char.equals);
        const value = cursor.quoted();
        if (property === 'triple') this.#triple = value;
        return;
      }
      case 'source_filename': {
        cursor.expect(Char.equals);
        const file = cursor.quoted();
        // The main file comes first, whether or not anything in it has a location.
        if (file !== '') this.#metadata.file(file);
        return;
      }
      case 'module': // assembly
      case 'uselistorder':
      case 'uselistorder_bb':
        return;
    }
    throw new Unreadable('an unknown line');
  }

  #metadataLine(): void {
    const cursor = this.#cursor;
    cursor.position++;
    const id = cursor.name();
    cursor.expect(Char.equals);
    cursor.peek();
    if (isDigit(id.charCodeAt(0))) this.#metadata.declare(id, cursor.position);
    else if (id === 'nvvm.annotations') {
      this.#metadata.declare(id, cursor.position);
      this.#annotations = cursor.position;
    }
  }

  /** Notes a definition and moves to the last line of its body. */
  #definition(start: number): void {
    const brace = this.#bodyEnds.after(start);
    // Without its closing brace a body must not swallow the next function.
    const next = this.#bodyStarts.after(start);
    let end = brace + 1;
    if (next < brace || brace >= this.#text.length) {
      end = next;
      this.#problems.add(start, `no end of '${this.#cursor.excerpt(start)}'`);
    }
    this.#functionPositions.push({ start, end });
    this.#cursor.position = end;
  }

  /** Older clangs mark kernels by `!nvvm.annotations = !{!0}` with `!0 = !{ptr @k, !"kernel", i32 1}`. */
  #markAnnotatedKernels(): void {
    if (this.#annotations === null) return;
    for (const reference of this.#metadata.tuple('nvvm.annotations')) {
      const [symbol, ...properties] = this.#metadata.tuple(reference.slice(1));
      if (!symbol?.startsWith('@')) continue;
      const fn = this.#functions.get(new Cursor(symbol, 1).name());
      if (!fn || fn.isKernel) continue;
      for (let at = 0; at + 1 < properties.length; at += 2) {
        if (properties[at] === '!"kernel"' && properties[at + 1] !== '0') {
          this.#functions.set(fn.name, { ...fn, isKernel: true });
        }
      }
    }
  }
}
