/** Operands: registers, constants and constant expressions. */

import type { BinaryOperator, CastOperator, Instruction, Operand, Type } from '../../ir/program.ts';
import { parseFloating } from './floats.ts';
import { BINARY, CASTS, compareType, getelementptrType, INT_PREDICATES, oneOf, readBinaryFlags } from './operators.ts';
import { Char, type Cursor, hexByte, isDigit, isWordCharacter, MAX_DEPTH, Unreadable } from './scanner.ts';
import { atType, integerType, metadataType, pointerType, readType, type TypeTable } from './types.ts';

/** What the text of one operand can refer to. */
export interface OperandScope {
  readonly cursor: Cursor;
  readonly types: TypeTable;
  /** The register called `name`; raises `Unreadable` outside functions. */
  register(name: string): number;
}

/** A scope for places where only constants can stand. */
export function constantScope(cursor: Cursor, types: TypeTable): OperandScope {
  return {
    cursor,
    types,
    register() {
      throw new Unreadable('a register outside a function');
    },
  };
}

/** Reads `type value`. */
export function readTypedValue(scope: OperandScope): Operand {
  const type = readType(scope.cursor, scope.types);
  return readValue(scope, type);
}

/** Reads a value whose type is known. */
export function readValue(scope: OperandScope, type: Type): Operand {
  const { cursor } = scope;
  if (type === metadataType) return readMetadata(scope);
  const code = cursor.peek();
  switch (code) {
    case Char.percent: {
      cursor.position++;
      return { kind: 'register', register: scope.register(registerName(cursor)), type };
    }
    case Char.at:
      cursor.position++;
      return { kind: 'global', name: cursor.name(), type };
    case Char.openBracket:
    case Char.openBrace:
    case Char.less: {
      enter(cursor);
      const aggregate = readAggregate(scope, type, code);
      cursor.depth--;
      return aggregate;
    }
  }
  const start = cursor.position;
  const text = cursor.text;
  if (code === 99 && text.charCodeAt(start + 1) === Char.quote) {
    cursor.position++;
    return { kind: 'bytes', bytes: bytes(cursor.rawQuoted()), type };
  }
  if (isDigit(code) || code === Char.minus || code === 43) return readNumber(cursor, type);
  const word = cursor.word();
  switch (word) {
    case 'true':
      return integer(1, integerType(1));
    case 'false':
      return integer(0, integerType(1));
    case 'null':
    case 'none':
      return { kind: 'null', type };
    case 'undef':
    case 'poison':
      return { kind: 'undef', type };
    case 'zeroinitializer':
      return { kind: 'zero', type };
    case 'splat':
      return readSplat(scope, type);
    case 'asm':
      return readAsm(cursor, type);
    case 'dso_local_equivalent':
    case 'no_cfi':
      cursor.expect(Char.at);
      return { kind: 'global', name: cursor.name(), type };
  }
  if (type.kind === 'float' && word.startsWith('f0x')) return { kind: 'float', value: parseFloating(word, type), type };
  enter(cursor);
  const instruction = readExpression(scope, type, word, start);
  cursor.depth--;
  return { kind: 'expression', instruction, type };
}

/**
 * The key of the register whose name starts at the cursor. `%"7"` and `%7` are different registers, so a quoted number
 * keeps a quote.
 */
export function registerName(cursor: Cursor): string {
  if (cursor.text.charCodeAt(cursor.position) !== Char.quote) return cursor.name();
  const name = cursor.name();
  return isDigit(name.charCodeAt(0)) ? `"${name}` : name;
}

const VALUE_WORDS = new Set([
  'true',
  'false',
  'null',
  'none',
  'undef',
  'poison',
  'zeroinitializer',
  'splat',
  'asm',
  'blockaddress',
  'dso_local_equivalent',
  'no_cfi',
  'ptrauth',
  'getelementptr',
  'icmp',
  'fcmp',
  'select',
  'fneg',
  'extractelement',
  'insertelement',
  'shufflevector',
  'extractvalue',
  'insertvalue',
  ...BINARY.keys(),
  ...CASTS.keys(),
]);

/** True when a value starts with `word`; other words between a type and a value are attributes. */
export function isValueWord(word: string): boolean {
  return VALUE_WORDS.has(word);
}

const SMALL = 64;
const smallIntegers: Operand[][] = [];

