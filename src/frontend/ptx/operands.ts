/**
 * Operands of PTX's instructions, read from text: of inline assembly and of whole modules, which differ in what a name may
 * stand for. Never reads beyond the text; what cannot be read is told by an exception.
 */

export type PtxOperand =
  /** `$3`: operand 3 of the assembly. */
  | { readonly kind: 'placeholder'; readonly index: number }
  /** A register that the text declares, by its number there. */
  | { readonly kind: 'register'; readonly register: number }
  /** `%tid.x`, without the percent sign. */
  | { readonly kind: 'special'; readonly name: string }
  /** Only in modules: a variable, a function, a parameter or a label. */
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'floating'; readonly value: number }
  /** `[base + offset …]`; a subtracted or literal offset is in `displacement`. */
  | {
      readonly kind: 'address';
      readonly base: PtxOperand;
      readonly offsets: readonly PtxOperand[];
      readonly displacement: bigint;
      /** `[texture, {x, y}]`: what stands behind the comma, such as where in a texture. */
      readonly coordinates?: PtxOperand;
    }
  | { readonly kind: 'vector'; readonly elements: readonly PtxOperand[] }
  /** `(a, b)`: what a call takes or gives; only in modules. */
  | { readonly kind: 'list'; readonly elements: readonly PtxOperand[] }
  /** `a|b`: two results. */
  | { readonly kind: 'pair'; readonly first: PtxOperand; readonly second: PtxOperand }
  | { readonly kind: 'not'; readonly operand: PtxOperand }
  /** `_`: a result that nobody wants. */
  | { readonly kind: 'sink' };

/** PTX that cannot be read or has no model; the message says what stands in the way. */
export class UnsupportedPtx extends Error {}

const SHOWN_CHARACTERS = 60;
const MAX_OPERANDS = 160;

/** `text` shortened for a message. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, 4 * SHOWN_CHARACTERS)
    .trim()
    .replace(/\s+/g, ' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

const SPACE = /\s*/y;
const GUARD = /@\s*(!?)\s*/y;
const OPCODE = /[A-Za-z][\w.]*(?:::[\w.]+)*/y;
const AXIS = /\.[xyzw]\b/y;
const PLACEHOLDER = /\$(?:(\d{1,4})|\{(\d{1,4})\})/y;
const FLOAT_BITS = /0[fF]([0-9a-fA-F]{8})\b|0[dD]([0-9a-fA-F]{16})\b/y;
const DECIMAL = /\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y;
const INTEGER = /(0[xX][0-9a-fA-F]{1,32}|0[bB][01]{1,128}|\d{1,40})U?\b/y;

/** What differs between inline assembly and modules. */
export interface OperandNames {
  /** A name, its sign included. */
  readonly pattern: RegExp;
  /** What a name stands for; null: nothing that the text declares. */
  readonly resolve: (name: string) => PtxOperand | null;
  /** `$0` stands for an operand of the assembly. */
  readonly hasPlaceholders: boolean;
}

/** A place in a text that moves on as operands are read. */
export class OperandReader {
  readonly text: string;
  at = 0;
  readonly #names: OperandNames;

  constructor(text: string, names: OperandNames) {
    this.text = text;
    this.#names = names;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  space(): void {
    this.match(SPACE);
  }

