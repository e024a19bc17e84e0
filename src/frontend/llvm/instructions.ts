/** Instructions: one reader per opcode. */

import { alignOf } from '../../ir/layout.ts';
import {
  ATOMIC_OPERATORS,
  type AtomicOperator,
  type BinaryOperator,
  type CastOperator,
  type FloatPredicate,
  type Instruction,
  type Operand,
  type SourceLocation,
  type Type,
} from '../../ir/program.ts';
import { readCall } from './calls.ts';
import {
  acceptOperand,
  readIndices,
  readLabelName,
  readNextValue,
  readOrdering,
  readSyncScope,
  readTrailer,
} from './clauses.ts';
import {
  BINARY,
  CASTS,
  compareType,
  getelementptrType,
  INT_PREDICATES,
  memberType,
  names,
  oneOf,
  readBinaryFlags,
  skipFastMath,
} from './operators.ts';
import { Char, Unreadable } from './scanner.ts';
import type { BodyScope, MutableInstruction, Statement } from './statement.ts';
import { isTerminator, readTerminator } from './terminators.ts';
import { atType, integerType, pointerType, readType, unknownType, voidType } from './types.ts';
import { readTypedValue, readValue } from './values.ts';

/** Reads what follows an opcode, to the end of the line. */
type Reader = (scope: BodyScope) => MutableInstruction;

/** Instructions that are known and not modelled: exceptions of host code. They are skipped together with their clauses. */
const UNMODELLED: ReadonlySet<string> = new Set(['landingpad', 'catchpad', 'cleanuppad']);

const FLOAT_PREDICATES = names<FloatPredicate>(
  'false',
  'oeq',
  'ogt',
  'oge',
  'olt',
  'ole',
  'one',
  'ord',
  'ueq',
  'ugt',
  'uge',
  'ult',
  'ule',
  'une',
  'uno',
  'true',
);

const ATOMIC_OPERATOR_NAMES = names<AtomicOperator>(...ATOMIC_OPERATORS);

