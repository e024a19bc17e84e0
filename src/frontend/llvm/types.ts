/** Types: their syntax, and the table of the module's named ones. */

import type { FloatFormat, Type } from '../../ir/program.ts';
import { Char, Cursor, isDigit, isWordCharacter, MAX_DEPTH, Unreadable } from './scanner.ts';

export type IntegerType = Extract<Type, { kind: 'int' }>;

const VOID: Type = { kind: 'void' };
const METADATA: Type = { kind: 'opaque', name: 'metadata' };
const UNKNOWN: Type = { kind: 'opaque', name: 'unknown' };
const FLOATS: readonly FloatFormat[] = ['half', 'bfloat', 'float', 'double', 'x86_fp80', 'fp128'];
const WORDS = new Map<string, Type>([
  ['void', VOID],
  ['metadata', METADATA],
  ...FLOATS.map((format): [string, Type] => [format, { kind: 'float', format }]),
  ...['label', 'token', 'x86_amx', 'x86_mmx', 'ppc_fp128'].map((name): [string, Type] => [
    name,
    { kind: 'opaque', name },
  ]),
]);
const POINTERS: Type[] = [];
const INTEGERS: IntegerType[] = [];
/** LLVM's own limit, 2^23. */
const MAX_INTEGER_BITS = 8_388_608;

/** `iN`, one object per width for the common widths. */
export function integerType(bits: number): IntegerType {
  if (bits > 128) return { kind: 'int', bits };
  INTEGERS[bits] ??= { kind: 'int', bits };
  return INTEGERS[bits];
}

/** `ptr addrspace(space)`, one object per address space for the common ones. */
export function pointerType(space: number): Type {
  if (space > 16) return { kind: 'pointer', space };
  POINTERS[space] ??= { kind: 'pointer', space };
  return POINTERS[space];
}

export const voidType: Type = VOID;
export const metadataType: Type = METADATA;
/** The type of a result whose instruction could not be read. */
export const unknownType: Type = UNKNOWN;

/** The module's named types. A name may be used before its definition is read. */
export class TypeTable {
  readonly #named = new Map<string, Type>();
  readonly #reading = new Set<string>();
  readonly #definitions = new Map<string, number>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Notes that the definition of `name` (what follows `type`) starts at `position`; it is read at the first use. */
  declare(name: string, position: number): void {
    this.#definitions.set(name, position);
  }

  /** The type called `name`; opaque when it has no readable definition. */
  named(name: string, cursor: Cursor): Type {
    const known = this.#named.get(name);
    if (known) return known;
    const type = this.#define(name, cursor);
    this.#named.set(name, type);
    return type;
  }

