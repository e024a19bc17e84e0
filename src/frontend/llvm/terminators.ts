/** The instructions that end a block: one reader per opcode. */

import { readCall } from './calls.ts';
import { readLabel, readLabelName, readTrailer } from './clauses.ts';
import { Char, type Cursor, Unreadable } from './scanner.ts';
import type { BodyScope, MutableTerminator, Statement } from './statement.ts';
import { readType, voidType } from './types.ts';
import { readTypedValue, readValue } from './values.ts';

type Reader = (scope: BodyScope) => MutableTerminator;

/** Terminators that are known and not modelled: exceptions of host code, and jumps to addresses. */
const UNMODELLED: readonly string[] = ['resume', 'indirectbr', 'callbr', 'catchswitch', 'catchret', 'cleanupret'];

const READERS: Readonly<Record<'ret' | 'br' | 'switch' | 'unreachable', Reader>> = {
  ret(scope) {
    const type = readType(scope.cursor, scope.types);
    const value = type === voidType ? null : readValue(scope, type);
    return { op: 'ret', value, location: readTrailer(scope).location };
  },

  br(scope) {
    const { cursor } = scope;
    if (cursor.acceptWord('label')) {
      const target = readLabelName(scope);
      return { op: 'br', target, location: readTrailer(scope).location };
    }
    const condition = readTypedValue(scope);
    cursor.expect(Char.comma);
    const ifTrue = readLabel(scope);
    cursor.expect(Char.comma);
    const ifFalse = readLabel(scope);
    return { op: 'condbr', condition, ifTrue, ifFalse, location: readTrailer(scope).location };
  },

  switch(scope) {
    const { cursor } = scope;
    const value = readTypedValue(scope);
    cursor.expect(Char.comma);
    const defaultTarget = readLabel(scope);
    cursor.expect(Char.openBracket);
    const cases: { value: bigint; target: number }[] = [];
    while (!acceptEndOfCases(cursor)) {
      const constant = readTypedValue(scope);
      if (constant.kind !== 'int') throw new Unreadable('a case that is no integer');
      cursor.expect(Char.comma);
      cases.push({ value: constant.value, target: readLabel(scope) });
    }
    return { op: 'switch', value, defaultTarget, cases, location: readTrailer(scope).location };
  },

  unreachable(scope) {
    return { op: 'unreachable', location: readTrailer(scope).location };
  },
};

const BY_OPCODE: ReadonlyMap<string, Reader> = new Map(Object.entries(READERS));
const TERMINATORS: ReadonlySet<string> = new Set([...BY_OPCODE.keys(), ...UNMODELLED, 'invoke']);

/** True when `opcode` ends a block. */
export function isTerminator(opcode: string): boolean {
  return TERMINATORS.has(opcode);
}

/** Reads what follows the opcode of a terminator; null when it is not modelled. */
export function readTerminator(scope: BodyScope, opcode: string): Statement | null {
  if (opcode === 'invoke') return readInvoke(scope);
  const read = BY_OPCODE.get(opcode);
  return read === undefined ? null : { instruction: null, terminator: read(scope) };
}

/** A call that goes on at `to`; that it may throw is not modelled. */
function readInvoke(scope: BodyScope): Statement {
  const { cursor } = scope;
  const call = readCall(scope);
  if (cursor.atLineEnd()) cursor.nextLine();
  cursor.expectWord('to');
  const target = readLabel(scope);
  cursor.expectWord('unwind');
  readLabel(scope);
  const { location } = readTrailer(scope);
  return { instruction: { ...call, location }, terminator: { op: 'br', target, location } };
}

/** Moves over line ends to the next case; true when there is none left. */
function acceptEndOfCases(cursor: Cursor): boolean {
  while (cursor.atLineEnd()) {
    if (cursor.position >= cursor.text.length) throw new Unreadable('unterminated switch');
    cursor.nextLine();
  }
  return cursor.accept(Char.closeBracket);
}
