/** PTX's arithmetic of integers, exact where `Program` has the operation. */

import type { Operand, Type } from '../../ir/program.ts';
import { integerType } from '../llvm/types.ts';
import type { PtxEmitter, Translation } from './emitter.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { bitsOf, i1, i32, int, ptxType } from './types.ts';

/** An instruction on integers of one type: what its name says, and its operands at hand. */
class IntegerInstruction {
  readonly emitter: PtxEmitter;
  readonly type: Type;
  readonly bits: number;
  readonly isSigned: boolean;
  /** What stands between the name and the type: `lo`, `cc` … */
  readonly modifiers: readonly string[];
  readonly #statement: PtxStatement;

  constructor(emitter: PtxEmitter, statement: PtxStatement, operands: number) {
    const named = ptxType(statement.words.at(-1));
    if (named?.type.kind !== 'int' || statement.operands.length !== operands) throw notModelled(statement.opcode);
    this.emitter = emitter;
    this.type = named.type;
    this.bits = named.type.bits;
    this.isSigned = named.isSigned;
    this.modifiers = statement.words.slice(1, -1);
    this.#statement = statement;
  }

  /** Source operand `index`, counted from 1 as the result is 0. */
  source(index: number, type: Type = this.type): Operand {
    return this.emitter.read(this.#statement.operands[index], type);
  }

  result(value: Operand): void {
    this.emitter.write(this.#statement.operands[0], value, this.isSigned);
  }

  refuse(): never {
    throw notModelled(this.#statement.opcode);
  }
}

type Rule = (x: IntegerInstruction) => Operand;

/**
 * A translation of an integer instruction.
 * @param operands how many, the result included
 * @param modifiers what may stand between the name and the type
 */
function rule(operands: number, modifiers: readonly string[], compute: Rule): Translation {
  return (emitter, statement) => {
    const instruction = new IntegerInstruction(emitter, statement, operands);
    if (!instruction.modifiers.every((modifier) => modifiers.includes(modifier))) instruction.refuse();
    instruction.result(compute(instruction));
  };
}

// ---- sums, with and without carry ----------------------------------------------------------------------------------------

/** A sum or a difference (and the carry that came before), its own carry kept where `cc` asks for it. */
function withCarry(
  x: IntegerInstruction,
  operator: 'add' | 'sub',
  left: Operand,
  right: Operand,
  takesCarry: boolean,
): Operand {
  const { emitter, type } = x;
  const carries: Operand[] = [];
  const step = (a: Operand, b: Operand): Operand => {
    if (x.modifiers.includes('cc')) carries.push(overflow(x, operator, a, b));
    return emitter.binary(operator, a, b);
  };
  let result = step(left, right);
  if (takesCarry) {
    if (emitter.carry === null) x.refuse();
    result = step(result, emitter.cast('zext', emitter.carry, type));
  }
  if (carries.length > 0) emitter.carry = carries.reduce((a, b) => emitter.binary('or', a, b));
  return result;
}

function overflow({ emitter, type, bits }: IntegerInstruction, operator: string, a: Operand, b: Operand): Operand {
  const pair: Type = { kind: 'struct', name: null, packed: false, fields: [type, i1] };
  const both = emitter.call(`llvm.u${operator}.with.overflow.i${bits}`, [a, b], pair);
  return emitter.emit({ op: 'extractvalue', aggregate: both, indices: [1] }, i1);
}

// ---- products --------------------------------------------------------------------------------------------------------------

/** The product of operands 1 and 2: its low half, its high half, or all of it. */
function product(x: IntegerInstruction): Operand {
  const { emitter, type, bits, isSigned, modifiers } = x;
  const [a, b] = [x.source(1), x.source(2)];
  if (modifiers.includes('lo')) return emitter.binary('mul', a, b);
  const isHigh = modifiers.includes('hi');
  if (isHigh && bits >= 32) {
    const suffix = bits === 32 ? (isSigned ? 'i' : 'ui') : isSigned ? 'll' : 'ull';
    return emitter.call(`llvm.nvvm.mulhi.${suffix}`, [a, b], type);
  }
  if (bits > 32 || (!isHigh && !modifiers.includes('wide')) || modifiers.includes('cc')) x.refuse();
  const wide = integerType(2 * bits);
  const extended = (value: Operand) => emitter.cast(isSigned ? 'sext' : 'zext', value, wide);
  const [left, right] = [extended(a), extended(b)];
  const whole = emitter.emit(
    { op: 'binary', operator: 'mul', left, right, noUnsignedWrap: !isSigned, noSignedWrap: isSigned, exact: false },
    wide,
  );
  return isHigh ? emitter.cast('trunc', emitter.binary('lshr', whole, int(bits, wide)), type) : whole;
}

function productPlus(x: IntegerInstruction, takesCarry: boolean): Operand {
  const value = product(x);
  return withCarry(x, 'add', value, x.source(3, value.type), takesCarry);
}

/** The low 24 bits of two numbers multiplied, of that the low word. */
function product24(x: IntegerInstruction): Operand {
  const { emitter, type, bits, isSigned } = x;
  if (bits !== 32 || !x.modifiers.includes('lo')) x.refuse();
  const low = (value: Operand) =>
    isSigned
      ? emitter.binary('ashr', emitter.binary('shl', value, int(8, type)), int(8, type))
      : emitter.binary('and', value, int(0xffffff, type));
  return emitter.binary('mul', low(x.source(1)), low(x.source(2)));
}

// ---- order -------------------------------------------------------------------------------------------------------------------

function difference(x: IntegerInstruction): Operand {
  const { emitter, isSigned } = x;
  const [left, right] = [x.source(1), x.source(2)];
  const condition = emitter.emit({ op: 'icmp', predicate: isSigned ? 'sgt' : 'ugt', left, right }, i1);
  const [ifTrue, ifFalse] = [emitter.binary('sub', left, right), emitter.binary('sub', right, left)];
  return emitter.emit({ op: 'select', condition, ifTrue, ifFalse }, x.type);
}

/** Calls an intrinsic of LLVM that is named after the type. */
function intrinsic(x: IntegerInstruction, name: string, args: readonly Operand[]): Operand {
  return x.emitter.call(`llvm.${name}.i${x.bits}`, args, x.type);
}

/** A count fits 32 bits whatever it counts in. */
function asCount(x: IntegerInstruction, count: Operand): Operand {
  const bits = bitsOf(count.type) ?? 0;
  return bits > 32 ? x.emitter.cast('trunc', count, i32) : count;
}

function leadingZeros(x: IntegerInstruction, value: Operand): Operand {
  return intrinsic(x, 'ctlz', [value, int(0, i1)]);
}

/** The place of the highest bit that is set (of a negative number: that is not set); -1 where there is none. */
function highestBit(x: IntegerInstruction): Operand {
  const { emitter, type, bits } = x;
  const value = x.source(1);
  const sign = x.isSigned ? emitter.binary('ashr', value, int(bits - 1, type)) : null;
  const bitsSet = sign ? emitter.binary('xor', value, sign) : value;
  const zeros = leadingZeros(x, bitsSet);
  if (x.modifiers.includes('shiftamt')) {
    // How far it has to be shifted to be the highest bit.
    const condition = emitter.emit({ op: 'icmp', predicate: 'eq', left: bitsSet, right: int(0, type) }, i1);
    const shift = emitter.emit({ op: 'select', condition, ifTrue: int(-1, type), ifFalse: zeros }, type);
    return asCount(x, shift);
  }
  const place = emitter.binary('sub', int(bits - 1, type), zeros);
  return asCount(x, place);
}

export const INTEGER_RULES = new Map<string, Translation>([
  ['add', rule(3, ['cc'], (x) => withCarry(x, 'add', x.source(1), x.source(2), false))],
  ['addc', rule(3, ['cc'], (x) => withCarry(x, 'add', x.source(1), x.source(2), true))],
  ['sub', rule(3, ['cc'], (x) => withCarry(x, 'sub', x.source(1), x.source(2), false))],
  ['subc', rule(3, ['cc'], (x) => withCarry(x, 'sub', x.source(1), x.source(2), true))],
  ['mul', rule(3, ['lo', 'hi', 'wide'], (x) => product(x))],
  ['mad', rule(4, ['lo', 'hi', 'wide', 'cc'], (x) => productPlus(x, false))],
  ['madc', rule(4, ['lo', 'hi', 'cc'], (x) => productPlus(x, true))],
  ['mul24', rule(3, ['lo'], (x) => product24(x))],
  ['mad24', rule(4, ['lo'], (x) => x.emitter.binary('add', product24(x), x.source(3)))],
  ['sad', rule(4, [], (x) => x.emitter.binary('add', difference(x), x.source(3)))],
  ['div', rule(3, [], (x) => x.emitter.binary(x.isSigned ? 'sdiv' : 'udiv', x.source(1), x.source(2)))],
  ['rem', rule(3, [], (x) => x.emitter.binary(x.isSigned ? 'srem' : 'urem', x.source(1), x.source(2)))],
  ['abs', rule(2, [], (x) => intrinsic(x, 'abs', [x.source(1), int(0, i1)]))],
  ['neg', rule(2, [], (x) => x.emitter.binary('sub', int(0, x.type), x.source(1)))],
  ['min', rule(3, [], (x) => intrinsic(x, x.isSigned ? 'smin' : 'umin', [x.source(1), x.source(2)]))],
  ['max', rule(3, [], (x) => intrinsic(x, x.isSigned ? 'smax' : 'umax', [x.source(1), x.source(2)]))],
  ['popc', rule(2, [], (x) => asCount(x, intrinsic(x, 'ctpop', [x.source(1)])))],
  ['clz', rule(2, [], (x) => asCount(x, leadingZeros(x, x.source(1))))],
  ['brev', rule(2, [], (x) => intrinsic(x, 'bitreverse', [x.source(1)]))],
  ['bfind', rule(2, ['shiftamt'], highestBit)],
]);