/** An integer constant. Small ones, of which there are very many, are shared. */
function integer(value: number, type: Type): Operand {
  if (type.kind !== 'int' || type.bits > 64 || value < 0 || value >= SMALL) {
    return { kind: 'int', value: BigInt(value), type };
  }
  smallIntegers[type.bits] ??= [];
  const row = smallIntegers[type.bits]!;
  row[value] ??= { kind: 'int', value: BigInt(value), type };
  return row[value];
}

function enter(cursor: Cursor): void {
  if (++cursor.depth > MAX_DEPTH) throw new Unreadable('constants nest too deep');
}

function readNumber(cursor: Cursor, type: Type): Operand {
  const text = cursor.text;
  const start = cursor.position;
  let at = start + 1;
  // `+` and `-` can occur inside (`1.0e+05`); no number is directly followed by either.
  let code = text.charCodeAt(at);
  while (isWordCharacter(code) || code === 43) code = text.charCodeAt(++at);
  cursor.position = at;
  const literal = text.slice(start, at);
  if (type.kind === 'float') return { kind: 'float', value: parseFloating(literal, type), type };
  if (type.kind === 'opaque') return { kind: 'undef', type };
  if (type.kind !== 'int') throw new Unreadable(`a number of type ${type.kind}`);
  if (literal.length < 16) {
    const value = Number(literal);
    if (!Number.isInteger(value) || literal.includes('x') || literal.includes('e')) throw notInteger(literal);
    return integer(value, type);
  }
  if (literal.length > MAX_DIGITS || !/^-?[0-9]+$/.test(literal)) throw notInteger(literal);
  return { kind: 'int', value: BigInt(literal), type };
}

/** Longer integers do not occur; converting them takes more than linear time. */
const MAX_DIGITS = 2000;

function notInteger(literal: string): Unreadable {
  return new Unreadable(`'${literal.slice(0, 40)}' is no integer`);
}

function bytes(raw: string): Uint8Array {
  const out = new Uint8Array(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code === Char.backslash) {
      const hex = hexByte(raw, at + 1);
      if (hex >= 0) {
        out[length++] = hex;
        at += 2;
        continue;
      }
      if (raw.charCodeAt(at + 1) === Char.backslash) at++;
    }
    out[length++] = code;
  }
  return out.slice(0, length);
}

function readAggregate(scope: OperandScope, type: Type, open: number): Operand {
  const { cursor } = scope;
  cursor.position++;
  let close: number = Char.closeBracket;
  let packed = false;
  if (open === Char.openBrace) close = Char.closeBrace;
  else if (open === Char.less) {
    packed = cursor.accept(Char.openBrace);
    close = packed ? Char.closeBrace : Char.greater;
  }
  const elements: Operand[] = [];
  if (!cursor.accept(close)) {
    do {
      elements.push(readTypedValue(scope));
    } while (cursor.accept(Char.comma));
    cursor.expect(close);
  }
  if (packed) cursor.expect(Char.greater);
  return { kind: 'aggregate', elements, type };
}

/** Splats of more elements than this stay `unknown`; no GPU vector comes near. */
const MAX_SPLAT = 4096;

function readSplat(scope: OperandScope, type: Type): Operand {
  const { cursor } = scope;
  cursor.expect(Char.open);
  const element = readTypedValue(scope);
  cursor.expect(Char.close);
  if ((type.kind !== 'vector' && type.kind !== 'array') || type.length > MAX_SPLAT) {
    throw new Unreadable('a splat of no vector');
  }
  return { kind: 'aggregate', elements: new Array<Operand>(type.length).fill(element), type };
}

function readAsm(cursor: Cursor, type: Type): Operand {
  while (cursor.peek() !== Char.quote) {
    if (cursor.word() === '') throw new Unreadable('malformed inline assembly');
  }
  const text = cursor.quoted();
  cursor.expect(Char.comma);
  return { kind: 'asm', text, constraints: cursor.quoted(), type };
}

/** Skips a metadata operand: `!7`, `!"name"`, `!{…}`, `!DIExpression(…)`, or a typed value. */
function readMetadata(scope: OperandScope): Operand {
  const { cursor } = scope;
  if (cursor.peek() === Char.bang) skipMetadata(cursor);
  else if (atType(cursor)) readTypedValue(scope);
  else throw new Unreadable('malformed metadata operand');
  return { kind: 'metadata', type: metadataType };
}

/** Skips one metadata reference that starts with `!`. */
export function skipMetadata(cursor: Cursor): void {
  cursor.expect(Char.bang);
  const code = cursor.text.charCodeAt(cursor.position);
  if (code === Char.quote) cursor.rawQuoted();
  else if (code === Char.openBrace) cursor.skipBalanced();
  else {
    cursor.name();
    if (cursor.text.charCodeAt(cursor.position) === Char.open) cursor.skipBalanced();
  }
}