  #define(name: string, user: Cursor): Type {
    const opaque: Type = { kind: 'opaque', name };
    const position = this.#definitions.get(name);
    // A struct that contains itself by value is malformed; cutting it here keeps the types a finite tree.
    if (position === undefined || this.#reading.has(name)) return opaque;
    this.#reading.add(name);
    const cursor = new Cursor(this.#text, position);
    cursor.depth = user.depth + 1;
    try {
      if (cursor.depth > MAX_DEPTH || cursor.acceptWord('opaque')) return opaque;
      const type = readType(cursor, this);
      return type.kind === 'struct' ? { kind: 'struct', name, packed: type.packed, fields: type.fields } : type;
    } catch (failure) {
      if (!(failure instanceof Unreadable)) throw failure;
      return opaque;
    } finally {
      this.#reading.delete(name);
    }
  }
}

/** True when a type can start here. It tells types from the attributes and flags that may precede them. */
export function atType(cursor: Cursor): boolean {
  const code = cursor.peek();
  const { text, position } = cursor;
  switch (code) {
    case Char.percent:
    case Char.openBracket:
    case Char.less:
    case Char.openBrace:
      return true;
    case 105: // i
      return isDigit(text.charCodeAt(position + 1));
    case 112: // p
      return isWord(text, position, 'ptr') || isWord(text, position, 'ppc_fp128');
    case 102: // f
      return isWord(text, position, 'float') || isWord(text, position, 'fp128');
    case 100: // d
      return isWord(text, position, 'double');
    case 118: // v
      return isWord(text, position, 'void');
    case 98: // b
      return isWord(text, position, 'bfloat');
    case 104: // h
      return isWord(text, position, 'half');
    case 109: // m
      return isWord(text, position, 'metadata');
    case 116: // t
      return isWord(text, position, 'target') || isWord(text, position, 'token');
    case 108: // l
      return isWord(text, position, 'label');
    case 120: // x
      return text.startsWith('x86_', position);
    default:
      return false;
  }
}

function isWord(text: string, position: number, word: string): boolean {
  return text.startsWith(word, position) && !isWordCharacter(text.charCodeAt(position + word.length));
}

/** Reads one type. Function types do not occur as values; a call's is read by the call. */
export function readType(cursor: Cursor, types: TypeTable): Type {
  const code = cursor.peek();
  switch (code) {
    case Char.percent: {
      cursor.position++;
      return types.named(cursor.name(), cursor);
    }
    case Char.openBracket:
    case Char.less:
    case Char.openBrace: {
      if (++cursor.depth > MAX_DEPTH) throw new Unreadable('types nest too deep');
      const type = readCompound(cursor, types, code);
      cursor.depth--;
      return type;
    }
  }
  const start = cursor.position;
  const word = cursor.word();
  const first = word.charCodeAt(0);
  if (first === 105 && isDigit(word.charCodeAt(1))) {
    const bits = Number(word.slice(1));
    if (bits > 0 && bits <= MAX_INTEGER_BITS) return integerType(bits);
  } else if (word === 'ptr') {
    // The space in between is LLVM's; a `ptr` that ends a construct is followed by something else.
    if (cursor.text.charCodeAt(cursor.position + 1) === 97 && cursor.acceptWord('addrspace')) {
      return pointerType(readAddressSpace(cursor));
    }
    return pointerType(0);
  } else if (word === 'target') {
    cursor.skipBalanced();
    const name = cursor.text.slice(start, cursor.position);
    // A handle that programs store in arrays and hand on: a number of a pointer's size serves.
    return name === 'target("spirv.Event")' ? integerType(64) : { kind: 'opaque', name };
  } else {
    const type = WORDS.get(word);
    if (type) return type;
  }
  throw new Unreadable(`'${word.slice(0, 40)}' is no type`);
}

/** Reads `(N)`, the part of `addrspace(N)` after the word. */
export function readAddressSpace(cursor: Cursor): number {
  cursor.expect(Char.open);
  const space = cursor.natural();
  cursor.expect(Char.close);
  return space;
}

function readCompound(cursor: Cursor, types: TypeTable, open: number): Type {
  const start = cursor.position;
  cursor.position++;
  if (open === Char.openBrace) {
    return { kind: 'struct', name: null, packed: false, fields: readFields(cursor, types) };
  }
  if (open === Char.less) {
    if (cursor.accept(Char.openBrace)) {
      const fields = readFields(cursor, types);
      cursor.expect(Char.greater);
      return { kind: 'struct', name: null, packed: true, fields };
    }
    if (cursor.acceptWord('vscale')) {
      // No GPU has vectors of unknown length; they can only come from host code for other machines.
      cursor.position = start;
      cursor.skipBalanced();
      return { kind: 'opaque', name: cursor.text.slice(start, cursor.position) };
    }
  }
  const length = cursor.natural();
  cursor.expectWord('x');
  const element = readType(cursor, types);
  if (open === Char.less) {
    cursor.expect(Char.greater);
    return { kind: 'vector', length, element };
  }
  cursor.expect(Char.closeBracket);
  return { kind: 'array', length, element };
}

function readFields(cursor: Cursor, types: TypeTable): Type[] {
  const fields: Type[] = [];
  if (cursor.accept(Char.closeBrace)) return fields;
  do {
    fields.push(readType(cursor, types));
  } while (cursor.accept(Char.comma));
  cursor.expect(Char.closeBrace);
  return fields;
}
