/** Declarations of variables and parameters: `.global .align 4 .b8 name[16] = {…};` from behind the word of their memory. */
import { type OperandReader, UnsupportedPtx } from '../operands.ts';
import type { PtxVariable, Space } from './model.ts';

const WORD = /\.[A-Za-z_]\w*/y;
const NUMBER = /\d{1,9}/y;
const NAME = /[A-Za-z_$%][\w$]*/y;
const DIMENSION = /\[\s*(\d{0,12})\s*\]/y;
const TYPE = /^\.(?:[busf](?:8|16|32|64|128)|pred|f16x2|bf16|bf16x2|texref|samplerref|surfref)$/;
const OPERAND_SPACES: ReadonlyMap<string, Space> = new Map([
  ['.param', 'param'],
  ['.reg', 'reg'],
]);
const POINTED = new Set(['global', 'const', 'shared', 'local']);
/** Numbers of an initialiser that are kept; of a longer one nothing is known. */
const MAX_INITIALISER = 1 << 14;
const MAX_PARAMETERS = 4096;
const MAX_ELEMENTS = 2 ** 40;

export class Declarations {
  readonly #reader: OperandReader;

  constructor(reader: OperandReader) {
    this.#reader = reader;
  }

  /** One or several, with commas between, up to the semicolon. */
  variables(space: Space, isExternal: boolean): PtxVariable[] {
    const variables: PtxVariable[] = [];
    const head = this.#head();
    do variables.push(this.#named(space, isExternal, head));
    while (variables.length < MAX_PARAMETERS && this.#reader.accept(','));
    if (!this.#reader.accept(';')) throw new UnsupportedPtx(`'${this.#reader.ahead()}' is not understood`);
    return variables;
  }

  /** `( .param .u64 a, .param .align 8 .b8 b[24] )`, or nothing. */
  parameters(): PtxVariable[] {
    const reader = this.#reader;
    if (!reader.accept('(')) return [];
    const parameters: PtxVariable[] = [];
    if (reader.accept(')')) return parameters;
    do {
      reader.space();
      const space = OPERAND_SPACES.get(reader.match(WORD)?.[0] ?? '');
      if (space === undefined) throw new UnsupportedPtx(`the parameter '${reader.ahead()}'`);
      parameters.push(this.#named(space, false, this.#head()));
    } while (parameters.length < MAX_PARAMETERS && reader.accept(','));
    if (!reader.accept(')')) throw new UnsupportedPtx('parameters that are not understood');
    return parameters;
  }

  #head(): Pick<PtxVariable, 'type' | 'lanes' | 'align' | 'pointsTo'> {
    const reader = this.#reader;
    let [type, lanes, align, pointsTo]: [string | null, number, number, PtxVariable['pointsTo']] = [null, 1, 0, null];
    for (;;) {
      reader.space();
      const word = reader.match(WORD)?.[0];
      if (word === undefined) break;
      if (word === '.align') {
        reader.space();
        align = Number(reader.match(NUMBER)?.[0] ?? 0);
      } else if (word === '.ptr') pointsTo = 'generic';
      else if (pointsTo !== null && POINTED.has(word.slice(1))) pointsTo = word.slice(1) as Space;
      else if (/^\.v[248]$/.test(word)) lanes = Number(word.slice(2));
      else if (word === '.attribute') this.#skipAttribute();
      else if (TYPE.test(word)) type = word.slice(1);
      else if (word !== '.managed') throw new UnsupportedPtx(`'${word}' is not understood`);
    }
    if (type === null) throw new UnsupportedPtx(`a variable without type, '${reader.ahead()}'`);
    return { type, lanes, align, pointsTo };
  }

  #skipAttribute(): void {
    const end = this.#reader.text.indexOf(')', this.#reader.at);
    this.#reader.at = end < 0 ? this.#reader.text.length : end + 1;
  }

  #named(
    space: Space,
    isExternal: boolean,
    head: Pick<PtxVariable, 'type' | 'lanes' | 'align' | 'pointsTo'>,
  ): PtxVariable {
    const reader = this.#reader;
    reader.space();
    const name = reader.match(NAME)?.[0];
    if (name === undefined) throw new UnsupportedPtx(`a variable without name, '${reader.ahead()}'`);
    let length: number | null = null;
    for (reader.space(); reader.text[reader.at] === '['; reader.space()) {
      const dimension = reader.match(DIMENSION)?.[1];
      if (dimension === undefined) throw new UnsupportedPtx('the size of an array');
      length = (length ?? 1) * Number(dimension === '' ? 0 : dimension);
      if (length > MAX_ELEMENTS) throw new UnsupportedPtx('the size of an array');
    }
    const initializer = reader.accept('=') ? this.#initializer() : null;
    return { name, space, isExternal, length, initializer, ...head };
  }

  /** Numbers and names, of all braces together; reads up to the semicolon. */
  #initializer(): PtxVariable['initializer'] {
    const text = this.#reader.rest();
    this.#reader.at += text.length;
    const parts = text
      .replace(/[{}]/g, ' ')
      .split(',')
      .map((part) => part.trim());
    if (parts.length > MAX_INITIALISER) return null;
    const values = parts.filter((part) => part !== '').map(initialValue);
    return values.some((value) => value === null) ? null : values.filter((value) => value !== null);
  }
}

function initialValue(text: string): bigint | number | string | null {
  const single = /^0[fF]([0-9a-fA-F]{8})$/.exec(text)?.[1];
  if (single !== undefined) return new DataView(bytesOf(single)).getFloat32(0);
  const double = /^0[dD]([0-9a-fA-F]{16})$/.exec(text)?.[1];
  if (double !== undefined) return new DataView(bytesOf(double)).getFloat64(0);
  const integer = /^(-?)(0[xX][0-9a-fA-F]{1,16}|\d{1,20})U?$/.exec(text);
  if (integer) return BigInt(integer[2]!) * (integer[1] === '-' ? -1n : 1n);
  return /^(?:generic\()?([A-Za-z_$%][\w$]*)\)?$/.exec(text)?.[1] ?? null;
}

function bytesOf(hex: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(hex, 'hex')).buffer;
}
