/**
 * What a kernel itself says of the sizes that it is launched with. CUDA refuses a launch with more threads in a block than
 * `__launch_bounds__` names (CUDA C++ Programming Guide, "Launch Bounds"), and OpenCL one with another work-group than
 * `reqd_work_group_size` (OpenCL C, "Optional Attribute Qualifiers").
 */
import type { ProgramFunction } from '../ir/program.ts';
import type { Assumption } from '../model/assumption.ts';
import { type Cond, type Int, isConstant, type Terms } from '../terms/index.ts';

export interface DeclaredSizes {
  /** The work-group that the kernel requires. */
  readonly block: readonly [number, number, number] | null;
  /** The threads that a block has at most. */
  readonly maxThreads: number | null;
}

export function declaredSizes({ attributes }: Pick<ProgramFunction, 'attributes'>): DeclaredSizes {
  const [x, y = 1, z = 1] = numbersIn(attributes.get('reqd_work_group_size'));
  // `__launch_bounds__` has one number.
  const bounds = numbersIn(attributes.get('nvvm.maxntid'));
  return {
    block: x === undefined ? null : [x, y, z],
    maxThreads: bounds.length === 0 ? null : bounds.reduce((product, one) => product * one),
  };
}

function numbersIn(text: string | undefined): number[] {
  return text !== undefined && /^\d+(,\d+){0,2}$/.test(text) ? text.split(',').map(Number) : [];
}

/** What `__launch_bounds__` says of a block whose size is not known: nothing of one that is. */
export function withinLaunchBounds(
  terms: Terms,
  kernel: ProgramFunction,
  blockDim: readonly [Int, Int, Int],
): { readonly fact: Cond; readonly assumption: Assumption } | null {
  const { maxThreads } = declaredSizes(kernel);
  if (maxThreads === null || blockDim.every(isConstant)) return null;
  const threads = terms.mul(blockDim[0], terms.mul(blockDim[1], blockDim[2]));
  const text = `at most ${maxThreads} threads a block (__launch_bounds__)`;
  return {
    fact: terms.le(threads, terms.constant(BigInt(maxThreads))),
    assumption: { kind: 'launch', text, place: null },
  };
}
