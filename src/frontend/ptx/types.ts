/** The types that PTX's names stand for, as `Program` has them. */
import type { FloatFormat, Operand, Type } from '../../ir/program.ts';
import { type IntegerType, integerType } from '../llvm/types.ts';
import { notModelled } from './parse.ts';
export const i1: IntegerType = integerType(1);
export const i8: IntegerType = integerType(8);
export const i16: IntegerType = integerType(16);
export const i32: IntegerType = integerType(32);
export const i64: IntegerType = integerType(64);

export function floatType(format: FloatFormat): Type {
  return { kind: 'float', format };
}

/** The type that `u32`, `b64` or `f16` names, and whether it is signed; null when it names none. */
export function ptxType(word: string | undefined): { readonly type: Type; readonly isSigned: boolean } | null {
  const integer = /^([busf])(8|16|32|64|128)$/.exec(word ?? '');
  if (word === 'pred') return { type: i1, isSigned: false };
  if (word === 'bf16') return { type: floatType('bfloat'), isSigned: false };
  if (word === 'f16x2' || word === 'bf16x2') return { type: i32, isSigned: false };
  if (!integer) return null;
  const bits = Number(integer[2]);
  if (integer[1] !== 'f') return { type: integerType(bits), isSigned: integer[1] === 's' };
  const format = ({ 16: 'half', 32: 'float', 64: 'double' } as const)[bits];
  return format ? { type: floatType(format), isSigned: false } : null;
}

export function bitsOf(type: Type): number | null {
  if (type.kind === 'int') return type.bits;
  if (type.kind === 'pointer') return 64;
  if (type.kind !== 'float') return null;
  return { half: 16, bfloat: 16, float: 32, double: 64, x86_fp80: null, fp128: null }[type.format];
}

/** The integer with as many bits as `type`. @throws UnsupportedPtx where there is none */
export function integerOf(type: Type | null, opcode: string): IntegerType {
  const bits = type === null ? null : bitsOf(type);
  if (bits === null) throw notModelled(opcode);
  return integerType(bits);
}

export function int(value: number | bigint, type: Type): Operand {
  const bits = type.kind === 'int' ? type.bits : 64;
  return { kind: 'int', value: bits === 1 ? BigInt(value) & 1n : BigInt.asIntN(bits, BigInt(value)), type };
}

export function isSame(a: Type, b: Type): boolean {
  if (a.kind === 'int') return b.kind === 'int' && a.bits === b.bits;
  if (a.kind === 'float') return b.kind === 'float' && a.format === b.format;
  return a.kind === 'pointer' && b.kind === 'pointer' && a.space === b.space;
}
