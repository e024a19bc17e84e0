/** Instructions that make an address of another: what they compute stays a pointer. */
import type { Operand, Type } from '../../../ir/program.ts';
import { integerType } from '../../llvm/types.ts';
import type { PtxEmitter } from '../emitter.ts';
import type { PtxOperand } from '../operands.ts';
import type { PtxStatement } from '../parse.ts';
import { i1, i8, i64, ptxType } from '../types.ts';
import { asPointer } from './function-registers.ts';

type Rule = (emitter: PtxEmitter, statement: PtxStatement, type: Type) => Operand | null;

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['mov', (emitter, { operands }, type) => addressIn(emitter, operands[1], type)],
  ['cvt', (emitter, { operands }, type) => addressIn(emitter, operands[1], type)],
  ['add', sum],
  ['sub', difference],
  ['mad', productAndSum],
  ['selp', choice],
]);

/** @returns false where the result is no address, or not made of one */
export function translateAddress(emitter: PtxEmitter, statement: PtxStatement): boolean {
  const [to] = statement.operands;
  const type = to === undefined ? null : emitter.typeOfOutput(to);
  const rule = RULES.get(statement.words[0]!);
  if (to === undefined || type === null || rule === undefined || statement.words.includes('cc')) return false;
  const value = rule(emitter, statement, type);
  if (value === null) return false;
  emitter.write(to, value, false);
  return true;
}

function addressIn(emitter: PtxEmitter, operand: PtxOperand | undefined, type: Type): Operand | null {
  if (operand?.kind === 'integer' && operand.value === 0n) return { kind: 'null', type };
  if (operand?.kind !== 'register' && operand?.kind !== 'symbol') return null;
  const value = emitter.value(operand);
  return value.type.kind === 'pointer' ? asPointer(emitter, value, type) : null;
}

function isAddress(emitter: PtxEmitter, operand: PtxOperand | undefined): boolean {
  if (operand?.kind === 'symbol') return true;
  return operand !== undefined && emitter.typeOfOutput(operand)?.kind === 'pointer';
}

/** Without a place: an access stands where it is made, and its address may be made long before. */
function moved(emitter: PtxEmitter, pointer: Operand, offset: Operand): Operand {
  const { location } = emitter;
  emitter.location = null;
  const body = { op: 'getelementptr', source: i8, pointer, indices: [offset], inbounds: false } as const;
  const result = emitter.emit(body, pointer.type);
  emitter.location = location;
  return result;
}

/** The number that is added to an address, as 64 bits. */
function offsetIn(emitter: PtxEmitter, operand: PtxOperand | undefined, word: string | undefined): Operand {
  const named = ptxType(word)?.type;
  return emitter.signExtended(emitter.read(operand, named?.kind === 'int' ? named : i64));
}

function sum(emitter: PtxEmitter, { operands, words }: PtxStatement, type: Type): Operand | null {
  const [, a, b] = operands;
  const [base, offset] = isAddress(emitter, a) ? [a, b] : [b, a];
  const pointer = addressIn(emitter, base, type);
  return pointer && moved(emitter, pointer, offsetIn(emitter, offset, words.at(-1)));
}

function difference(emitter: PtxEmitter, { operands, words }: PtxStatement, type: Type): Operand | null {
  const pointer = addressIn(emitter, operands[1], type);
  if (pointer === null) return null;
  const offset = offsetIn(emitter, operands[2], words.at(-1));
  const zero: Operand = { kind: 'int', value: 0n, type: i64 };
  return moved(emitter, pointer, emitter.binary('sub', zero, offset));
}

/** `mad.lo.s32 d, a, b, c` and `mad.wide.u32 d, a, b, c`, where `c` is an address. */
function productAndSum(emitter: PtxEmitter, { operands, words }: PtxStatement, type: Type): Operand | null {
  const named = ptxType(words.at(-1));
  const isWide = words[1] === 'wide';
  if (named?.type.kind !== 'int' || (!isWide && words[1] !== 'lo') || !isAddress(emitter, operands[3])) return null;
  const pointer = addressIn(emitter, operands[3], type);
  if (pointer === null) return null;
  const [a, b] = [emitter.read(operands[1], named.type), emitter.read(operands[2], named.type)];
  const wide = integerType(2 * named.type.bits);
  const extended = (x: Operand) => (isWide ? emitter.cast(named.isSigned ? 'sext' : 'zext', x, wide) : x);
  const [left, right] = [extended(a), extended(b)];
  const product = emitter.emit(
    {
      op: 'binary',
      operator: 'mul',
      left,
      right,
      noUnsignedWrap: isWide && !named.isSigned,
      noSignedWrap: (isWide && named.isSigned) || emitter.isSignedArithmetic,
      exact: false,
    },
    left.type,
  );
  return moved(emitter, pointer, emitter.signExtended(product));
}

function choice(emitter: PtxEmitter, { operands }: PtxStatement, type: Type): Operand | null {
  const [ifTrue, ifFalse] = [addressIn(emitter, operands[1], type), addressIn(emitter, operands[2], type)];
  if (ifTrue === null || ifFalse === null) return null;
  return emitter.emit({ op: 'select', condition: emitter.read(operands[3], i1), ifTrue, ifFalse }, type);
}