/** The readers of those opcodes that are operations of the IR by themselves. */
const READERS: Readonly<Record<Exclude<Instruction['op'], 'binary' | 'cast' | 'unknown'>, Reader>> = {
  load(scope) {
    const { cursor, types } = scope;
    const atomic = cursor.acceptWord('atomic');
    const volatile = cursor.acceptWord('volatile');
    const type = readType(cursor, types);
    const pointer = readNextValue(scope);
    const syncScope = atomic ? readSyncScope(scope) : null;
    const ordering = atomic ? readOrdering(scope) : null;
    const { align, location } = readTrailer(scope);
    return {
      op: 'load',
      result: null,
      type,
      location,
      pointer,
      volatile,
      ordering,
      syncScope,
      align: align || alignOf(type),
    };
  },

  store(scope) {
    const { cursor } = scope;
    const atomic = cursor.acceptWord('atomic');
    const volatile = cursor.acceptWord('volatile');
    const value = readTypedValue(scope);
    const pointer = readNextValue(scope);
    const syncScope = atomic ? readSyncScope(scope) : null;
    const ordering = atomic ? readOrdering(scope) : null;
    const { align, location } = readTrailer(scope);
    return {
      op: 'store',
      result: null,
      type: voidType,
      location,
      pointer,
      value,
      volatile,
      ordering,
      syncScope,
      align: align || alignOf(value.type),
    };
  },

  getelementptr(scope) {
    const { cursor, types } = scope;
    let inbounds = false;
    while (!atType(cursor)) {
      const flag = cursor.word();
      if (flag === 'inbounds') inbounds = true;
      else if (flag !== 'nuw' && flag !== 'nusw') throw new Unreadable('malformed getelementptr');
    }
    const source = readType(cursor, types);
    const pointer = readNextValue(scope);
    const indices: Operand[] = [];
    while (acceptOperand(scope)) indices.push(readTypedValue(scope));
    const { location } = readTrailer(scope);
    const type = getelementptrType(pointer, indices);
    return { op: 'getelementptr', result: null, type, location, source, pointer, indices, inbounds };
  },

  call(scope) {
    const call = readCall(scope);
    call.location = readTrailer(scope).location;
    return call;
  },

  icmp(scope) {
    scope.cursor.acceptWord('samesign');
    const predicate = oneOf(INT_PREDICATES, scope.cursor.word());
    const { left, right, location } = readPair(scope);
    return { op: 'icmp', result: null, type: compareType(left.type), location, predicate, left, right };
  },

  fcmp(scope) {
    skipFastMath(scope.cursor);
    const predicate = oneOf(FLOAT_PREDICATES, scope.cursor.word());
    const { left, right, location } = readPair(scope);
    return { op: 'fcmp', result: null, type: compareType(left.type), location, predicate, left, right };
  },

  alloca(scope) {
    const { cursor, types } = scope;
    cursor.acceptWord('inalloca');
    cursor.acceptWord('swifterror');
    const allocated = readType(cursor, types);
    let count: Operand = ONE;
    const before = cursor.position;
    if (acceptOperand(scope)) {
      if (atType(cursor)) count = readTypedValue(scope);
      else cursor.position = before;
    }
    const { align, space, location } = readTrailer(scope);
    return {
      op: 'alloca',
      result: null,
      type: pointerType(space),
      location,
      allocated,
      count,
      align: align || alignOf(allocated),
    };
  },

  phi(scope) {
    const { cursor, types } = scope;
    skipFastMath(cursor);
    const type = readType(cursor, types);
    const incoming: { value: Operand; block: number }[] = [];
    do {
      cursor.expect(Char.openBracket);
      const value = readValue(scope, type);
      cursor.expect(Char.comma);
      incoming.push({ value, block: readLabelName(scope) });
      cursor.expect(Char.closeBracket);
    } while (acceptOperand(scope));
    const { location } = readTrailer(scope);
    return { op: 'phi', result: null, type, location, incoming };
  },

  select(scope) {
    skipFastMath(scope.cursor);
    const condition = readTypedValue(scope);
    const ifTrue = readNextValue(scope);
    const ifFalse = readNextValue(scope);
    const { location } = readTrailer(scope);
    return { op: 'select', result: null, type: ifTrue.type, location, condition, ifTrue, ifFalse };
  },

  fneg(scope) {
    skipFastMath(scope.cursor);
    const operand = readTypedValue(scope);
    const { location } = readTrailer(scope);
    return { op: 'fneg', result: null, type: operand.type, location, operand };
  },

  freeze(scope) {
    const operand = readTypedValue(scope);
    const { location } = readTrailer(scope);
    return { op: 'freeze', result: null, type: operand.type, location, operand };
  },

  atomicrmw(scope) {
    const { cursor } = scope;
    const volatile = cursor.acceptWord('volatile');
    const operator = oneOf(ATOMIC_OPERATOR_NAMES, cursor.word());
    const pointer = readTypedValue(scope);
    const value = readNextValue(scope);
    const syncScope = readSyncScope(scope);
    const ordering = readOrdering(scope);
    const { location } = readTrailer(scope);
    return {
      op: 'atomicrmw',
      result: null,
      type: value.type,
      location,
      operator,
      pointer,
      value,
      volatile,
      ordering,
      syncScope,
    };
  },

  cmpxchg(scope) {
    const { cursor } = scope;
    cursor.acceptWord('weak');
    const volatile = cursor.acceptWord('volatile');
    const pointer = readTypedValue(scope);
    const expected = readNextValue(scope);
    const replacement = readNextValue(scope);
    const syncScope = readSyncScope(scope);
    const successOrdering = readOrdering(scope);
    const failureOrdering = readOrdering(scope);
    const { location } = readTrailer(scope);
    const type: Type = { kind: 'struct', name: null, packed: false, fields: [expected.type, integerType(1)] };
    return {
      op: 'cmpxchg',
      result: null,
      type,
      location,
      pointer,
      expected,
      replacement,
      volatile,
      successOrdering,
      failureOrdering,
      syncScope,
    };
  },

  fence(scope) {
    const syncScope = readSyncScope(scope);
    const ordering = readOrdering(scope);
    const { location } = readTrailer(scope);
    return { op: 'fence', result: null, type: voidType, location, ordering, syncScope };
  },

  extractelement(scope) {
    const vector = readTypedValue(scope);
    const index = readNextValue(scope);
    if (vector.type.kind !== 'vector') throw new Unreadable('extractelement of no vector');
    const { location } = readTrailer(scope);
    return { op: 'extractelement', result: null, type: vector.type.element, location, vector, index };
  },

  insertelement(scope) {
    const vector = readTypedValue(scope);
    const element = readNextValue(scope);
    const index = readNextValue(scope);
    const { location } = readTrailer(scope);
    return { op: 'insertelement', result: null, type: vector.type, location, vector, element, index };
  },

  shufflevector(scope) {
    const left = readTypedValue(scope);
    const right = readNextValue(scope);
    const selector = readNextValue(scope);
    if (left.type.kind !== 'vector' || selector.type.kind !== 'vector') {
      throw new Unreadable('shufflevector of no vector');
    }
    const { length } = selector.type;
    const mask = shuffleMask(selector, length);
    const { location } = readTrailer(scope);
    const type: Type = { kind: 'vector', length, element: left.type.element };
    return { op: 'shufflevector', result: null, type, location, left, right, mask };
  },

  extractvalue(scope) {
    const aggregate = readTypedValue(scope);
    const indices = readIndices(scope);
    const { location } = readTrailer(scope);
    const type = memberType(aggregate.type, indices);
    return { op: 'extractvalue', result: null, type, location, aggregate, indices };
  },

  insertvalue(scope) {
    const aggregate = readTypedValue(scope);
    const element = readNextValue(scope);
    const indices = readIndices(scope);
    const { location } = readTrailer(scope);
    return { op: 'insertvalue', result: null, type: aggregate.type, location, aggregate, element, indices };
  },

  va_arg(scope) {
    const { cursor, types } = scope;
    const operand = readTypedValue(scope);
    cursor.expect(Char.comma);
    const type = readType(cursor, types);
    const { location } = readTrailer(scope);
    return { op: 'va_arg', result: null, type, location, operand };
  },
};

