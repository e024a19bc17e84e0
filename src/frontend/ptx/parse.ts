/**
 * The text of inline assembly, as LLVM keeps it (`$0` for an operand, `$$` for a dollar), read as PTX. In: one text. Out:
 * its statements in order, names of registers resolved, or why it could not be read. What an instruction means is not
 * known here.
 */

export type PtxOperand =
  /** `$3`: operand 3 of the assembly. */
  | { readonly kind: 'placeholder'; readonly index: number }
  /** A register that the text declares; an index into `PtxText.registers`. */
  | { readonly kind: 'register'; readonly register: number }
  /** `%tid.x`, without the percent sign. */
  | { readonly kind: 'special'; readonly name: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'floating'; readonly value: number }
  /** `[base + offset …]`; a subtracted or literal offset is in `displacement`. */
  | {
      readonly kind: 'address';
      readonly base: PtxOperand;
      readonly offsets: readonly PtxOperand[];
      readonly displacement: bigint;
    }
  | { readonly kind: 'vector'; readonly elements: readonly PtxOperand[] }
  /** `a|b`: two results. */
  | { readonly kind: 'pair'; readonly first: PtxOperand; readonly second: PtxOperand }
  | { readonly kind: 'not'; readonly operand: PtxOperand }
  /** `_`: a result that nobody wants. */
  | { readonly kind: 'sink' };

export interface PtxStatement {
  /** `@p` or `@!p`. */
  readonly guard: { readonly operand: PtxOperand; readonly isNegated: boolean } | null;
  /** All of the instruction's name, e.g. `ld.global.u32`. */
  readonly opcode: string;
  /** The name at its dots: `ld`, `global`, `u32`. */
  readonly words: readonly string[];
  readonly operands: readonly PtxOperand[];
}

export interface PtxText {
  readonly statements: readonly PtxStatement[];
  /** The type of each declared register, e.g. `u32`. */
  readonly registers: readonly string[];
}

/** Inline assembly that cannot be read or has no model; the message says what stands in the way. */
export class UnsupportedPtx extends Error {}

/** An instruction that there is no model of. */
export function notModelled(opcode: string): UnsupportedPtx {
  return new UnsupportedPtx(`'${excerpt(opcode)}' is not modelled`);
}

/** Longer than anything people write by hand; generated matrix code has a few thousand characters. */
const MAX_CHARACTERS = 1 << 16;
const MAX_STATEMENTS = 1024;
const MAX_REGISTERS = 1024;
const MAX_OPERANDS = 160;
const MAX_SCOPES = 32;
const SHOWN_CHARACTERS = 60;

/** @throws UnsupportedPtx */
export function parsePtx(text: string): PtxText {
  if (text.length > MAX_CHARACTERS) throw new UnsupportedPtx(`a text of ${text.length} characters`);
  if (text.includes('\0')) throw new UnsupportedPtx('a text with a NUL character');
  return new Parser(withoutComments(text)).parse();
}

/** `text` shortened for a message. */
export function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
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

const SPACE = /\s*/y;
const GUARD = /@\s*(!?)\s*/y;
const OPCODE = /[A-Za-z][\w.]*(?:::[\w.]+)*/y;
const LABEL = /[A-Za-z_$%][\w$]*\s*:(?!:)/y;
const NAME = /%?[A-Za-z_]\w*/y;
const AXIS = /\.[xyzw]\b/y;
const PLACEHOLDER = /\$(?:(\d{1,4})|\{(\d{1,4})\})/y;
const FLOAT_BITS = /0[fF]([0-9a-fA-F]{8})\b|0[dD]([0-9a-fA-F]{16})\b/y;
const DECIMAL = /\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y;
const INTEGER = /(0[xX][0-9a-fA-F]{1,32}|0[bB][01]{1,128}|\d{1,40})U?\b/y;
const DECLARATION = /^\.reg\s*\.(\w+)\s+(\S.*)$/s;
const DECLARED = /^(%?[A-Za-z_]\w*)(?:\s*<\s*(\d{1,4})\s*>)?$/;

