/** PTX's moves and conversions: between types, and between generic addresses and those of one kind of memory. */

import { AddressSpace, type Operand, type Type } from '../../ir/program.ts';
import { type IntegerType, integerType, pointerType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { llvmFloat } from './floats.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { pure } from './pure.ts';
import { i1, i32, i64, integerOf, ptxType } from './types.ts';

/** `mov.u32 d, a`; of a wide number to or from its parts too. */
export function move(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const type = ptxType(words[1])?.type;
  if (type === undefined || words.length !== 2 || operands.length !== 2) throw notModelled(opcode);
  const source = operands[1]!;
  const kept = source.kind === 'placeholder' || source.kind === 'register' ? emitter.value(source) : null;
  // An address stays a pointer on its way through registers.
  const value = kept?.type.kind === 'pointer' && words[1]!.endsWith('64') ? kept : emitter.read(source, type);
  emitter.write(operands[0], value, false);
}

const ROUNDINGS: Readonly<Record<string, string>> = { rni: 'rint', rzi: 'trunc', rmi: 'floor', rpi: 'ceil' };
/** How a float is rounded; the last bits of one do not matter to a race. */
const FLOAT_ROUNDINGS = ['rn', 'rz', 'rm', 'rp', 'ftz'];

/** `cvt.rzi.s32.f32 d, a`. */
export function convert(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, opcode, operands } = statement;
  const [to, from] = [ptxType(words.at(-2)), ptxType(words.at(-1))];
  const modifiers = words.slice(1, -2);
  const rounding = modifiers.find((word) => Object.hasOwn(ROUNDINGS, word));
  const isPlain = modifiers.every((word) => word === rounding || FLOAT_ROUNDINGS.includes(word));
  const isPacked = words.some((word) => /x[24]$/.test(word));
  if (to === null || from === null || !isPlain || isPacked || operands.length !== 2) {
    pure(emitter, statement, packedType(words.at(-2)) ?? integerOf(to?.type ?? null, opcode));
    return;
  }
  if (to.type === i1 || from.type === i1) throw notModelled(opcode);
  let value = emitter.read(operands[1], from.type);
  if (rounding !== undefined && from.type.kind === 'float') {
    value = emitter.call(`llvm.${ROUNDINGS[rounding]!}.${llvmFloat(from.type)}`, [value], from.type);
  }
  emitter.write(operands[0], converted(emitter, value, from, to), to.isSigned);
}

interface Named {
  readonly type: Type;
  readonly isSigned: boolean;
}

function converted(emitter: PtxEmitter, value: Operand, from: Named, to: Named): Operand {
  const [source, target] = [from.type, to.type];
  if (source.kind === 'int' && target.kind === 'int') {
    if (source.bits === target.bits) return value;
    const extension = from.isSigned ? 'sext' : 'zext';
    return emitter.cast(source.bits > target.bits ? 'trunc' : extension, value, target);
  }
  if (source.kind === 'int') return emitter.cast(from.isSigned ? 'sitofp' : 'uitofp', value, target);
  if (target.kind === 'int') return emitter.cast(to.isSigned ? 'fptosi' : 'fptoui', value, target);
  const [width, wanted] = [integerOf(source, ''), integerOf(target, '')];
  if (width.bits === wanted.bits) return value;
  return emitter.cast(width.bits > wanted.bits ? 'fptrunc' : 'fpext', value, target);
}

/** The type of a result that holds several numbers, or one in a format that C has no type for. */
function packedType(word: string | undefined): IntegerType | null {
  if (/^(b?f16x2|tf32|e\dm\dx4)$/.test(word ?? '')) return i32;
  return /^(e[45]m[23]x2)$/.test(word ?? '') ? integerType(16) : null;
}

/** `cvta.to.shared.u64 d, a` and `cvta.shared.u64 d, a`: the same place, addressed otherwise. */
export function convertAddress(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const isTo = words[1] === 'to';
  const [space, type, ...more] = words.slice(isTo ? 2 : 1);
  const target = SPACES[space ?? ''];
  if (
    target === undefined ||
    !Object.hasOwn(SPACES, space!) ||
    type !== 'u64' ||
    more.length > 0 ||
    operands.length !== 2
  ) {
    throw notModelled(opcode);
  }
  const [from, to] = isTo ? [AddressSpace.generic, target] : [target, AddressSpace.generic];
  const given = emitter.value(operands[1]!);
  const pointer = given.type.kind === 'pointer' ? given : emitter.pointer(emitter.convert(given, i64), from);
  emitter.write(operands[0], emitter.convert(pointer, pointerType(to)), false);
}

/** Other memories than the shared one have generic addresses. */
const SPACES: Readonly<Record<string, number>> = {
  global: AddressSpace.generic,
  const: AddressSpace.generic,
  local: AddressSpace.generic,
  param: AddressSpace.generic,
  shared: AddressSpace.shared,
  'shared::cta': AddressSpace.shared,
  // Of the block itself, unless `mapa` has made the address for another one.
  'shared::cluster': AddressSpace.shared,
};

/** `isspacep.shared p, a`. */
export function isInSpace(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const space = words[1]?.replace(/^shared::(?:cta|cluster)$/, 'shared') ?? '';
  if (words.length !== 2 || !/^(global|shared|const|local)$/.test(space) || operands.length !== 2)
    throw notModelled(opcode);
  const pointer = emitter.convert(emitter.value(operands[1]!), pointerType(AddressSpace.generic));
  emitter.write(operands[0], emitter.call(`llvm.nvvm.isspacep.${space}`, [pointer], i1), false);
}
