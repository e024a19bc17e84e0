/** Instructions and terminators: one reader per opcode. */

import { alignOf } from '../../ir/layout.ts';
import type {
  AtomicOperator,
  FloatPredicate,
  Instruction,
  IntPredicate,
  Operand,
  Ordering,
  SourceLocation,
  Terminator,
  Type,
} from '../../ir/program.ts';
import {
  BINARY,
  CASTS,
  compareType,
  getelementptrType,
  memberType,
  readBinaryFlags,
  skipFastMath,
} from './operators.ts';
import { Char, isDigit, Unreadable } from './scanner.ts';
import {
  atType,
  integerType,
  metadataType,
  pointerType,
  readAddressSpace,
  readType,
  unknownType,
  voidType,
} from './types.ts';
import {
  calleeType,
  isValueWord,
  readTypedValue,
  readValue,
  registerName,
  type Scope,
  skipMetadata,
} from './values.ts';

/** What an instruction can refer to inside its function. */
export interface BodyScope extends Scope {
  /** The provisional index of the block called `label`. */
  block(label: string): number;
  /** The place that the location node `id` stands for. */
  location(id: string): SourceLocation | null;
}

type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
/** While a function is read its blocks are provisional, so terminators and phis are patched afterwards. */
export type MutableTerminator = Mutable<Terminator>;
export type MutableInstruction = Mutable<Instruction>;

/** An instruction, a terminator, or (for `invoke`) both. */
export interface Statement {
  instruction: MutableInstruction | null;
  terminator: MutableTerminator | null;
}

/** What may follow the operands of an instruction. */
interface Trailer {
  align: number;
  space: number;
  location: SourceLocation | null;
}

const TERMINATORS = new Set([
  'ret',
  'br',
  'switch',
  'unreachable',
  'invoke',
  'resume',
  'indirectbr',
  'callbr',
  'catchswitch',
  'catchret',
  'cleanupret',
]);

/** Instructions that are known and not modelled: exceptions of host code. They are skipped together with their clauses. */
const UNMODELLED = new Set([
  'landingpad',
  'catchpad',
  'cleanuppad',
  'resume',
  'indirectbr',
  'callbr',
  'catchswitch',
  'catchret',
  'cleanupret',
]);

const ORDERINGS = new Set(['unordered', 'monotonic', 'acquire', 'release', 'acq_rel', 'seq_cst']);
const INT_PREDICATES = new Set(['eq', 'ne', 'ugt', 'uge', 'ult', 'ule', 'sgt', 'sge', 'slt', 'sle']);
const FLOAT_PREDICATES = new Set('false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true'.split(' '));
const ATOMIC_OPERATORS = new Set(
  (
    'xchg add sub and nand or xor max min umax umin fadd fsub fmax fmin ' +
    'uinc_wrap udec_wrap usub_cond usub_sat fmaximum fminimum'
  ).split(' '),
);

/** True when `opcode` ends a block. */
export function isTerminator(opcode: string): boolean {
  return TERMINATORS.has(opcode);
}

/** True when `opcode` is known to be outside the model. */
export function isUnmodelled(opcode: string): boolean {
  return UNMODELLED.has(opcode);
}

/** Reads what follows `opcode`. The register is filled in by the caller. Raises `Unreadable` for unknown opcodes. */
export function readStatement(scope: BodyScope, opcode: string): Statement {
  switch (opcode) {
    case 'br':
    case 'ret':
    case 'switch':
    case 'unreachable':
      return { instruction: null, terminator: readTerminator(scope, opcode) };
    case 'invoke': {
      const call = readCall(scope);
      const { cursor } = scope;
      if (cursor.atLineEnd()) cursor.nextLine();
      cursor.expectWord('to');
      const target = readLabel(scope);
      cursor.expectWord('unwind');
      readLabel(scope);
      const location = readTrailer(scope).location;
      call.location = location;
      return { instruction: call, terminator: { op: 'br', target, location } };
    }
    default:
      return { instruction: readInstruction(scope, opcode), terminator: null };
  }
}

function readTerminator(scope: BodyScope, opcode: 'br' | 'ret' | 'switch' | 'unreachable'): MutableTerminator {
  const { cursor, types } = scope;
  switch (opcode) {
    case 'unreachable':
      return { op: 'unreachable', location: readTrailer(scope).location };
    case 'ret': {
      const type = readType(cursor, types);
      const value = type === voidType ? null : readValue(scope, type);
      return { op: 'ret', value, location: readTrailer(scope).location };
    }
    case 'br': {
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
    }
    case 'switch': {
      const value = readTypedValue(scope);
      cursor.expect(Char.comma);
      const defaultTarget = readLabel(scope);
      cursor.expect(Char.openBracket);
      const cases: { value: bigint; target: number }[] = [];
      for (;;) {
        if (cursor.atLineEnd()) {
          if (cursor.position >= cursor.text.length) throw new Unreadable('unterminated switch');
          cursor.nextLine();
          continue;
        }
        if (cursor.accept(Char.closeBracket)) break;
        const constant = readTypedValue(scope);
        if (constant.kind !== 'int') throw new Unreadable('a case that is no integer');
        cursor.expect(Char.comma);
        cases.push({ value: constant.value, target: readLabel(scope) });
      }
      return { op: 'switch', value, defaultTarget, cases, location: readTrailer(scope).location };
    }
  }
}