  accept(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  /** What is left of the statement. */
  rest(): string {
    const end = this.text.indexOf(';', this.at);
    return this.text.slice(this.at, end < 0 ? this.text.length : end);
  }

  /** The beginning of that, for messages. */
  ahead(): string {
    const [statement = ''] = this.text.slice(this.at, this.at + 4 * SHOWN_CHARACTERS).split(';');
    return excerpt(statement);
  }

  /** `@p` or `@!p`. */
  guard(): { readonly operand: PtxOperand; readonly isNegated: boolean } | null {
    const negation = this.match(GUARD);
    return negation ? { operand: this.operand(), isNegated: negation[1] === '!' } : null;
  }

  /** @throws UnsupportedPtx */
  opcode(): string {
    this.space();
    const opcode = this.match(OPCODE)?.[0];
    if (opcode === undefined) throw new UnsupportedPtx(`'${this.ahead()}' is no instruction of PTX`);
    return opcode;
  }

  /** @throws UnsupportedPtx */
  operands(): PtxOperand[] {
    const operands: PtxOperand[] = [];
    do operands.push(this.#result());
    while (operands.length <= MAX_OPERANDS && this.accept(','));
    return operands;
  }

  /** An operand, or two with a bar in between. */
  #result(): PtxOperand {
    const first = this.operand();
    return this.accept('|') ? { kind: 'pair', first, second: this.operand() } : first;
  }

  operand(): PtxOperand {
    this.space();
    switch (this.text[this.at]) {
      case '$':
        return this.#names.hasPlaceholders ? this.#placeholder() : this.#plain();
      case '(':
        this.at++;
        return { kind: 'list', elements: this.#list() };
      case '[':
        this.at++;
        return this.#address();
      case '{':
        this.at++;
        return this.#vector();
      case '!':
        this.at++;
        return { kind: 'not', operand: this.#plain() };
      default:
        return this.#plain();
    }
  }

  #placeholder(): PtxOperand {
    const match = this.match(PLACEHOLDER);
    if (!match) throw new UnsupportedPtx(`'${this.ahead()}'`);
    return { kind: 'placeholder', index: Number(match[1] ?? match[2]) };
  }

  #list(): PtxOperand[] {
    const elements: PtxOperand[] = [];
    if (this.accept(')')) return elements;
    do elements.push(this.#plain());
    while (elements.length <= MAX_OPERANDS && this.accept(','));
    if (!this.accept(')')) throw new UnsupportedPtx('a list that is not understood');
    return elements;
  }

  #vector(): PtxOperand {
    const elements: PtxOperand[] = [];
    do elements.push(this.#plain());
    while (elements.length <= MAX_OPERANDS && this.accept(','));
    if (!this.accept('}')) throw new UnsupportedPtx('a vector that is not understood');
    return { kind: 'vector', elements };
  }

  #address(): PtxOperand {
    const base = this.#plain();
    const offsets: PtxOperand[] = [];
    let displacement = 0n;
    for (;;) {
      if (this.accept(']')) return { kind: 'address', base, offsets, displacement };
      if (this.accept(',')) {
        const coordinates = this.operand();
        if (!this.accept(']')) throw new UnsupportedPtx('an address that is not understood');
        return { kind: 'address', base, offsets, displacement, coordinates };
      }
      const isSubtracted = this.accept('-');
      if ((!isSubtracted && !this.accept('+')) || offsets.length > 4) {
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
    this.space();
    if (this.text[this.at] === '$' && this.#names.hasPlaceholders) return this.#placeholder();
    if (!this.accept('-')) return this.#number() ?? this.#name();
    const number = this.#number();
    if (number?.kind === 'integer') return { kind: 'integer', value: -number.value };
    if (number?.kind === 'floating') return { kind: 'floating', value: -number.value };
    throw new UnsupportedPtx(`'-${this.ahead()}'`);
  }

  #number(): PtxOperand | null {
    const bits = this.match(FLOAT_BITS);
    if (bits) return { kind: 'floating', value: floatOfBits(bits[1], bits[2]) };
    const decimal = this.match(DECIMAL);
    if (decimal) return { kind: 'floating', value: Number(decimal[0]) };
    const digits = this.match(INTEGER)?.[1];
    if (digits === undefined) return null;
    const isOctal = /^0[0-7]+$/.test(digits);
    return { kind: 'integer', value: BigInt(isOctal ? `0o${digits.slice(1)}` : digits) };
  }

  #name(): PtxOperand {
    const name = this.match(this.#names.pattern)?.[0];
    if (name === undefined) throw new UnsupportedPtx(`'${this.ahead()}'`);
    const known = this.#names.resolve(name);
    if (known !== null) return known;
    if (name === '_') return { kind: 'sink' };
    if (name === 'WARP_SZ') return { kind: 'special', name: 'warpsize' };
    if (name.startsWith('%')) return { kind: 'special', name: `${name.slice(1)}${this.match(AXIS)?.[0] ?? ''}` };
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
