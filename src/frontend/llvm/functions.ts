/** Functions: the header, then the body block by block. */

import type { Block, Parameter, ProgramFunction, SourceLocation, Type } from '../../ir/program.ts';
import { type AttributeGroups, readAttribute } from './attributes.ts';
import { skipAttribute } from './calls.ts';
import { readStatement, unknownInstruction } from './instructions.ts';
import type { Metadata } from './metadata.ts';
import { functionName } from './names.ts';
import { Char, type Cursor, isDigit, isWordCharacter, Unreadable } from './scanner.ts';
import type { BodyScope, MutableInstruction, MutableTerminator, Statement } from './statement.ts';
import { isTerminator } from './terminators.ts';
import { atType, readType, type TypeTable, unknownType, voidType } from './types.ts';
import { constantScope, readTypedValue, registerName, skipMetadata } from './values.ts';

/** What reading a function needs of its module. */
export interface ModuleContext {
  readonly cursor: Cursor;
  readonly types: TypeTable;
  readonly metadata: Metadata;
  readonly attributes: AttributeGroups;
  problem(position: number, message: string): void;
}

const KERNEL_CONVENTIONS = new Set(['ptx_kernel', 'spir_kernel', 'amdgpu_kernel']);

/** Function metadata that says how a kernel may be launched; kept among its attributes, `"64,1,1"`. */
const LAUNCH_METADATA = new Set(['reqd_work_group_size', 'work_group_size_hint', 'intel_reqd_sub_group_size']);

interface Header {
  readonly name: string;
  readonly isKernel: boolean;
  readonly returnType: Type;
  readonly parameters: readonly Parameter[];
  /** The registers' keys of the parameters, null where one has no name. */
  readonly registers: readonly (string | null)[];
  readonly variadic: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly subprogram: string | null;
}

/** Reads a `declare` line from that word on. */
export function readDeclaration(context: ModuleContext): ProgramFunction {
  return finish(context, readHeader(context), [], 0, false);
}

/** Reads a `define` from that word on; `end` is where its body ends. */
export function readDefinition(context: ModuleContext, end: number): ProgramFunction {
  const { cursor } = context;
  const header = readHeader(context);
  cursor.expect(Char.openBrace);
  const body = new Body(context, header, end);
  const blocks = body.read();
  return finish(context, header, blocks, body.registerCount, true);
}

/**
 * What stands for a definition whose header could not be read, so that the function does not vanish: its name, and a
 * body that nobody can analyse.
 */
export function unreadableDefinition(line: string): ProgramFunction | null {
  const name = /@(?:"([^"]+)"|([-\w$.]+))/.exec(line);
  const symbol = name?.[1] ?? name?.[2];
  if (symbol === undefined) return null;
  const text = line.slice(0, 160);
  return {
    name: symbol,
    sourceName: functionName(symbol, null),
    isKernel: /\b(?:ptx|spir|amdgpu)_kernel\b/.test(line),
    isDefinition: true,
    returnType: unknownType,
    parameters: [],
    variadic: false,
    blocks: [{ label: 'entry', instructions: [], terminator: { op: 'unknown', text, location: null } }],
    registerCount: 0,
    location: null,
    attributes: new Map(),
  };
}

function finish(
  context: ModuleContext,
  header: Header,
  blocks: readonly Block[],
  registerCount: number,
  isDefinition: boolean,
): ProgramFunction {
  const subprogram = header.subprogram === null ? null : context.metadata.subprogram(header.subprogram);
  return {
    name: header.name,
    sourceName: functionName(header.name, subprogram?.name || null),
    isKernel: header.isKernel,
    isDefinition,
    returnType: header.returnType,
    parameters: header.parameters,
    variadic: header.variadic,
    blocks,
    registerCount: Math.max(registerCount, header.parameters.length),
    location: subprogram?.location ?? null,
    attributes: header.attributes,
  };
}

function readHeader(context: ModuleContext): Header {
  const { cursor, types } = context;
  cursor.word(); // define or declare
  const { isKernel, subprogram } = readPrefix(context);
  const returnType = readType(cursor, types);
  cursor.expect(Char.at);
  const name = cursor.name();
  const parameters = readParameters(context);
  const suffix = readSuffix(context);
  return {
    name,
    isKernel,
    returnType,
    ...parameters,
    attributes: suffix.attributes,
    subprogram: suffix.subprogram ?? subprogram,
  };
}

/** What stands before the type: linkage, visibility, calling convention, attributes of the result, and a declaration's metadata. */
function readPrefix(context: ModuleContext): Pick<Header, 'isKernel' | 'subprogram'> {
  const { cursor } = context;
  let isKernel = false;
  let subprogram: string | null = null;
  while (!atType(cursor)) {
    if (cursor.peek() === Char.bang) {
      subprogram = readFunctionMetadata(context, null) ?? subprogram;
      continue;
    }
    const before = cursor.position;
    if (KERNEL_CONVENTIONS.has(cursor.word())) {
      isKernel = true;
      continue;
    }
    cursor.position = before;
    skipAttribute(context);
  }
  return { isKernel, subprogram };
}