function readInstruction(scope: BodyScope, opcode: string): MutableInstruction {
  const { cursor, types } = scope;
  switch (opcode) {
    case 'load': {
      const atomic = cursor.acceptWord('atomic');
      const volatile = cursor.acceptWord('volatile');
      const type = readType(cursor, types);
      cursor.expect(Char.comma);
      const pointer = readTypedValue(scope);
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
    }
    case 'store': {
      const atomic = cursor.acceptWord('atomic');
      const volatile = cursor.acceptWord('volatile');
      const value = readTypedValue(scope);
      cursor.expect(Char.comma);
      const pointer = readTypedValue(scope);
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
    }
    case 'getelementptr': {
      let inbounds = false;
      while (!atType(cursor)) {
        const flag = cursor.word();
        if (flag === 'inbounds') inbounds = true;
        else if (flag !== 'nuw' && flag !== 'nusw') throw new Unreadable('malformed getelementptr');
      }
      const source = readType(cursor, types);
      cursor.expect(Char.comma);
      const pointer = readTypedValue(scope);
      const indices: Operand[] = [];
      while (acceptOperand(scope)) indices.push(readTypedValue(scope));
      const { location } = readTrailer(scope);
      const type = getelementptrType(pointer, indices);
      return { op: 'getelementptr', result: null, type, location, source, pointer, indices, inbounds };
    }
    case 'call': {
      const call = readCall(scope);
      call.location = readTrailer(scope).location;
      return call;
    }
    case 'tail':
    case 'musttail':
    case 'notail':
      cursor.expectWord('call');
      return readInstruction(scope, 'call');
    case 'icmp': {
      cursor.acceptWord('samesign');
      const predicate = oneOf<IntPredicate>(INT_PREDICATES, cursor.word());
      const left = readTypedValue(scope);
      cursor.expect(Char.comma);
      const right = readValue(scope, left.type);
      const { location } = readTrailer(scope);
      return { op: 'icmp', result: null, type: compareType(left.type), location, predicate, left, right };
    }
    case 'fcmp': {
      skipFastMath(cursor);
      const predicate = oneOf<FloatPredicate>(FLOAT_PREDICATES, cursor.word());
      const left = readTypedValue(scope);
      cursor.expect(Char.comma);
      const right = readValue(scope, left.type);
      const { location } = readTrailer(scope);
      return { op: 'fcmp', result: null, type: compareType(left.type), location, predicate, left, right };
    }
    case 'alloca':
      return readAlloca(scope);
    case 'phi': {
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
    }
    case 'select': {
      skipFastMath(cursor);
      const condition = readTypedValue(scope);
      cursor.expect(Char.comma);
      const ifTrue = readTypedValue(scope);
      cursor.expect(Char.comma);
      const ifFalse = readTypedValue(scope);
      const { location } = readTrailer(scope);
      return { op: 'select', result: null, type: ifTrue.type, location, condition, ifTrue, ifFalse };
    }
    case 'fneg': {
      skipFastMath(cursor);
      const operand = readTypedValue(scope);
      const { location } = readTrailer(scope);
      return { op: 'fneg', result: null, type: operand.type, location, operand };
    }
    case 'freeze': {
      const operand = readTypedValue(scope);
      const { location } = readTrailer(scope);
      return { op: 'freeze', result: null, type: operand.type, location, operand };
    }
    case 'atomicrmw': {
      const volatile = cursor.acceptWord('volatile');
      const operator = oneOf<AtomicOperator>(ATOMIC_OPERATORS, cursor.word());
      const pointer = readTypedValue(scope);
      cursor.expect(Char.comma);
      const value = readTypedValue(scope);
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
    }
    case 'cmpxchg': {
      cursor.acceptWord('weak');
      const volatile = cursor.acceptWord('volatile');
      const pointer = readTypedValue(scope);
      cursor.expect(Char.comma);
      const expected = readTypedValue(scope);
      cursor.expect(Char.comma);
      const replacement = readTypedValue(scope);
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
    }
    case 'fence': {
      const syncScope = readSyncScope(scope);
      const ordering = readOrdering(scope);
      const { location } = readTrailer(scope);
      return { op: 'fence', result: null, type: voidType, location, ordering, syncScope };
    }
    case 'extractelement': {
      const vector = readTypedValue(scope);
      cursor.expect(Char.comma);
      const index = readTypedValue(scope);
      if (vector.type.kind !== 'vector') throw new Unreadable('extractelement of no vector');
      const { location } = readTrailer(scope);
      return { op: 'extractelement', result: null, type: vector.type.element, location, vector, index };
    }
    case 'insertelement': {
      const vector = readTypedValue(scope);
      cursor.expect(Char.comma);
      const element = readTypedValue(scope);
      cursor.expect(Char.comma);
      const index = readTypedValue(scope);
      const { location } = readTrailer(scope);
      return { op: 'insertelement', result: null, type: vector.type, location, vector, element, index };
    }
    case 'shufflevector':
      return readShuffle(scope);
    case 'extractvalue': {
      const aggregate = readTypedValue(scope);
      const indices = readIndices(scope);
      const { location } = readTrailer(scope);
      return {
        op: 'extractvalue',
        result: null,
        type: memberType(aggregate.type, indices),
        location,
        aggregate,
        indices,
      };
    }
    case 'insertvalue': {
      const aggregate = readTypedValue(scope);
      cursor.expect(Char.comma);
      const element = readTypedValue(scope);
      const indices = readIndices(scope);
      const { location } = readTrailer(scope);
      return { op: 'insertvalue', result: null, type: aggregate.type, location, aggregate, element, indices };
    }
    case 'va_arg': {
      const operand = readTypedValue(scope);
      cursor.expect(Char.comma);
      const type = readType(cursor, types);
      const { location } = readTrailer(scope);
      return { op: 'va_arg', result: null, type, location, operand };
    }
  }
  if (BINARY.has(opcode)) {
    const { noUnsignedWrap, noSignedWrap, exact } = readBinaryFlags(cursor);
    const left = readTypedValue(scope);
    cursor.expect(Char.comma);
    const right = readValue(scope, left.type);
    const { location } = readTrailer(scope);
    return {
      op: 'binary',
      result: null,
      type: left.type,
      location,
      operator: opcode as never,
      left,
      right,
      noUnsignedWrap,
      noSignedWrap,
      exact,
    };
  }
  if (CASTS.has(opcode)) {
    const { nonNegative } = readBinaryFlags(cursor);
    const operand = readTypedValue(scope);
    cursor.expectWord('to');
    const type = readType(cursor, types);
    const { location } = readTrailer(scope);
    return { op: 'cast', result: null, type, location, operator: opcode as never, operand, nonNegative };
  }
  throw new Unreadable(`'${opcode.slice(0, 40)}' is no instruction`);
}

