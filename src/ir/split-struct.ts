/** Structs that clang passes in registers: which two numbers of 32 bits one register of 64 holds. */
import { fieldOffset } from './layout.ts';
import type { Instruction, Operand, ProgramFunction, Type } from './program.ts';

/** Two numbers that are handed on as one. */
export interface RegisterHalves {
  /** As `dim3` has them, of which all are sizes. */
  readonly areUnsigned: boolean;
  /** `grid.x` and `grid.y`; of other structs `p@8` and `p@12`, by the bytes from their start. */
  readonly names: readonly [string, string];
}

const REGISTER_BYTES = 8;
const HALF_BITS = 32;
/** The members of a `dim3` are unsigned; of other structs nobody has kept that. */
const SIZES = 'struct.dim3';

/** What a parameter of 64 bits holds that is a part of a struct; null where it is one number, or that is not known. */
export function halvesOf(fn: ProgramFunction, parameter: number): RegisterHalves | null {
  const { name, type } = fn.parameters[parameter]!;
  const [, of, number] = /^(.*)\.coerce(\d*)$/.exec(name) ?? [];
  if (number === undefined || type.kind !== 'int' || type.bits !== REGISTER_BYTES * 8) return null;
  const whole = structOf(fn, parameter);
  if (whole?.kind !== 'struct') return null;
  const start = REGISTER_BYTES * Number(number);
  const all = scalarsOf(whole);
  const [low, high, ...more] = all.filter(({ offset }) => offset >= start && offset < start + REGISTER_BYTES);
  if (!low || !high || more.length > 0 || low.bits !== HALF_BITS || high.bits !== HALF_BITS) return null;
  const areUnsigned = whole.name === SIZES;
  const nameOf = (scalar: typeof low) =>
    areUnsigned ? `${of}.${'xyz'[all.indexOf(scalar)]}` : `${of}@${scalar.offset}`;
  return { areUnsigned, names: [nameOf(low), nameOf(high)] };
}

/** The struct that a register is stored into, at once or by way of a copy of its registers. */
function structOf(fn: ProgramFunction, parameter: number): Type | null {
  const all = fn.blocks.flatMap(({ instructions }) => instructions);
  const made = new Map(all.flatMap((one) => (one.result === null ? [] : [[one.result, one] as const])));
  const variableAt = (operand: Operand | undefined): (Instruction & { readonly op: 'alloca' }) | null => {
    const one = operand?.kind === 'register' ? made.get(operand.register) : undefined;
    if (one?.op === 'getelementptr') return variableAt(one.pointer);
    return one?.op === 'alloca' ? one : null;
  };
  const isParameter = (operand: Operand) => operand.kind === 'register' && operand.register === parameter;
  const store = all.find((one) => one.op === 'store' && isParameter(one.value));
  const kept = store?.op === 'store' ? variableAt(store.pointer) : null;
  if (kept === null) return null;
  for (const one of all) {
    if (one.op !== 'call' || one.callee.kind !== 'global' || !one.callee.name.startsWith('llvm.memcpy')) continue;
    const [to, from] = one.arguments.map(variableAt);
    if (from === kept && to) return to.allocated;
  }
  return kept.allocated;
}

function scalarsOf(type: Type, start = 0): { readonly offset: number; readonly bits: number }[] {
  if (type.kind === 'struct') return type.fields.flatMap((field, i) => scalarsOf(field, start + fieldOffset(type, i)));
  return [{ offset: start, bits: type.kind === 'int' ? type.bits : 0 }];
}
