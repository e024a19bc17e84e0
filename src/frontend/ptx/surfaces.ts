/** PTX's reads and writes of surfaces: texels are memory, at a place in bytes of a row. */

import type { Operand } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import type { PtxOperand } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { bitsOf, i1, i32, i64, int, integerOf, ptxType } from './types.ts';

/** `cudaSurfaceBoundaryMode` by the word for it. */
const MODES: Readonly<Record<string, number>> = { zero: 0, clamp: 1, trap: 2 };
/** Which coordinate is x, y, and z or the layer; the layer comes first. */
const SHAPES: Readonly<Record<string, readonly (number | null)[]>> = {
  '1d': [0, null, null],
  '2d': [0, 1, null],
  '3d': [0, 1, 2],
  a1d: [1, null, 0],
  a2d: [1, 2, 0],
};

interface Texel {
  /** The handle, x, y, z, bytes and mode. */
  readonly place: readonly Operand[];
  readonly type: ReturnType<typeof integerOf>;
}

/** `suld.b.2d.v2.b32.trap {d…}, [handle, {x, y}]`. What is read is not known. */
export function readSurface(emitter: PtxEmitter, statement: PtxStatement): void {
  const [to, from, ...rest] = statement.operands;
  const elements = elementsOf(to);
  if (elements === null || rest.length > 0) throw notModelled(statement.opcode);
  const { place, type } = texelOf(emitter, statement, from, elements.length);
  emitter.call('__gpurace_surface_read', place, voidType);
  const whole = type.bits === 64 ? i64 : i32;
  for (const element of elements) {
    const value = emitter.call(`__gpurace_unknown_i${whole.bits}`, [], whole);
    emitter.write(element, type.bits < 32 ? emitter.cast('trunc', value, type) : value, false);
  }
}

/** `sust.b.2d.b32.trap [handle, {x, y}], {a…}`. */
export function writeSurface(emitter: PtxEmitter, statement: PtxStatement): void {
  const [to, from, ...rest] = statement.operands;
  const elements = elementsOf(from);
  if (elements === null || rest.length > 0) throw notModelled(statement.opcode);
  const { place, type } = texelOf(emitter, statement, to, elements.length);
  const [only, ...others] = elements;
  // Of several numbers it is not told what they are.
  const isTold = only !== undefined && others.length === 0;
  const value = isTold ? emitter.read(only, type) : int(0, i64);
  const told = isTold && type.bits < 64 ? emitter.cast('sext', value, i64) : value;
  emitter.call('__gpurace_surface_write', [...place, int(isTold ? 1 : 0, i1), told], voidType);
}

function elementsOf(operand: PtxOperand | undefined): readonly PtxOperand[] | null {
  if (operand?.kind === 'vector') return operand.elements;
  return operand?.kind === 'register' ? [operand] : null;
}

/** @throws UnsupportedPtx for a surface that is no handle, and for words that are not known */
function texelOf(
  emitter: PtxEmitter,
  { words, opcode }: PtxStatement,
  at: PtxOperand | undefined,
  lanes: number,
): Texel {
  const [, format, shape = '', ...more] = words;
  const caching = /^(?:c[agsv]|wb|wt)$/;
  const [first, ...others] = more.filter((word) => !caching.test(word));
  const [dataType, mode = ''] = /^v[24]$/.test(first ?? '') ? others : [first, ...others];
  const order = SHAPES[shape];
  const isHandle = at?.kind === 'address' && at.base.kind === 'register' && at.coordinates !== undefined;
  const isKnown = format === 'b' && order !== undefined && MODES[mode] !== undefined && isHandle;
  const type = isKnown ? ptxType(dataType)?.type : undefined;
  if (!isKnown || type === undefined) throw notModelled(opcode);
  const coordinates = elementsOf(at.coordinates) ?? [];
  const place = order.map((i) => (i === null ? int(0, i32) : emitter.read(coordinates[i], i32)));
  const texel = integerOf(type, opcode);
  const bytes = (lanes * bitsOf(texel)!) / 8;
  return { place: [emitter.read(at.base, i64), ...place, int(bytes, i32), int(MODES[mode]!, i32)], type: texel };
}