/** Reads the rest of a constant expression: flags, then the operands in parentheses. */
type ExpressionReader = (scope: OperandScope, type: Type) => Instruction;

const EXPRESSIONS: ReadonlyMap<string, ExpressionReader> = new Map([
  ['getelementptr', readElementPointer],
  ['icmp', readComparison],
  ['select', readSelect],
  ...Array.from(CASTS.values(), (operator) => [operator, castReader(operator)] as const),
  ...Array.from(BINARY.values(), (operator) => [operator, binaryReader(operator)] as const),
]);

/** @param start where `word` stands */
function readExpression(scope: OperandScope, type: Type, word: string, start: number): Instruction {
  const { cursor } = scope;
  const read = EXPRESSIONS.get(word);
  if (read !== undefined) return read(scope, type);
  if (!isValueWord(word)) {
    throw new Unreadable(word === '' ? 'expected a value' : `'${word.slice(0, 40)}' is no value`);
  }
  while (cursor.peek() !== Char.open) if (cursor.word() === '') throw new Unreadable('malformed constant');
  cursor.skipBalanced();
  const text = cursor.text.slice(start, cursor.position);
  return { op: 'unknown', result: null, type, location: null, text };
}

function castReader(operator: CastOperator): ExpressionReader {
  return (scope) => {
    const { cursor, types } = scope;
    const { nonNegative } = readBinaryFlags(cursor);
    cursor.expect(Char.open);
    const operand = readTypedValue(scope);
    cursor.expectWord('to');
    const type = readType(cursor, types);
    cursor.expect(Char.close);
    return { op: 'cast', result: null, type, location: null, operator, operand, nonNegative };
  };
}

function binaryReader(operator: BinaryOperator): ExpressionReader {
  return (scope, type) => {
    const { noUnsignedWrap, noSignedWrap, exact } = readBinaryFlags(scope.cursor);
    const { left, right } = readPair(scope);
    const flags = { noUnsignedWrap, noSignedWrap, exact };
    return { op: 'binary', result: null, type, location: null, operator, left, right, ...flags };
  };
}

/** Reads `(type value, type value)`. */
function readPair(scope: OperandScope): { left: Operand; right: Operand } {
  const { cursor } = scope;
  cursor.expect(Char.open);
  const left = readTypedValue(scope);
  cursor.expect(Char.comma);
  const right = readTypedValue(scope);
  cursor.expect(Char.close);
  return { left, right };
}

function readElementPointer(scope: OperandScope): Instruction {
  const { cursor, types } = scope;
  let inbounds = false;
  while (cursor.peek() !== Char.open) {
    const flag = cursor.word();
    if (flag === 'inbounds') inbounds = true;
    else if (flag === 'inrange') cursor.skipBalanced();
    else if (flag !== 'nuw' && flag !== 'nusw') throw new Unreadable('malformed getelementptr');
  }
  cursor.position++;
  const source = readType(cursor, types);
  cursor.expect(Char.comma);
  const pointer = readTypedValue(scope);
  const indices: Operand[] = [];
  while (cursor.accept(Char.comma)) {
    if (cursor.acceptWord('inrange')) continue;
    indices.push(readTypedValue(scope));
  }
  cursor.expect(Char.close);
  const type = getelementptrType(pointer, indices);
  return { op: 'getelementptr', result: null, type, location: null, source, pointer, indices, inbounds };
}

function readComparison(scope: OperandScope): Instruction {
  const { cursor } = scope;
  cursor.acceptWord('samesign');
  const predicate = oneOf(INT_PREDICATES, cursor.word());
  const { left, right } = readPair(scope);
  return { op: 'icmp', result: null, type: compareType(left.type), location: null, predicate, left, right };
}

function readSelect(scope: OperandScope, type: Type): Instruction {
  const { cursor } = scope;
  cursor.expect(Char.open);
  const condition = readTypedValue(scope);
  cursor.expect(Char.comma);
  const ifTrue = readTypedValue(scope);
  cursor.expect(Char.comma);
  const ifFalse = readTypedValue(scope);
  cursor.expect(Char.close);
  return { op: 'select', result: null, type, location: null, condition, ifTrue, ifFalse };
}

/** The type of a pointer that is only named, as a callee is. */
export const calleeType: Type = pointerType(0);
