/**
 * The text of inline assembly, as LLVM keeps it (`$0` for an operand, `$$` for a dollar), read as PTX. In: one text. Out:
 * its statements in order, names of registers resolved, or why it could not be read. What an instruction means is not
 * known here.
 */
import { excerpt, OperandReader, type PtxOperand, UnsupportedPtx } from './operands.ts';

export interface PtxStatement {
  /** `@p` or `@!p`. */
  readonly guard: { readonly operand: PtxOperand; readonly isNegated: boolean } | null;
  /** All of the instruction's name, e.g. `ld.global.u32`. */
  readonly opcode: string;
  /** The name at its dots: `ld`, `global`, `u32`. */
  readonly words: readonly string[];
  readonly operands: readonly PtxOperand[];
  /** It stands in a loop that does nothing but repeat it until its result is true. */
  readonly isSpin?: boolean;
  /** Of a copy: the barrier object that has been told to wait for it. */
  readonly barrier?: PtxOperand;
}

export interface PtxText {
  readonly statements: readonly PtxStatement[];
  /** The type of each declared register, e.g. `u32`. */
  readonly registers: readonly string[];
}

/** An instruction that there is no model of. */
export function notModelled(opcode: string): UnsupportedPtx {
  return new UnsupportedPtx(`'${excerpt(opcode)}' is not modelled`);
}

/** Longer than anything people write by hand; generated matrix code has a few thousand characters. */
const MAX_CHARACTERS = 1 << 16;
const MAX_STATEMENTS = 1024;
const MAX_REGISTERS = 1024;
const MAX_SCOPES = 32;

/** @throws UnsupportedPtx */
export function parsePtx(text: string): PtxText {
  if (text.length > MAX_CHARACTERS) throw new UnsupportedPtx(`a text of ${text.length} characters`);
  if (text.includes('\0')) throw new UnsupportedPtx('a text with a NUL character');
  return new Parser(withoutComments(text)).parse();
}

function withoutComments(text: string): string {
  let plain = '';
  let from = 0;
  for (;;) {
    const slash = text.indexOf('/', from);
    const next = slash < 0 ? '' : text[slash + 1];
    if (next !== '/' && next !== '*') {
      plain += slash < 0 ? text.slice(from) : text.slice(from, slash + 1);
      if (slash < 0) return plain;
      from = slash + 1;
      continue;
    }
    plain += `${text.slice(from, slash)} `;
    const end = next === '/' ? text.indexOf('\n', slash) : text.indexOf('*/', slash + 2);
    if (end < 0) {
      if (next === '*') throw new UnsupportedPtx('a comment without end');
      return plain;
    }
    from = next === '/' ? end : end + 2;
  }
}

/** `${:uid}` is a number that the compiler makes, another one for each copy of the text. */
const LABEL = /([A-Za-z_$%](?:\$\{:uid\}|[\w$])*)\s*:(?!:)/y;
const TARGET = /\s*([A-Za-z_$%](?:\$\{:uid\}|[\w$])*)/y;
const BRANCH = /^bra(?:\.uni)?$/;
const NAME = /%?[A-Za-z_]\w*/y;
const DECLARATION = /^\.reg\s*\.(\w+)\s+(\S.*)$/s;
const DECLARED = /^(%?[A-Za-z_]\w*)(?:\s*<\s*(\d{1,4})\s*>)?$/;

class Parser {
  readonly #reader: OperandReader;
  readonly #scopes: Map<string, number>[] = [new Map()];
  readonly #registers: string[] = [];
  readonly #statements: PtxStatement[] = [];
  /** What stands behind each label: the number of a statement. */
  readonly #labels = new Map<string, number>();
  /** Where branches lead, by the number of the statement. */
  readonly #branches = new Map<number, string>();

  constructor(text: string) {
    const resolve = (name: string) => this.#declared(name);
    this.#reader = new OperandReader(text, { pattern: NAME, resolve, hasPlaceholders: true });
  }