function readAlloca(scope: BodyScope): MutableInstruction {
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
}

const ONE: Operand = { kind: 'int', value: 1n, type: integerType(32) };

function readShuffle(scope: BodyScope): MutableInstruction {
  const { cursor } = scope;
  const left = readTypedValue(scope);
  cursor.expect(Char.comma);
  const right = readTypedValue(scope);
  cursor.expect(Char.comma);
  const selector = readTypedValue(scope);
  if (left.type.kind !== 'vector' || selector.type.kind !== 'vector')
    throw new Unreadable('shufflevector of no vector');
  const { length } = selector.type;
  let mask: number[];
  if (selector.kind === 'zero' && length < 65_536) mask = new Array<number>(length).fill(0);
  else if (selector.kind === 'undef' && length < 65_536) mask = new Array<number>(length).fill(-1);
  else if (selector.kind === 'aggregate') {
    mask = selector.elements.map((element) => (element.kind === 'int' ? Number(element.value) : -1));
  } else throw new Unreadable('a shuffle mask that is no constant');
  const { location } = readTrailer(scope);
  const type: Type = { kind: 'vector', length, element: left.type.element };
  return { op: 'shufflevector', result: null, type, location, left, right, mask };
}

const NO_OPERANDS: readonly Operand[] = [];
const NO_TYPES: readonly null[] = [];

/** Reads a call up to its operand bundles; the location is the caller's to fill in. */
function readCall(scope: BodyScope): Extract<MutableInstruction, { op: 'call' }> {
  const { cursor, types } = scope;
  // Fast-math flags, calling convention and attributes of the result.
  while (!atType(cursor)) skipAttribute(scope);
  const type = readType(cursor, types);
  // A callee with a variable number of arguments is preceded by its full type, `i32 (ptr, ...)`.
  if (cursor.peek() === Char.open) cursor.skipBalanced();
  const callee = readValue(scope, calleeType);
  cursor.expect(Char.open);
  let args = NO_OPERANDS as Operand[];
  let byValue = NO_TYPES as (Type | null)[];
  if (!cursor.accept(Char.close)) {
    args = [];
    byValue = [];
    do {
      const argumentType = readType(cursor, types);
      // A metadata operand has no attributes, and may itself start with a type.
      byValue.push(argumentType === metadataType ? null : readArgumentAttributes(scope));
      args.push(readValue(scope, argumentType));
    } while (cursor.accept(Char.comma));
    cursor.expect(Char.close);
  }
  // Attributes of the call and operand bundles.
  for (;;) {
    const code = cursor.peek();
    if (code === Char.hash) {
      cursor.position++;
      cursor.natural();
    } else if (code === Char.openBracket) cursor.skipBalanced();
    else if (code === Char.quote || (code >= 97 && code <= 122 && !isInvokeTarget(scope))) skipAttribute(scope);
    else break;
  }
  return { op: 'call', result: null, type, location: null, callee, arguments: args, byValue };
}

