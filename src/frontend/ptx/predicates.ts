/** PTX's comparisons, and choices by what they yield. */
import type { FloatPredicate, IntPredicate, Operand, Type } from '../../ir/program.ts';
import type { PtxEmitter } from './emitter.ts';
import type { PtxOperand } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i1, i32, int, ptxType } from './types.ts';

const SIGNED: Readonly<Record<string, IntPredicate>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'slt',
  le: 'sle',
  gt: 'sgt',
  ge: 'sge',
};
const UNSIGNED: Readonly<Record<string, IntPredicate>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'ult',
  le: 'ule',
  gt: 'ugt',
  ge: 'uge',
  lo: 'ult',
  ls: 'ule',
  hi: 'ugt',
  hs: 'uge',
};
const FLOATING: Readonly<Record<string, FloatPredicate>> = {
  eq: 'oeq',
  ne: 'one',
  lt: 'olt',
  le: 'ole',
  gt: 'ogt',
  ge: 'oge',
  equ: 'ueq',
  neu: 'une',
  ltu: 'ult',
  leu: 'ule',
  gtu: 'ugt',
  geu: 'uge',
  num: 'ord',
  nan: 'uno',
};
const COMBINATIONS = ['and', 'or', 'xor'] as const;

/** The comparison `name` of operands `left` and `right`, of the type that `word` names. */
function compared(
  emitter: PtxEmitter,
  opcode: string,
  name: string,
  word: string | undefined,
  operands: readonly [PtxOperand | undefined, PtxOperand | undefined],
): Operand {
  const named = ptxType(word);
  if (named === null || word!.endsWith('x2')) throw notModelled(opcode);
  const { type, isSigned } = named;
  const [left, right] = addresses(emitter, operands) ?? [
    emitter.read(operands[0], type),
    emitter.read(operands[1], type),
  ];
  const predicateIn = <P>(table: Readonly<Record<string, P>>): P => {
    if (!Object.hasOwn(table, name)) throw notModelled(opcode);
    return table[name]!;
  };
  return type.kind === 'float'
    ? emitter.emit({ op: 'fcmp', predicate: predicateIn(FLOATING), left: left!, right: right! }, i1)
    : emitter.emit(
        { op: 'icmp', predicate: predicateIn(isSigned ? SIGNED : UNSIGNED), left: left!, right: right! },
        i1,
      );
}

/** Two addresses, or one and null, as pointers: whoever compares them knows what they point to. */
function addresses(emitter: PtxEmitter, operands: readonly (PtxOperand | undefined)[]): readonly Operand[] | null {
  const values = operands.map((operand) => {
    if (operand?.kind === 'integer') return operand.value === 0n ? 0 : null;
    if (operand === undefined || emitter.typeOfOutput(operand)?.kind !== 'pointer') return null;
    const value = emitter.value(operand);
    return value.type.kind === 'pointer' ? value : null;
  });
  const pointer = values.find((value) => typeof value === 'object' && value !== null);
  if (pointer === undefined || pointer === null || typeof pointer !== 'object') return null;
  if (values.some((value) => value === null)) return null;
  return values.map((value) =>
    value === null || value === 0 ? { kind: 'null', type: pointer.type } : emitter.convert(value, pointer.type),
  );
}

/** `setp.lt.and.s32 p|q, a, b, c`: `p` is the comparison and `c`, `q` its opposite and `c`. */
export function setPredicate(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [name, ...more] = words.slice(1, -1).filter((word) => word !== 'ftz');
  const combination = COMBINATIONS.find((word) => word === more[0]);
  if (name === undefined || more.length > (combination ? 1 : 0) || operands.length !== (combination ? 4 : 3)) {
    throw notModelled(opcode);
  }
  const [to, a, b, c] = operands;
  const result = compared(emitter, opcode, name, words.at(-1), [a, b]);
  const other = combination ? emitter.read(c, i1) : null;
  const combined = (value: Operand) => (other && combination ? emitter.binary(combination, value, other) : value);
  const second = to?.kind === 'pair' ? combined(emitter.binary('xor', result, int(1, i1))) : null;
  emitter.write(to?.kind === 'pair' ? to.first : to, combined(result), false);
  if (to?.kind === 'pair' && second) emitter.write(to.second, second, false);
}

/** `set.lt.u32.f32 d, a, b`: all bits set, or 1.0, where the comparison holds. */
export function setValue(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [name, to, ...more] = words.slice(1, -1).filter((word) => word !== 'ftz');
  const type = ptxType(to)?.type;
  if (name === undefined || type === undefined || more.length > 0 || operands.length !== 3 || to!.endsWith('x2')) {
    throw notModelled(opcode);
  }
  const condition = compared(emitter, opcode, name, words.at(-1), [operands[1], operands[2]]);
  emitter.write(operands[0], chosen(emitter, condition, oneOf(type), zeroOf(type)), false);
}

function oneOf(type: Type): Operand {
  return type.kind === 'float' ? { kind: 'float', value: 1, type } : int(-1, type);
}

function zeroOf(type: Type): Operand {
  return type.kind === 'float' ? { kind: 'float', value: 0, type } : int(0, type);
}

function chosen(emitter: PtxEmitter, condition: Operand, ifTrue: Operand, ifFalse: Operand): Operand {
  return emitter.emit({ op: 'select', condition, ifTrue, ifFalse }, ifTrue.type);
}

/** `selp.b32 d, a, b, p`. */
export function selectByPredicate(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const type = ptxType(words[1])?.type;
  if (type === undefined || words.length !== 2 || operands.length !== 4) throw notModelled(opcode);
  const [to, a, b, p] = operands;
  emitter.write(to, chosen(emitter, emitter.read(p, i1), emitter.read(a, type), emitter.read(b, type)), false);
}

/** `slct.b32.s32 d, a, b, c`: by the sign of `c`. */
export function selectBySign(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const type = ptxType(words[1])?.type;
  if (type === undefined || words.length !== 3 || words[2] !== 's32' || operands.length !== 4)
    throw notModelled(opcode);
  const [to, a, b, c] = operands;
  const condition = emitter.emit({ op: 'icmp', predicate: 'sge', left: emitter.read(c, i32), right: int(0, i32) }, i1);
  emitter.write(to, chosen(emitter, condition, emitter.read(a, type), emitter.read(b, type)), false);
}