function readParameters(context: ModuleContext): Pick<Header, 'parameters' | 'registers' | 'variadic'> {
  const { cursor } = context;
  const parameters: Parameter[] = [];
  const registers: (string | null)[] = [];
  let variadic = false;
  cursor.expect(Char.open);
  if (cursor.accept(Char.close)) return { parameters, registers, variadic };
  do {
    if (cursor.peek() === Char.dot) {
      cursor.word(); // `...`
      variadic = true;
      break;
    }
    parameters.push(readParameter(context, parameters.length, registers));
  } while (cursor.accept(Char.comma));
  cursor.expect(Char.close);
  return { parameters, registers, variadic };
}

/** What stands between the parameters and the body: attributes, groups of them, and metadata. */
function readSuffix(context: ModuleContext): Pick<Header, 'attributes' | 'subprogram'> {
  const { cursor } = context;
  const attributes = new SharedAttributes();
  let subprogram: string | null = null;
  for (;;) {
    const code = cursor.peek();
    if (code === Char.openBrace || cursor.atLineEnd()) break;
    if (code === Char.hash) {
      cursor.position++;
      attributes.add(context.attributes.group(cursor.natural()));
    } else if (code === Char.bang) {
      const launch = new Map<string, string>();
      subprogram = readFunctionMetadata(context, launch) ?? subprogram;
      if (launch.size > 0) attributes.add(launch);
    } else if (!skipClause(context)) readAttribute(cursor, attributes.own());
  }
  return { attributes: attributes.all(), subprogram };
}

/** The attributes of a function. Nearly all functions have one group and nothing else: they share its map. */
class SharedAttributes {
  #shared: ReadonlyMap<string, string> | null = null;
  #own: Map<string, string> | null = null;

  add(attributes: ReadonlyMap<string, string>): void {
    if (this.#shared === null && this.#own === null) this.#shared = attributes;
    else for (const [key, value] of attributes) this.own().set(key, value);
  }

  /** A map to write to, with what was added so far. */
  own(): Map<string, string> {
    this.#own ??= new Map(this.#shared);
    return this.#own;
  }

  all(): ReadonlyMap<string, string> {
    return this.#own ?? this.#shared ?? new Map();
  }
}

/** Skips a clause behind the parameters that says nothing of what the function does; false: there is none. */
function skipClause({ cursor, types }: ModuleContext): boolean {
  if (cursor.peek() === Char.quote) return false;
  const before = cursor.position;
  switch (cursor.word()) {
    case 'personality':
    case 'prefix':
    case 'prologue':
      readTypedValue(constantScope(cursor, types));
      return true;
    case 'section':
    case 'partition':
    case 'gc':
      cursor.rawQuoted();
      return true;
    case 'unnamed_addr':
    case 'local_unnamed_addr':
      return true;
    case 'align':
      cursor.natural();
      return true;
    case 'comdat':
      if (cursor.peek() === Char.open) cursor.skipBalanced();
      return true;
  }
  cursor.position = before;
  return false;
}

/** Reads `!kind !7` of a header; answers the subprogram's id when it is that. */
function readFunctionMetadata(context: ModuleContext, launch: Map<string, string> | null): string | null {
  const { cursor, metadata } = context;
  cursor.expect(Char.bang);
  const kind = cursor.name();
  const referenced = cursor.peek() === Char.bang && isDigit(cursor.text.charCodeAt(cursor.position + 1));
  if (!referenced) {
    skipMetadata(cursor);
    return null;
  }
  cursor.position++;
  const id = cursor.word();
  if (LAUNCH_METADATA.has(kind)) launch?.set(kind, metadata.tuple(id).join(','));
  return kind === 'dbg' ? id : null;
}

function readParameter(context: ModuleContext, index: number, registers: (string | null)[]): Parameter {
  const { cursor, types } = context;
  const type = readType(cursor, types);
  let byValue: Type | null = null;
  let structReturn: Type | null = null;
  let noAlias = false;
  let name = `arg${index}`;
  let register: string | null = null;
  for (;;) {
    const code = cursor.peek();
    if (code === Char.comma || code === Char.close) break;
    if (code === Char.percent) {
      cursor.position++;
      register = registerName(cursor);
      if (!isDigit(register.charCodeAt(0))) name = register.startsWith('"') ? register.slice(1) : register;
      break;
    }
    const before = cursor.position;
    const word = code === Char.quote ? '' : cursor.word();
    if ((word === 'byval' || word === 'sret') && cursor.peek() === Char.open) {
      cursor.position++;
      const pointee = readType(cursor, types);
      cursor.expect(Char.close);
      if (word === 'byval') byValue = pointee;
      else structReturn = pointee;
    } else if (word === 'noalias') noAlias = true;
    else {
      cursor.position = before;
      skipAttribute(context);
    }
  }
  registers.push(register);
  return { name, type, byValue, structReturn, noAlias };
}

interface MutableBlock {
  label: string;
  instructions: MutableInstruction[];
  terminator: MutableTerminator;
}

/** The body of one function while it is read. It is the scope of its instructions. */
class Body implements BodyScope {
  readonly cursor: Cursor;
  readonly types: TypeTable;
  registerCount = 0;
  readonly #context: ModuleContext;
  readonly #end: number;
  readonly #registers = new Map<string, number>();
  /** Per register whether its definition has been read. */
  readonly #defined: boolean[] = [];
  readonly #blocks: MutableBlock[] = [];
  /** Provisional index of each label, in order of first mention. */
  readonly #labels = new Map<string, number>();
  /** Final index of each provisional one, -1 while the block has not been met. */
  readonly #order: number[] = [];
  /** The block being read, null between a terminator and the next label. */
  #current: MutableBlock | null = null;
  /** What the next unnamed value or block is called. */
  #unnamed = 0;