function isInvokeTarget(scope: BodyScope): boolean {
  return scope.cursor.text.startsWith('to label', scope.cursor.position);
}

/** Skips the attributes between an argument's type and its value; answers the type in `byval(…)`. */
function readArgumentAttributes(scope: BodyScope): Type | null {
  const { cursor, types } = scope;
  let byValue: Type | null = null;
  for (;;) {
    const code = cursor.peek();
    if (code === Char.quote) {
      skipAttribute(scope);
      continue;
    }
    if (code < 97 || code > 122) return byValue;
    const before = cursor.position;
    const word = cursor.word();
    if (word === 'byval' && cursor.text.charCodeAt(cursor.position) === Char.open) {
      cursor.position++;
      byValue = readType(cursor, types);
      cursor.expect(Char.close);
      continue;
    }
    cursor.position = before;
    if (word === 'noundef') {
      cursor.position += 7;
      continue;
    }
    if (isValueWord(word) || word === 'c' || word.startsWith('f0x')) return byValue;
    skipAttribute(scope);
  }
}

/** Skips one attribute: `noundef`, `align 8`, `dereferenceable(12)`, `range(i32 0, 5)`, `"key"="value"`, `cc 10`. */
export function skipAttribute(scope: Pick<Scope, 'cursor'>): void {
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

/** Takes a comma when an operand follows it, not metadata or an alignment. */
function acceptOperand(scope: BodyScope): boolean {
  const { cursor } = scope;
  if (cursor.peek() !== Char.comma) return false;
  const before = cursor.position++;
  if (cursor.peek() !== Char.bang) return true;
  cursor.position = before;
  return false;
}

function readIndices(scope: BodyScope): number[] {
  const indices: number[] = [];
  while (acceptOperand(scope)) indices.push(scope.cursor.natural());
  if (indices.length === 0) throw new Unreadable('expected an index');
  return indices;
}

function readLabel(scope: BodyScope): number {
  scope.cursor.expectWord('label');
  return readLabelName(scope);
}

function readLabelName(scope: BodyScope): number {
  scope.cursor.expect(Char.percent);
  return scope.block(registerName(scope.cursor));
}

function readSyncScope({ cursor }: BodyScope): string | null {
  if (!cursor.acceptWord('syncscope')) return null;
  cursor.expect(Char.open);
  const name = cursor.quoted();
  cursor.expect(Char.close);
  // LLVM's name for "every thread of the system" is the empty string, which it leaves out.
  return name === '' ? null : name;
}

function readOrdering({ cursor }: BodyScope): Ordering {
  return oneOf<Ordering>(ORDERINGS, cursor.word());
}

function oneOf<T extends string>(known: ReadonlySet<string>, word: string): T {
  if (!known.has(word)) throw new Unreadable(`unexpected '${word.slice(0, 40)}'`);
  return word as T;
}

/**
 * Reads what may follow an instruction's operands: alignment, address space, metadata. Nothing else may be left on the
 * line: an unknown clause could change the instruction's meaning.
 */
function readTrailer(scope: BodyScope): Trailer {
  const { cursor } = scope;
  const trailer: Trailer = { align: 0, space: 0, location: null };
  while (cursor.accept(Char.comma)) {
    if (cursor.peek() === Char.bang) {
      cursor.position++;
      const kind = cursor.name();
      if (kind === 'dbg' && cursor.peek() === Char.bang && isDigit(cursor.text.charCodeAt(cursor.position + 1))) {
        cursor.position++;
        trailer.location = scope.location(cursor.word());
      } else {
        cursor.peek();
        skipMetadata(cursor);
      }
    } else if (cursor.acceptWord('align')) trailer.align = cursor.natural();
    else if (cursor.acceptWord('addrspace')) trailer.space = readAddressSpace(cursor);
    else throw new Unreadable('an unknown clause');
  }
  if (!cursor.atLineEnd()) throw new Unreadable('unexpected text after the instruction');
  return trailer;
}

/** What stands for an instruction that could not be read. */
export function unknownInstruction(text: string, location: SourceLocation | null = null): MutableInstruction {
  return { op: 'unknown', result: null, type: unknownType, location, text };
}
