/** What lies in buffers that a witness passes and does not fill, by the types of their elements. */

import { elementType } from '../../ir/element-type.ts';
import type { Program, Type } from '../../ir/program.ts';
import { fractionsOf } from '../fractions.ts';
import type { ArgumentValue } from '../launch.ts';
import type { Filling } from '../paged-memory.ts';

interface Passed {
  /** The kernel's symbol. */
  readonly kernel: string;
  /** By parameter index. */
  readonly arguments: ReadonlyMap<number, ArgumentValue>;
}

type Buffer = Extract<ArgumentValue, { readonly kind: 'region' }>;

/** Buffers of whole numbers hold indices, those of pointers zeros, others numbers that differ, and nothing that a solver chose. */
export function filledByType(program: Program, passed: Passed): Passed['arguments'] {
  const filled = new Map(passed.arguments);
  for (const { index, buffer, type } of ownBuffers(program, passed)) {
    const past = buffer.past === undefined ? {} : { past: buffer.past };
    filled.set(index, { kind: 'region', filling: naturalOf(type), ...past });
  }
  return filled;
}

function naturalOf(type: Type): Filling {
  if (type.kind === 'pointer') return 'zeros';
  if (type.kind !== 'int') return 'floats';
  return type.bits === 32 ? 'indices' : type.bits === 64 ? 'long-indices' : 'integers';
}

/** The same with fractions that differ, where the elements have any; null where none have. */
export function filledWithFractions(program: Program, passed: Passed): Passed['arguments'] | null {
  const filled = new Map(passed.arguments);
  let hasFractions = false;
  for (const { index, buffer, type } of ownBuffers(program, passed)) {
    const filling = fractionsOf(type);
    if (filling === null) continue;
    filled.set(index, { ...buffer, filling });
    hasFractions = true;
  }
  return hasFractions ? filled : null;
}

/** The same with zeros where pointers stand: the numbers that fill memory are none. */
export function withoutNumbersForPointers(program: Program, passed: Passed): Passed['arguments'] {
  const filled = new Map(passed.arguments);
  for (const { index, buffer, type } of ownBuffers(program, passed)) {
    if (type.kind === 'pointer' && buffer.filling === undefined) filled.set(index, { ...buffer, filling: 'zeros' });
  }
  return filled;
}

/** Buffers that share no memory with other arguments. */
function* ownBuffers(
  program: Program,
  { kernel: symbol, arguments: passed }: Passed,
): Iterable<{ readonly index: number; readonly buffer: Buffer; readonly type: Type }> {
  const kernel = program.functions.get(symbol);
  if (kernel === undefined) return;
  for (const [index, { type, byValue }] of kernel.parameters.entries()) {
    if (type.kind !== 'pointer' || byValue) continue;
    const value = passed.get(index) ?? 'region';
    const buffer = value === 'region' ? ({ kind: 'region' } as const) : value;
    if (typeof buffer !== 'object' || buffer.kind !== 'region' || buffer.alias !== undefined) continue;
    yield { index, buffer, type: elementType(program, kernel, index) };
  }
}
