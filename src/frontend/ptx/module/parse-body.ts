/** The body of a function: its registers and variables, labels and instructions, each with its place. */
import { excerpt, OperandReader, type PtxOperand, UnsupportedPtx } from '../operands.ts';
import { Declarations } from './declarations.ts';
import type { LocPlace, PtxFunction, PtxItem, PtxVariable, Scope, Space } from './model.ts';
import type { Lines } from './text.ts';

const MAX_ITEMS = 1 << 19;
const MAX_REGISTERS = 1 << 18;
const MAX_SCOPES = 256;
const MAX_INLINED = 64;

const WORD = /\.[A-Za-z_]\w*/y;
const NAME = /[A-Za-z_$%][\w$]*/y;
const LABEL = /([A-Za-z_$%][\w$]*)\s*:(?!:)/y;
const LOC = /\s*(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})/y;
const INLINED_AT =
  /\s*,\s*function_name\s+[\w$]+(?:\s*\+\s*\d+)?\s*,\s*inlined_at\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})/y;
const REGISTERS = /^\s*(?:\.v[24]\s*)?\.(\w+)\s+(\S[\s\S]*)$/;
const DECLARED = /^([A-Za-z_$%][\w$]*)(?:\s*<\s*(\d{1,6})\s*>)?$/;
const SPACES: ReadonlyMap<string, Space> = new Map([
  ['.shared', 'shared'],
  ['.local', 'local'],
  ['.param', 'param'],
  ['.global', 'global'],
  ['.const', 'const'],
]);

type Body = Pick<PtxFunction, 'registers' | 'variables' | 'items' | 'end'>;

export class BodyParser {
  readonly #reader: OperandReader;
  readonly #lines: Lines;
  readonly #problem: (offset: number, message: string) => void;
  readonly #registers: string[] = [];
  readonly #variables: PtxVariable[] = [];
  readonly #items: PtxItem[] = [];
  readonly #names = new Set<string>();
  /** The last `.loc` of each place, for those that were put in place of a call there. */
  readonly #locs = new Map<string, LocPlace>();
  #scope: Scope = newScope(null);
  #depth = 1;
  #loc: LocPlace | null = null;

  constructor(text: string, start: number, lines: Lines, problem: (offset: number, message: string) => void) {
    const resolve = (name: string) => this.#named(name);
    this.#reader = new OperandReader(text, { pattern: NAME, resolve, hasPlaceholders: false });
    this.#reader.at = start;
    this.#lines = lines;
    this.#problem = problem;
  }

  /** Up to and with the brace that closes the body. */
  parse(): Body {
    const reader = this.#reader;
    for (;;) {
      reader.space();
      const start = reader.at;
      const next = reader.text[start];
      if (next === undefined) {
        this.#problem(start, 'a body without end');
        break;
      }
      try {
        if (next === '}') {
          reader.at++;
          if (--this.#depth === 0) break;
          this.#scope = this.#scope.parent ?? this.#scope;
        } else if (next === '{') this.#open();
        else if (next === ';') reader.at++;
        else if (next === '.') this.#directive();
        else if (!this.#label()) this.#instruction();
      } catch (error) {
        if (!(error instanceof UnsupportedPtx)) throw error;
        this.#problem(start, error.message);
        this.#skip(start);
      }
    }
    return {
      registers: this.#registers,
      variables: this.#variables,
      items: this.#items,
      end: reader.at,
    };
  }

  #open(): void {
    if (this.#depth >= MAX_SCOPES) throw new UnsupportedPtx('braces nest too deep');
    this.#reader.at++;
    this.#depth++;
    this.#scope = newScope(this.#scope);
  }

  /** To behind the semicolon, but not out of the braces. */
  #skip(start: number): void {
    const end = /[;{}]/g;
    end.lastIndex = Math.max(start + 1, this.#reader.at);
    const found = end.exec(this.#reader.text);
    this.#reader.at = found === null ? this.#reader.text.length : found.index + (found[0] === ';' ? 1 : 0);
  }

  // ---- directives --------------------------------------------------------------------------------------------------

  #directive(): void {
    const reader = this.#reader;
    const word = reader.match(WORD)?.[0] ?? '';
    if (word === '.loc') {
      this.#place();
      return;
    }
    if (word === '.reg') {
      this.#declareRegisters();
      return;
    }
    const space = SPACES.get(word);
    if (space !== undefined) {
      for (const variable of new Declarations(reader).variables(space, false)) this.#declareVariable(variable);
      return;
    }
    if (word === '.section' || word === '.file') throw new UnsupportedPtx(`'${word}' within a function`);
    // Hints to the assembler, such as `.pragma "nounroll";`.
    this.#skip(reader.at);
  }

  /** `.loc 1 23 5, function_name $L__info_string0, inlined_at 1 40 3` */
  #place(): void {
    const match = this.#reader.match(LOC);
    if (!match) throw new UnsupportedPtx('.loc without file, line and column');
    const [file, line, column] = [Number(match[1]), Number(match[2]), Number(match[3])];
    const outer = this.#reader.match(INLINED_AT);
    const at = outer && this.#calledAt(Number(outer[1]), Number(outer[2]), Number(outer[3]));
    const place: LocPlace = { file, line, column, inlinedAt: at };
    this.#locs.set(`${file} ${line} ${column}`, place);
    // Line 0 is what the compiler made up: it belongs to what comes before.
    if (line > 0 || this.#loc === null) this.#loc = line > 0 ? place : this.#loc;
  }

  /** A call's place, with those around it where that call was itself put in place of one. */
  #calledAt(file: number, line: number, column: number): LocPlace {
    const known = this.#locs.get(`${file} ${line} ${column}`);
    return known !== undefined && depthOf(known) < MAX_INLINED ? known : { file, line, column, inlinedAt: null };
  }

  /** `.reg .b32 %r<9>, %x;` */
  #declareRegisters(): void {
    const text = this.#reader.rest();
    this.#reader.at += text.length;
    const [, type, names] = REGISTERS.exec(text) ?? [];
    if (type === undefined || names === undefined) throw new UnsupportedPtx(`'.reg${excerpt(text)}' is not understood`);
    for (const declared of names.split(',')) {
      const [, name, digits] = DECLARED.exec(declared.trim()) ?? [];
      if (name === undefined) throw new UnsupportedPtx(`'.reg${excerpt(text)}' is not understood`);
      const count = digits === undefined ? null : Number(digits);
      if (this.#registers.length + (count ?? 1) > MAX_REGISTERS) throw new UnsupportedPtx('too many registers');
      this.#scope.registers.set(name, { first: this.#registers.length, count });
      for (let i = 0; i < (count ?? 1); i++) this.#registers.push(type);
    }
  }

  #declareVariable(variable: PtxVariable): void {
    if (this.#variables.length >= MAX_REGISTERS) throw new UnsupportedPtx('too many variables');
    const name = this.#unique(variable.name);
    this.#scope.variables.set(variable.name, name);
    this.#variables.push({ ...variable, name });
  }

  /** Braces may declare names that other braces have as well. */
  #unique(name: string): string {
    let unique = name;
    for (let i = 1; this.#names.has(unique); i++) unique = `${name}#${this.#names.size + i}`;
    this.#names.add(unique);
    return unique;
  }

  #named(name: string): PtxOperand | null {
    for (let scope: Scope | null = this.#scope; scope !== null; scope = scope.parent) {
      const register = registerIn(scope, name);
      if (register !== null) return { kind: 'register', register };
      const variable = scope.variables.get(name);
      if (variable !== undefined) return { kind: 'symbol', name: variable };
    }
    return name.startsWith('%') || name === '_' || name === 'WARP_SZ' ? null : { kind: 'symbol', name };
  }