/** `tail call`: that the caller's frame is not needed any more says nothing about memory. */
const tailCall: Reader = (scope) => {
  scope.cursor.expectWord('call');
  return READERS.call(scope);
};

const binary =
  (operator: BinaryOperator): Reader =>
  (scope) => {
    const { noUnsignedWrap, noSignedWrap, exact } = readBinaryFlags(scope.cursor);
    const { left, right, location } = readPair(scope);
    const flags = { noUnsignedWrap, noSignedWrap, exact };
    return { op: 'binary', result: null, type: left.type, location, operator, left, right, ...flags };
  };

const cast =
  (operator: CastOperator): Reader =>
  (scope) => {
    const { cursor, types } = scope;
    const { nonNegative } = readBinaryFlags(cursor);
    const operand = readTypedValue(scope);
    cursor.expectWord('to');
    const type = readType(cursor, types);
    const { location } = readTrailer(scope);
    return { op: 'cast', result: null, type, location, operator, operand, nonNegative };
  };

const BY_OPCODE: ReadonlyMap<string, Reader> = new Map([
  ...Object.entries(READERS),
  ...['tail', 'musttail', 'notail'].map((opcode) => [opcode, tailCall] as const),
  ...Array.from(BINARY.values(), (operator) => [operator, binary(operator)] as const),
  ...Array.from(CASTS.values(), (operator) => [operator, cast(operator)] as const),
]);

/**
 * Reads what follows `opcode`. The register is filled in by the caller.
 * @returns null for what is known and not modelled
 * @throws Unreadable for unknown opcodes
 */
export function readStatement(scope: BodyScope, opcode: string): Statement | null {
  if (isTerminator(opcode)) return readTerminator(scope, opcode);
  if (UNMODELLED.has(opcode)) return null;
  const read = BY_OPCODE.get(opcode);
  if (read === undefined) throw new Unreadable(`'${opcode.slice(0, 40)}' is no instruction`);
  return { instruction: read(scope), terminator: null };
}

/** Reads two operands of one type, `i32 %a, %b`, and the end of the line. */
function readPair(scope: BodyScope): { left: Operand; right: Operand; location: SourceLocation | null } {
  const left = readTypedValue(scope);
  scope.cursor.expect(Char.comma);
  const right = readValue(scope, left.type);
  const { location } = readTrailer(scope);
  return { left, right, location };
}

const ONE: Operand = { kind: 'int', value: 1n, type: integerType(32) };

/** Masks of more elements than this stay unknown; no GPU vector comes near. */
const MAX_MASK = 65_536;

/** Which element each one of a shuffle's result is; -1: any. */
function shuffleMask(selector: Operand, length: number): number[] {
  if (selector.kind === 'aggregate') {
    return selector.elements.map((element) => (element.kind === 'int' ? Number(element.value) : -1));
  }
  if (selector.kind === 'zero' && length < MAX_MASK) return new Array<number>(length).fill(0);
  if (selector.kind === 'undef' && length < MAX_MASK) return new Array<number>(length).fill(-1);
  throw new Unreadable('a shuffle mask that is no constant');
}

/** What stands for an instruction that could not be read. */
export function unknownInstruction(text: string, location: SourceLocation | null = null): MutableInstruction {
  return { op: 'unknown', result: null, type: unknownType, location, text };
}
