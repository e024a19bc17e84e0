/**
 * PTX's arithmetic of floating-point numbers. To a race they are functions of their operands; they are instructions of
 * `Program` where there are any, so that a simulation computes them. Rounding modes are not told apart.
 */
import type { BinaryOperator, FloatFormat, Operand, Type } from '../../ir/program.ts';
import type { PtxEmitter, Translation } from './emitter.ts';
import { notModelled } from './parse.ts';
import { pure } from './pure.ts';
import { integerOf, ptxType } from './types.ts';

const NAMES: Partial<Record<FloatFormat, string>> = { half: 'f16', bfloat: 'bf16', float: 'f32', double: 'f64' };

/** LLVM's name of a type in the names of its intrinsics. */
export function llvmFloat(type: Type): string {
  return type.kind === 'float' ? (NAMES[type.format] ?? '') : '';
}

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp', 'ftz', 'approx', 'full'];

type Float = Type & { kind: 'float' };

/** @param count of operands, the result included */
function rule(
  count: number,
  compute: (emitter: PtxEmitter, sources: readonly Operand[], type: Float) => Operand,
): Translation {
  return (emitter, statement) => {
    const { words, opcode, operands } = statement;
    const type = ptxType(words.at(-1))?.type;
    const isPlain = words.slice(1, -1).every((word) => ROUNDINGS.includes(word));
    if (type === undefined || operands.length !== count) throw notModelled(opcode);
    if (type.kind !== 'float' || !isPlain) {
      pure(emitter, statement, type.kind === 'float' ? type : integerOf(type, opcode));
      return;
    }
    const sources = operands.slice(1).map((operand) => emitter.read(operand, type));
    emitter.write(operands[0], compute(emitter, sources, type), false);
  };
}

function binary(operator: BinaryOperator): Translation {
  return rule(3, (emitter, [a, b]) => emitter.binary(operator, a!, b!));
}

function intrinsic(name: string, count: number): Translation {
  return rule(count, (emitter, sources, type) => emitter.call(`llvm.${name}.${llvmFloat(type)}`, sources, type));
}

function inverse(emitter: PtxEmitter, value: Operand): Operand {
  return emitter.binary('fdiv', { kind: 'float', value: 1, type: value.type }, value);
}

export const FLOAT_RULES = new Map<string, Translation>([
  ['add', binary('fadd')],
  ['sub', binary('fsub')],
  ['mul', binary('fmul')],
  ['div', binary('fdiv')],
  ['fma', intrinsic('fma', 4)],
  ['mad', intrinsic('fma', 4)],
  ['min', intrinsic('minnum', 3)],
  ['max', intrinsic('maxnum', 3)],
  ['abs', intrinsic('fabs', 2)],
  ['neg', rule(2, (emitter, [a], type) => emitter.emit({ op: 'fneg', operand: a! }, type))],
  ['rcp', rule(2, (emitter, [a]) => inverse(emitter, a!))],
  ['sqrt', intrinsic('sqrt', 2)],
  [
    'rsqrt',
    rule(2, (emitter, [a], type) => inverse(emitter, emitter.call(`llvm.sqrt.${llvmFloat(type)}`, [a!], type))),
  ],
  ['sin', intrinsic('sin', 2)],
  ['cos', intrinsic('cos', 2)],
  ['ex2', intrinsic('exp2', 2)],
  ['lg2', intrinsic('log2', 2)],
  ['tanh', intrinsic('tanh', 2)],
  // The sign comes from the first operand.
  ['copysign', rule(3, (emitter, [a, b], type) => emitter.call(`llvm.copysign.${llvmFloat(type)}`, [b!, a!], type))],
]);
