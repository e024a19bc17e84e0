/** PTX's operations on bits: logic, shifts and fields. */
import type { BinaryOperator, Operand, Type } from '../../ir/program.ts';
import type { IntegerType } from '../llvm/types.ts';
import type { PtxEmitter, Translation } from './emitter.ts';
import type { PtxOperand } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { pure } from './pure.ts';
import { bitsOf, i1, i32, int, ptxType } from './types.ts';

/** The type of an instruction on bits, which has nothing but the type behind its name. */
function bitsType({ words, opcode, operands }: PtxStatement, count: number, modifiers = 0): IntegerType {
  const type = ptxType(words.at(-1))?.type;
  if (type?.kind !== 'int' || words.length !== 2 + modifiers || operands.length !== count) throw notModelled(opcode);
  return type;
}

function logic(operator: BinaryOperator): Translation {
  return (emitter, statement) => {
    const type = bitsType(statement, 3);
    const [to, a, b] = statement.operands;
    emitter.write(to, emitter.binary(operator, emitter.read(a, type), emitter.read(b, type)), false);
  };
}

function not(emitter: PtxEmitter, statement: PtxStatement): void {
  const type = bitsType(statement, 2);
  const value = emitter.read(statement.operands[1], type);
  emitter.write(statement.operands[0], emitter.binary('xor', value, int(-1, type)), false);
}

function isZero(emitter: PtxEmitter, statement: PtxStatement): void {
  const type = bitsType(statement, 2);
  const left = emitter.read(statement.operands[1], type);
  const bit = emitter.emit({ op: 'icmp', predicate: 'eq', left, right: int(0, type) }, i1);
  emitter.write(statement.operands[0], emitter.cast('zext', bit, type), false);
}

/** A number that is known, or null. */
function constant(emitter: PtxEmitter, operand: PtxOperand | undefined): number | null {
  const value = operand?.kind === 'placeholder' || operand?.kind === 'integer' ? emitter.read(operand, i32) : null;
  return value?.kind === 'int' ? Number(BigInt.asUintN(32, value.value)) : null;
}

/** Shifts take any amount: from the width on nothing is left, or the sign alone. */
function shift(direction: 'shl' | 'shr'): Translation {
  return (emitter, statement) => {
    const type = bitsType(statement, 3);
    const isSigned = ptxType(statement.words.at(-1))!.isSigned;
    const operator = direction === 'shl' ? 'shl' : isSigned ? 'ashr' : 'lshr';
    const [to, from, by] = statement.operands;
    const value = emitter.read(from, type);
    emitter.write(to, shifted(emitter, operator, value, type, by!), isSigned);
  };
}

function shifted(
  emitter: PtxEmitter,
  operator: 'shl' | 'lshr' | 'ashr',
  value: Operand,
  type: IntegerType,
  by: PtxOperand,
): Operand {
  const { bits } = type;
  const known = constant(emitter, by);
  if (known !== null && known < bits) return emitter.binary(operator, value, int(known, type));
  const last = int(bits - 1, type);
  if (known !== null) return operator === 'ashr' ? emitter.binary('ashr', value, last) : int(0, type);
  const left = emitter.read(by, i32);
  const amount = bits > 32 ? emitter.cast('zext', left, type) : emitter.convert(left, type);
  const condition = emitter.emit({ op: 'icmp', predicate: 'ult', left, right: int(bits, i32) }, i1);
  const ifTrue = emitter.binary(operator, value, amount);
  const ifFalse = operator === 'ashr' ? emitter.binary('ashr', value, last) : int(0, type);
  return emitter.emit({ op: 'select', condition, ifTrue, ifFalse }, type);
}

/** `shf.l.wrap.b32 d, a, b, c`: `b:a` shifted. */
function funnelShift(emitter: PtxEmitter, statement: PtxStatement): void {
  const type = bitsType(statement, 4, 2);
  const [, direction, mode] = statement.words;
  const [to, low, high, by] = statement.operands;
  const known = constant(emitter, by);
  const isModular = mode === 'wrap' || (mode === 'clamp' && known !== null && known < 32);
  if (!isModular || (direction !== 'l' && direction !== 'r') || type.bits !== 32) {
    pure(emitter, statement, type);
    return;
  }
  const args = [emitter.read(high, i32), emitter.read(low, i32), emitter.read(by, i32)];
  emitter.write(to, emitter.call(`llvm.fsh${direction}.i32`, args, i32), false);
}