class Parser {
  readonly #text: string;
  #at = 0;
  readonly #scopes: Map<string, number>[] = [new Map()];
  readonly #registers: string[] = [];
  readonly #statements: PtxStatement[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  parse(): PtxText {
    for (;;) {
      this.#match(SPACE);
      const next = this.#text[this.#at];
      if (next === undefined) break;
      if (next === '{') {
        if (this.#scopes.length > MAX_SCOPES) throw new UnsupportedPtx('braces nest too deep');
        this.#scopes.push(new Map());
        this.#at++;
      } else if (next === '}') {
        if (this.#scopes.length === 1) throw new UnsupportedPtx('a brace that nothing opens');
        this.#scopes.pop();
        this.#at++;
      } else if (next === ';') this.#at++;
      else if (next === '.') this.#directive();
      else this.#statement();
    }
    if (this.#scopes.length > 1) throw new UnsupportedPtx('a brace that nothing closes');
    return { statements: this.#statements, registers: this.#registers };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #accept(character: string): boolean {
    this.#match(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #rest(): string {
    const end = this.#text.indexOf(';', this.#at);
    return this.#text.slice(this.#at, end < 0 ? this.#text.length : end);
  }

  /** `.reg .u32 a, b<4>;` */
  #directive(): void {
    const text = this.#rest();
    this.#at += text.length;
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

  #statement(): void {
    if (this.#statements.length >= MAX_STATEMENTS) throw new UnsupportedPtx('too many instructions');
    const start = this.#at;
    if (this.#match(LABEL)) throw new UnsupportedPtx(`a label, '${excerpt(this.#text.slice(start, this.#at))}'`);
    const negation = this.#match(GUARD);
    const guard = negation ? { operand: this.#operand(), isNegated: negation[1] === '!' } : null;
    this.#match(SPACE);
    const opcode = this.#match(OPCODE)?.[0];
    if (opcode === undefined) throw new UnsupportedPtx(`'${excerpt(this.#rest())}' is no instruction of PTX`);
    const operands: PtxOperand[] = [];
    this.#match(SPACE);
    if (!this.#atEnd()) {
      try {
        do operands.push(this.#result());
        while (operands.length <= MAX_OPERANDS && this.#accept(','));
      } catch (error) {
        if (!(error instanceof UnsupportedPtx)) throw error;
        throw new UnsupportedPtx(`'${excerpt(opcode)}' with ${error.message}`);
      }
    }
    this.#match(SPACE);
    if (!this.#atEnd()) throw new UnsupportedPtx(`'${excerpt(opcode)}' with operands that are not understood`);
    this.#statements.push({ guard, opcode, words: opcode.split('.'), operands });
  }

  /** The last statement of a text does without its semicolon. */
  #atEnd(): boolean {
    const next = this.#text[this.#at];
    return next === undefined || next === ';' || (next === '}' && this.#scopes.length > 1);
  }

  /** An operand, or two with a bar in between. */
  #result(): PtxOperand {
    const first = this.#operand();
    return this.#accept('|') ? { kind: 'pair', first, second: this.#operand() } : first;
  }

  #operand(): PtxOperand {
    this.#match(SPACE);
    switch (this.#text[this.#at]) {
      case '$': {
        const match = this.#match(PLACEHOLDER);
        if (!match) throw new UnsupportedPtx(`'${excerpt(this.#rest())}'`);
        return { kind: 'placeholder', index: Number(match[1] ?? match[2]) };
      }
      case '[':
        this.#at++;
        return this.#address();
      case '{':
        this.#at++;
        return this.#vector();
      case '!':
        this.#at++;
        return { kind: 'not', operand: this.#plain() };
      default:
        return this.#plain();
    }
  }

  #vector(): PtxOperand {
    const elements: PtxOperand[] = [];
    do elements.push(this.#plain());
    while (elements.length <= MAX_OPERANDS && this.#accept(','));
    if (!this.#accept('}')) throw new UnsupportedPtx('a vector that is not understood');
    return { kind: 'vector', elements };
  }

  #address(): PtxOperand {
    const base = this.#plain();
    const offsets: PtxOperand[] = [];
    let displacement = 0n;
    for (;;) {
      if (this.#accept(']')) return { kind: 'address', base, offsets, displacement };
      const isSubtracted = this.#accept('-');
      if ((!isSubtracted && !this.#accept('+')) || offsets.length > 4) {
        throw new UnsupportedPtx('an address that is not understood');
      }
      const operand = this.#plain();
      if (operand.kind === 'integer') displacement += isSubtracted ? -operand.value : operand.value;
      else if (isSubtracted) throw new UnsupportedPtx('an address that is not understood');
      else offsets.push(operand);
    }
  }

  /** A register, a placeholder or a number. */
  #plain(): PtxOperand {
    this.#match(SPACE);
    if (this.#text[this.#at] === '$') return this.#operand();
    if (!this.#accept('-')) return this.#number() ?? this.#name();
    const number = this.#number();
    if (number?.kind === 'integer') return { kind: 'integer', value: -number.value };
    if (number?.kind === 'floating') return { kind: 'floating', value: -number.value };
    throw new UnsupportedPtx(`'-${excerpt(this.#rest())}'`);
  }

  #number(): PtxOperand | null {
    const bits = this.#match(FLOAT_BITS);
    if (bits) return { kind: 'floating', value: floatOfBits(bits[1], bits[2]) };
    const decimal = this.#match(DECIMAL);
    if (decimal) return { kind: 'floating', value: Number(decimal[0]) };
    const digits = this.#match(INTEGER)?.[1];
    if (digits === undefined) return null;
    const isOctal = /^0[0-7]+$/.test(digits);
    return { kind: 'integer', value: BigInt(isOctal ? `0o${digits.slice(1)}` : digits) };
  }

  #name(): PtxOperand {
    const name = this.#match(NAME)?.[0];
    if (name === undefined) throw new UnsupportedPtx(`'${excerpt(this.#rest())}'`);
    for (const scope of this.#scopes.toReversed()) {
      const register = scope.get(name);
      if (register !== undefined) return { kind: 'register', register };
    }
    if (name === '_') return { kind: 'sink' };
    if (name === 'WARP_SZ') return { kind: 'special', name: 'warpsize' };
    if (name.startsWith('%')) return { kind: 'special', name: `${name.slice(1)}${this.#match(AXIS)?.[0] ?? ''}` };
    throw new UnsupportedPtx(`the name '${excerpt(name)}', which the text does not declare`);
  }
}

function floatOfBits(single: string | undefined, double: string | undefined): number {
  const view = new DataView(new ArrayBuffer(8));
  if (single !== undefined) {
    view.setUint32(0, Number(`0x${single}`));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, BigInt(`0x${double}`));
  return view.getFloat64(0);
}