  constructor(context: ModuleContext, header: Header, end: number) {
    this.#context = context;
    this.cursor = context.cursor;
    this.types = context.types;
    this.#end = end;
    for (const key of header.registers) this.#define(key ?? String(this.#unnamed));
  }

  register(name: string): number {
    let register = this.#registers.get(name);
    if (register === undefined) {
      register = this.registerCount++;
      this.#registers.set(name, register);
      this.#defined.push(false);
    }
    return register;
  }

  block(label: string): number {
    let block = this.#labels.get(label);
    if (block === undefined) {
      block = this.#order.length;
      this.#labels.set(label, block);
      this.#order.push(-1);
    }
    return block;
  }

  location(id: string): SourceLocation | null {
    return this.#context.metadata.location(id);
  }

  read(): readonly Block[] {
    const { cursor } = this;
    const { text } = cursor;
    cursor.nextLine();
    while (cursor.position < this.#end) {
      const code = cursor.peek();
      if (code === Char.newline || code === Char.semicolon || !(code >= 0)) cursor.nextLine();
      else if (code === Char.hash)
        cursor.nextLine(); // a debug record
      else if (code === Char.closeBrace) break;
      else if (!this.#acceptLabel(text)) this.#statement();
    }
    cursor.position = Math.max(cursor.position, this.#end);
    this.#closeBlock();
    if (this.#blocks.length === 0) this.#block('0');
    this.#closeBlock();
    this.#resolveLabels();
    this.#declareMissingRegisters();
    return this.#blocks;
  }

  /** Reads `label:` when the line starts with one. No instruction starts with a word and a colon. */
  #acceptLabel(text: string): boolean {
    const { cursor } = this;
    const start = cursor.position;
    let at = start;
    let label: string;
    if (text.charCodeAt(at) === Char.quote) {
      try {
        label = registerName(cursor);
      } catch (failure) {
        if (!(failure instanceof Unreadable)) throw failure;
        cursor.position = start;
        return false;
      }
      at = cursor.position;
    } else {
      while (isWordCharacter(text.charCodeAt(at))) at++;
      label = text.slice(start, at);
    }
    if (at === start || text.charCodeAt(at) !== Char.colon) {
      cursor.position = start;
      return false;
    }
    cursor.position = at + 1;
    if (!cursor.atLineEnd()) {
      cursor.position = start;
      return false;
    }
    cursor.nextLine();
    this.#closeBlock();
    this.#block(label);
    return true;
  }

  #block(label: string): void {
    if (isDigit(label.charCodeAt(0))) this.#unnamed = Math.max(this.#unnamed, Number(label) + 1 || 0);
    const provisional = this.block(label);
    if (this.#order[provisional]! >= 0) {
      this.#context.problem(this.cursor.position, `a second block '${label}'`);
    } else this.#order[provisional] = this.#blocks.length;
    this.#current = {
      label,
      instructions: [],
      terminator: { op: 'unknown', text: 'a block without an end', location: null },
    };
    this.#blocks.push(this.#current);
  }

  #closeBlock(): void {
    if (!this.#current) return;
    this.#context.problem(this.cursor.position, `block '${this.#current.label}' has no end`);
    this.#current = null;
  }

