/** Lowering of what a thread asks about itself and its launch: reads of special registers, and what follows from them. */
import type { Axis, EffectOf } from '../../intrinsics/index.ts';
import { Op } from '../bytecode/opcodes.ts';
import { Unsupported } from '../scalars.ts';
import { SpecialRegister } from '../special-registers.ts';
import type { CallSite } from './call-site.ts';

const AXES = { x: 0, y: 1, z: 2 } as const;

/** A special register for each axis; `first` is that of x, y and z follow it. */
export function lowerAxis(first: number): (call: CallSite, effect: { readonly axis: Axis }) => readonly number[] {
  return (call, { axis }) => call.result(axisRegister(call, first, axis));
}

function axisRegister(call: CallSite, first: number, axis: Axis): number {
  if (axis !== 'argument') return call.special(first + AXES[axis]);
  const b = call.builder;
  const argument = call.instruction.arguments[0];
  const isIndex = first === SpecialRegister.threadX || first === SpecialRegister.blockX;
  const outside = b.word(isIndex ? 0 : 1);
  if (argument?.kind === 'int') {
    const number = Number(argument.value);
    return number < 3 ? call.special(first + number) : outside;
  }
  if (argument === undefined) throw new Unsupported('an index without axis');
  const which = call.operand(0);
  let value = outside;
  for (let i = 0; i < 3; i++) {
    const here = b.compute(Op.eq32, which, b.word(i));
    value = b.compute(Op.select32, here, call.special(first + i), value);
  }
  return value;
}

export function lowerGlobalId(call: CallSite, { axis }: EffectOf<'global-id'>): readonly number[] {
  const b = call.builder;
  const block = axisRegister(call, SpecialRegister.blockX, axis);
  const size = axisRegister(call, SpecialRegister.blockDimX, axis);
  const thread = axisRegister(call, SpecialRegister.threadX, axis);
  return call.result(b.compute(Op.add32, b.compute(Op.mul32, block, size), thread));
}

export function lowerGlobalSize(call: CallSite, { axis }: EffectOf<'global-size'>): readonly number[] {
  const blocks = axisRegister(call, SpecialRegister.gridDimX, axis);
  const size = axisRegister(call, SpecialRegister.blockDimX, axis);
  return call.result(call.builder.compute(Op.mul32, blocks, size));
}

export function lowerLinearGlobalId(call: CallSite): readonly number[] {
  const b = call.builder;
  const base = b.compute(Op.mul32, threadsPerBlock(call), call.special(SpecialRegister.linearBlock));
  return call.result(b.compute(Op.add32, base, call.special(SpecialRegister.linearThread)));
}

function threadsPerBlock(call: CallSite): number {
  const b = call.builder;
  const x = call.special(SpecialRegister.blockDimX);
  const xy = b.compute(Op.mul32, x, call.special(SpecialRegister.blockDimY));
  return b.compute(Op.mul32, xy, call.special(SpecialRegister.blockDimZ));
}

export function lowerWarpsPerBlock(call: CallSite): readonly number[] {
  const b = call.builder;
  const { warpSize } = call.lowering.context.program;
  const rounded = b.compute(Op.add32, threadsPerBlock(call), b.word(warpSize - 1));
  return [b.compute(Op.udiv32, rounded, b.word(warpSize))];
}

export function lowerLaneMask(call: CallSite, { lanes }: EffectOf<'lane-mask'>): readonly number[] {
  const b = call.builder;
  const bit = b.compute(Op.shl32, b.word(1), call.special(SpecialRegister.lane));
  const below = b.compute(Op.sub32, bit, b.word(1));
  const upTo = b.compute(Op.or32, bit, below);
  const not = (value: number) => b.compute(Op.xor32, value, b.word(-1));
  switch (lanes) {
    case 'eq':
      return [bit];
    case 'lt':
      return [below];
    case 'le':
      return [upTo];
    case 'gt':
      return [not(upTo)];
    case 'ge':
      return [not(below)];
  }
}

/** The time, in the width that the call has. */
export function lowerClock(call: CallSite): readonly number[] {
  const [low, high] = call.sync({ kind: 'clock' }, [], 2);
  return call.results.map((scalar) =>
    scalar.representation === 'pair' ? call.builder.helper('join', low!, high!) : low!,
  );
}