/** Any function of three bits, by its table: bit `4a + 2b + c` of the last operand. */
function logic3(emitter: PtxEmitter, statement: PtxStatement): void {
  const type = bitsType(statement, 5);
  const [to, ...sources] = statement.operands;
  const table = constant(emitter, sources[3]);
  if (table === null) throw notModelled(statement.opcode);
  const inputs = sources.slice(0, 3).map((source) => emitter.read(source, type));
  emitter.write(to, chosen(emitter, inputs, table & 0xff, 8, type), false);
}

/** The function of `inputs` whose table has `size` bits. */
function chosen(emitter: PtxEmitter, inputs: readonly Operand[], table: number, size: number, type: Type): Operand {
  if (table === 0) return int(0, type);
  if (table === 2 ** size - 1) return int(-1, type);
  const [input, ...others] = inputs;
  const half = size / 2;
  const [low, high] = [table & (2 ** half - 1), table >> half];
  const branch = (part: number) => chosen(emitter, others, part, half, type);
  if (low === high) return branch(low);
  const inverted = () => emitter.binary('xor', input!, int(-1, type));
  const isNone = (part: number) => part === 0;
  const isAll = (part: number) => part === 2 ** half - 1;
  if (isNone(low) && isAll(high)) return input!;
  if (isAll(low) && isNone(high)) return inverted();
  if (isNone(low)) return emitter.binary('and', input!, branch(high));
  if (isNone(high)) return emitter.binary('and', inverted(), branch(low));
  if (isAll(high)) return emitter.binary('or', input!, branch(low));
  if (isAll(low)) return emitter.binary('or', inverted(), branch(high));
  if (low === 2 ** half - 1 - high) return emitter.binary('xor', input!, branch(low));
  return emitter.binary(
    'or',
    emitter.binary('and', input!, branch(high)),
    emitter.binary('and', inverted(), branch(low)),
  );
}

/** `bfe.u32 d, a, position, length`: a field of bits, and its sign where it has one. */
function extractField(emitter: PtxEmitter, statement: PtxStatement): void {
  const type = bitsType(statement, 4);
  const isSigned = ptxType(statement.words.at(-1))!.isSigned;
  const [to, from, ...field] = statement.operands;
  const [position, length] = field.map((operand) => constant(emitter, operand));
  const value = emitter.read(from, type);
  if (position == null || length == null || position + length > type.bits || length === 0) {
    pure(emitter, statement, type);
    return;
  }
  const above = int(type.bits - position - length, type);
  const back = int(type.bits - length, type);
  const result = isSigned
    ? emitter.binary('ashr', emitter.binary('shl', value, above), back)
    : emitter.binary('and', emitter.binary('lshr', value, int(position, type)), int((1n << BigInt(length)) - 1n, type));
  emitter.write(to, result, isSigned);
}

/** `bfi.b32 d, a, b, position, length`: the low bits of `a` in the place of a field of `b`. */
function insertField(emitter: PtxEmitter, statement: PtxStatement): void {
  const type = bitsType(statement, 5);
  const [to, field, whole, ...place] = statement.operands;
  const [position, length] = place.map((operand) => constant(emitter, operand));
  if (position == null || length == null || position + length > type.bits) {
    pure(emitter, statement, type);
    return;
  }
  const mask = ((1n << BigInt(length)) - 1n) << BigInt(position);
  const moved =
    position < type.bits ? emitter.binary('shl', emitter.read(field, type), int(position, type)) : int(0, type);
  const kept = emitter.binary('and', emitter.read(whole, type), int(~mask, type));
  emitter.write(to, emitter.binary('or', kept, emitter.binary('and', moved, int(mask, type))), false);
}

function permute(emitter: PtxEmitter, statement: PtxStatement): void {
  const type = bitsType(statement, 4, statement.words.length - 2);
  if (statement.words.length !== 2 || bitsOf(type) !== 32) {
    pure(emitter, statement, type);
    return;
  }
  const args = statement.operands.slice(1).map((operand) => emitter.read(operand, i32));
  emitter.write(statement.operands[0], emitter.call('llvm.nvvm.prmt', args, i32), false);
}

export const BIT_RULES = new Map<string, Translation>([
  ['and', logic('and')],
  ['or', logic('or')],
  ['xor', logic('xor')],
  ['not', not],
  ['cnot', isZero],
  ['shl', shift('shl')],
  ['shr', shift('shr')],
  ['shf', funnelShift],
  ['lop3', logic3],
  ['bfe', extractField],
  ['bfi', insertField],
  ['prmt', permute],
]);