  // ---- labels and instructions ---------------------------------------------------------------------------------------

  /** `name:`, or `name: .branchtargets a, b;`. */
  #label(): boolean {
    const reader = this.#reader;
    const name = reader.match(LABEL)?.[1];
    if (name === undefined) return false;
    reader.space();
    const start = reader.at;
    const word = reader.match(WORD)?.[0];
    if (word === '.branchtargets' || word === '.callprototype' || word === '.calltargets') {
      const rest = reader.rest();
      reader.at += rest.length;
      const list = rest.split(',').map((target) => target.trim());
      if (word === '.branchtargets') this.#scope.targets.set(name, list);
      return true;
    }
    reader.at = start;
    this.#bounded();
    const unique = this.#unique(`label ${name}`);
    this.#scope.labels.set(name, unique);
    this.#items.push({ kind: 'label', name: unique });
    return true;
  }

  #bounded(): void {
    if (this.#items.length < MAX_ITEMS) return;
    this.#reader.at = this.#reader.text.length;
    throw new UnsupportedPtx(`more than ${MAX_ITEMS} instructions in a function`);
  }

  #instruction(): void {
    const reader = this.#reader;
    this.#bounded();
    const start = reader.at;
    const guard = reader.guard();
    const opcode = reader.opcode();
    let operands: PtxOperand[] = [];
    let unreadable: string | null = null;
    if (!reader.accept(';')) {
      try {
        operands = reader.operands();
        if (!reader.accept(';')) throw new UnsupportedPtx('operands that are not understood');
      } catch (error) {
        if (!(error instanceof UnsupportedPtx)) throw error;
        unreadable = error.message;
        // Braces of an operand are none of the body's.
        const end = reader.text.indexOf(';', reader.at);
        reader.at = end < 0 ? reader.text.length : end + 1;
      }
    }
    this.#items.push({
      kind: 'instruction',
      guard,
      opcode,
      words: opcode.split('.'),
      operands,
      unreadable,
      line: this.#lines.at(start),
      loc: this.#loc,
      scope: this.#scope,
      start,
      end: reader.at,
    });
  }
}

function newScope(parent: Scope | null): Scope {
  return { parent, labels: new Map(), targets: new Map(), registers: new Map(), variables: new Map() };
}

/** A register by its name, or by the name of its row and its number: `%r7` of `%r<9>`. */
function registerIn({ registers }: Scope, name: string): number | null {
  const single = registers.get(name);
  if (single?.count === null) return single.first;
  const digits = /(?:0|[1-9]\d{0,6})$/.exec(name)?.[0] ?? '';
  // `%r10` may also be the first of `%r1<…>`: all splits are tried.
  for (let length = digits.length; length > 0; length--) {
    const row = registers.get(name.slice(0, -length));
    const at = Number(name.slice(-length));
    if (row !== undefined && row.count !== null && at < row.count && String(at) === name.slice(-length)) {
      return row.first + at;
    }
  }
  return null;
}

function depthOf(place: LocPlace): number {
  let depth = 0;
  for (let outer = place.inlinedAt; outer !== null; outer = outer.inlinedAt) depth++;
  return depth;
}

/** The label that a name means in those braces; null: none. */
export function labelIn(scope: Scope, name: string): string | null {
  for (let around: Scope | null = scope; around !== null; around = around.parent) {
    const label = around.labels.get(name);
    if (label !== undefined) return label;
  }
  return null;
}

/** What `.branchtargets` lists under that name. */
export function targetsIn(scope: Scope, name: string): readonly string[] | null {
  for (let around: Scope | null = scope; around !== null; around = around.parent) {
    const targets = around.targets.get(name);
    if (targets !== undefined) return targets;
  }
  return null;
}