  #statement(): void {
    const { cursor } = this;
    const start = cursor.position;
    // Code before the first label, or behind a terminator, belongs to a block named by the running number.
    if (!this.#current) this.#block(String(this.#unnamed));
    let key: string | null = null;
    let opcode = '';
    let statement: Statement;
    cursor.depth = 0;
    try {
      if (cursor.accept(Char.percent)) {
        key = registerName(cursor);
        cursor.expect(Char.equals);
      }
      opcode = cursor.word();
      const read = readStatement(this, opcode);
      if (read !== null) cursor.nextLine();
      statement = read ?? this.#unmodelled(start, opcode);
    } catch (failure) {
      if (!(failure instanceof Unreadable)) throw failure;
      this.#context.problem(start, `${failure.reason} in '${cursor.excerpt(start)}'`);
      statement = this.#unmodelled(start, opcode);
    }
    this.#append(statement, key);
  }

  /** Skips a statement and the deeper indented lines that continue it. */
  #unmodelled(start: number, opcode: string): Statement {
    const { cursor } = this;
    const line = cursor.excerpt(start);
    cursor.position = start;
    cursor.nextLine();
    const attachment = /!dbg !(\d+)/.exec(cursor.text.slice(start, cursor.position));
    const location = attachment ? this.location(attachment[1]!) : null;
    while (cursor.position < this.#end) {
      const lineStart = cursor.position;
      const code = cursor.peek();
      // Statements are indented by two blanks, their continuations by more, except for the `]` of a switch.
      const continues = cursor.position - lineStart > 3 || code === Char.closeBracket;
      cursor.position = lineStart;
      if (!continues) break;
      cursor.nextLine();
    }
    if (isTerminator(opcode)) {
      return { instruction: null, terminator: { op: 'unknown', text: line, location } };
    }
    return { instruction: unknownInstruction(line, location), terminator: null };
  }

  #append({ instruction, terminator }: Statement, key: string | null): void {
    const block = this.#current!;
    if (instruction) {
      if (key !== null) instruction.result = this.#define(key);
      else if (instruction.type !== voidType && instruction.type !== unknownType) {
        instruction.result = this.#define(String(this.#unnamed));
      }
      block.instructions.push(instruction);
    }
    if (terminator) {
      block.terminator = terminator;
      this.#current = null;
    }
  }

  #define(key: string): number {
    if (isDigit(key.charCodeAt(0))) this.#unnamed = Math.max(this.#unnamed, Number(key) + 1 || 0);
    let register = this.register(key);
    if (this.#defined[register]) {
      // Two definitions of one name: whoever reads the second one must not see the first one's register change.
      this.#context.problem(this.cursor.position, `a second definition of %${key}`);
      register = this.registerCount++;
      this.#registers.set(key, register);
      this.#defined.push(false);
    }
    this.#defined[register] = true;
    return register;
  }

  /** Replaces provisional block indices by final ones. A block that does not exist makes its user unknown. */
  #resolveLabels(): void {
    const order = this.#order;
    if (order.every((final, provisional) => final === provisional)) return;
    const missing = [...this.#labels].filter(([, block]) => order[block] === -1).map(([label]) => label);
    for (const label of missing) this.#context.problem(this.#end, `no block '${label}'`);
    for (const block of this.#blocks) {
      for (const [index, instruction] of block.instructions.entries()) {
        if (instruction.op !== 'phi') continue;
        const incoming = instruction.incoming.map(({ value, block: from }) => ({ value, block: order[from]! }));
        if (incoming.some(({ block: from }) => from < 0)) {
          const { result, type, location } = instruction;
          block.instructions[index] = { op: 'unknown', result, type, location, text: 'phi with a missing block' };
        } else instruction.incoming = incoming;
      }
      block.terminator = resolveTerminator(block.terminator, order);
    }
  }

  /** A register that is used and never defined makes the function one that cannot be analysed, visibly. */
  #declareMissingRegisters(): void {
    if (!this.#defined.includes(false)) return;
    const entry = this.#blocks[0]!;
    for (const [key, register] of this.#registers) {
      if (this.#defined[register]) continue;
      this.#context.problem(this.#end, `no definition of %${key}`);
      entry.instructions.unshift({ ...unknownInstruction(`no definition of %${key}`), result: register });
    }
  }
}

function resolveTerminator(terminator: MutableTerminator, order: readonly number[]): MutableTerminator {
  let complete = true;
  const final = (provisional: number): number => {
    const block = order[provisional]!;
    if (block < 0) complete = false;
    return block;
  };
  switch (terminator.op) {
    case 'br':
      terminator.target = final(terminator.target);
      break;
    case 'condbr':
      terminator.ifTrue = final(terminator.ifTrue);
      terminator.ifFalse = final(terminator.ifFalse);
      break;
    case 'switch':
      terminator.defaultTarget = final(terminator.defaultTarget);
      terminator.cases = terminator.cases.map(({ value, target }) => ({ value, target: final(target) }));
      break;
  }
  if (complete) return terminator;
  return { op: 'unknown', text: `${terminator.op} to a missing block`, location: terminator.location };
}