  parse(): PtxText {
    const reader = this.#reader;
    for (;;) {
      reader.space();
      const next = reader.text[reader.at];
      if (next === undefined) break;
      if (next === '{') {
        if (this.#scopes.length > MAX_SCOPES) throw new UnsupportedPtx('braces nest too deep');
        this.#scopes.push(new Map());
        reader.at++;
      } else if (next === '}') {
        if (this.#scopes.length === 1) throw new UnsupportedPtx('a brace that nothing opens');
        this.#scopes.pop();
        reader.at++;
      } else if (next === ';') reader.at++;
      else if (next === '.') this.#directive();
      else this.#statement();
    }
    if (this.#scopes.length > 1) throw new UnsupportedPtx('a brace that nothing closes');
    return { statements: this.#withoutSpins(), registers: this.#registers };
  }

  /**
   * The only branches that are understood: those of a loop around one instruction that asks whether a barrier is over.
   * @throws UnsupportedPtx for others
   */
  #withoutSpins(): readonly PtxStatement[] {
    if (this.#labels.size === 0 && this.#branches.size === 0) return this.#statements;
    const leadsTo = (from: number, to: number) => {
      const label = this.#branches.get(from);
      return label !== undefined && this.#labels.get(label) === to;
    };
    const left = new Map(this.#statements.entries());
    for (const [at, statement] of this.#statements.entries()) {
      const [done] = statement.operands;
      const exit = this.#statements[at + 1];
      if (!/^mbarrier\.(?:try|test)_wait\b/.test(statement.opcode) || done?.kind !== 'register') continue;
      const asks = exit?.guard?.operand.kind === 'register' && exit.guard.operand.register === done.register;
      if (!asks || statement.guard !== null) continue;
      const repeats = exit.guard?.isNegated && leadsTo(at + 1, at);
      const leaves = !exit.guard?.isNegated && leadsTo(at + 1, at + 3) && leadsTo(at + 2, at);
      const isSimple = leaves && this.#statements[at + 2]?.guard === null;
      if (!repeats && !isSimple) continue;
      left.set(at, { ...statement, isSpin: true });
      left.delete(at + 1);
      if (isSimple) left.delete(at + 2);
    }
    const statements = [...left.values()];
    const branch = statements.find(({ opcode }) => BRANCH.test(opcode));
    if (branch) throw new UnsupportedPtx('a branch');
    return statements;
  }

  /** `.reg .u32 a, b<4>;` */
  #directive(): void {
    const text = this.#reader.rest();
    this.#reader.at += text.length;
    const [, type, names] = DECLARATION.exec(text) ?? [];
    if (type === undefined || names === undefined) throw notModelled(text);
    for (const declared of names.split(',')) {
      const [, name, count] = DECLARED.exec(declared.trim()) ?? [];
      if (name === undefined) throw new UnsupportedPtx(`'${excerpt(text)}' is not understood`);
      if (count === undefined) this.#declare(name, type);
      else for (let i = 0; i < Number(count); i++) this.#declare(`${name}${i}`, type);
    }
  }

  #declare(name: string, type: string): void {
    if (this.#registers.length >= MAX_REGISTERS) throw new UnsupportedPtx('too many registers');
    this.#scopes.at(-1)!.set(name, this.#registers.length);
    this.#registers.push(type);
  }

  #declared(name: string): PtxOperand | null {
    for (const scope of this.#scopes.toReversed()) {
      const register = scope.get(name);
      if (register !== undefined) return { kind: 'register', register };
    }
    return null;
  }

  #statement(): void {
    const reader = this.#reader;
    if (this.#statements.length >= MAX_STATEMENTS) throw new UnsupportedPtx('too many instructions');
    const label = reader.match(LABEL)?.[1];
    if (label !== undefined) {
      this.#labels.set(label, this.#statements.length);
      return;
    }
    const guard = reader.guard();
    const opcode = reader.opcode();
    let operands: PtxOperand[] = [];
    const target = BRANCH.test(opcode) ? reader.match(TARGET)?.[1] : undefined;
    if (target !== undefined) this.#branches.set(this.#statements.length, target);
    reader.space();
    if (!this.#atEnd()) {
      try {
        operands = reader.operands();
      } catch (error) {
        if (!(error instanceof UnsupportedPtx)) throw error;
        throw new UnsupportedPtx(`'${excerpt(opcode)}' with ${error.message}`);
      }
    }
    reader.space();
    if (!this.#atEnd()) throw new UnsupportedPtx(`'${excerpt(opcode)}' with operands that are not understood`);
    this.#statements.push({ guard, opcode, words: opcode.split('.'), operands });
  }

  /** The last statement of a text does without its semicolon. */
  #atEnd(): boolean {
    const next = this.#reader.text[this.#reader.at];
    return next === undefined || next === ';' || (next === '}' && this.#scopes.length > 1);
  }
}
