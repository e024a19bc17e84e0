/** Calls, and the attributes that stand among their parts. */

import type { Operand, Type } from '../../ir/program.ts';
import { Char, isDigit, Unreadable } from './scanner.ts';
import type { BodyScope, MutableInstruction } from './statement.ts';
import { atType, metadataType, readType } from './types.ts';
import { calleeType, isValueWord, type OperandScope, readValue } from './values.ts';

/** A call's arguments, and what their attributes say. */
interface Arguments extends Pick<Extract<MutableInstruction, { op: 'call' }>, 'byValue' | 'aligned'> {
  readonly values: readonly Operand[];
}

interface ArgumentAttributes {
  /** The type in `byval(…)`. */
  byValue: Type | null;
  /** The number in `align 16`. */
  align: number;
}

const NO_ATTRIBUTES: Readonly<ArgumentAttributes> = { byValue: null, align: 0 };

/** Shared by the many calls without arguments. */
const NO_ARGUMENTS: Arguments = { values: [], byValue: [], aligned: [] };

/** Reads a call up to its operand bundles; the location is the caller's to fill in. */
export function readCall(scope: BodyScope): Extract<MutableInstruction, { op: 'call' }> {
  const { cursor, types } = scope;
  // Fast-math flags, calling convention and attributes of the result.
  while (!atType(cursor)) skipAttribute(scope);
  const type = readType(cursor, types);
  // A callee with a variable number of arguments is preceded by its full type, `i32 (ptr, ...)`.
  if (cursor.peek() === Char.open) cursor.skipBalanced();
  const callee = readValue(scope, calleeType);
  const { values, byValue, aligned } = readArguments(scope);
  skipCallAttributes(scope);
  return { op: 'call', result: null, type, location: null, callee, arguments: values, byValue, aligned };
}

function readArguments(scope: BodyScope): Arguments {
  const { cursor, types } = scope;
  cursor.expect(Char.open);
  if (cursor.accept(Char.close)) return NO_ARGUMENTS;
  const values: Operand[] = [];
  const byValue: (Type | null)[] = [];
  const aligned: number[] = [];
  do {
    const type = readType(cursor, types);
    // A metadata operand has no attributes, and may itself start with a type.
    const attributes = type === metadataType ? NO_ATTRIBUTES : readArgumentAttributes(scope);
    byValue.push(attributes.byValue);
    aligned.push(attributes.align);
    values.push(readValue(scope, type));
  } while (cursor.accept(Char.comma));
  cursor.expect(Char.close);
  return { values, byValue, aligned };
}

/** Reads the attributes between an argument's type and its value. */
function readArgumentAttributes(scope: BodyScope): ArgumentAttributes {
  const { cursor, types } = scope;
  const attributes: ArgumentAttributes = { ...NO_ATTRIBUTES };
  for (;;) {
    const code = cursor.peek();
    if (code === Char.quote) {
      skipAttribute(scope);
      continue;
    }
    if (!isLowerCase(code)) return attributes;
    const before = cursor.position;
    const word = cursor.word();
    if (word === 'byval' && cursor.text.charCodeAt(cursor.position) === Char.open) {
      cursor.position++;
      attributes.byValue = readType(cursor, types);
      cursor.expect(Char.close);
      continue;
    }
    if (word === 'align' && isDigit(cursor.peek())) {
      attributes.align = cursor.natural();
      continue;
    }
    cursor.position = before;
    if (word === 'noundef') {
      cursor.position += 'noundef'.length;
      continue;
    }
    if (isValueWord(word) || word === 'c' || word.startsWith('f0x')) return attributes;
    skipAttribute(scope);
  }
}

/** Skips attributes of the call, references to groups of them (`#3`), and operand bundles. */
function skipCallAttributes(scope: BodyScope): void {
  const { cursor } = scope;
  for (;;) {
    const code = cursor.peek();
    if (code === Char.hash) {
      cursor.position++;
      cursor.natural();
    } else if (code === Char.openBracket) cursor.skipBalanced();
    else if (code === Char.quote || (isLowerCase(code) && !isInvokeTarget(scope))) skipAttribute(scope);
    else return;
  }
}

function isInvokeTarget(scope: BodyScope): boolean {
  return scope.cursor.text.startsWith('to label', scope.cursor.position);
}

function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Skips one attribute: `noundef`, `align 8`, `dereferenceable(12)`, `range(i32 0, 5)`, `"key"="value"`, `cc 10`. */
export function skipAttribute(scope: Pick<OperandScope, 'cursor'>): void {
  const { cursor } = scope;
  if (cursor.peek() === Char.quote) {
    cursor.rawQuoted();
    if (cursor.accept(Char.equals)) cursor.rawQuoted();
    return;
  }
  const word = cursor.word();
  if (word === '') throw new Unreadable('malformed attribute');
  const code = cursor.peek();
  if (code === Char.open) cursor.skipBalanced();
  else if (isDigit(code) && (word === 'align' || word === 'alignstack' || word === 'cc')) cursor.natural();
}
