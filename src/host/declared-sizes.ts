/**
 * What a kernel itself says of the sizes that it is launched with. CUDA refuses a launch with more threads in a block than
 * `__launch_bounds__` names (CUDA C++ Programming Guide, "Launch Bounds"), and OpenCL one with another work-group than
 * `reqd_work_group_size` (OpenCL C, "Optional Attribute Qualifiers"). CUB's block-wide functions are made for blocks of the size
 * that their template arguments name (CUB, "Block-wide collectives").
 */
import type { Program, ProgramFunction } from '../ir/program.ts';
import type { Assumption } from '../model/assumption.ts';
import { type Cond, type Int, isConstant, type Terms } from '../terms/index.ts';
import { reachedInstructions } from './reached-instructions.ts';

type Size = readonly [number, number, number];

interface DeclaredSizes {
  /** The work-group that the kernel requires. */
  readonly block: Size | null;
  /** The threads that a block has at most. */
  readonly maxThreads: number | null;
}

function declaredSizes({ attributes }: Pick<ProgramFunction, 'attributes'>): DeclaredSizes {
  const [x, y = 1, z = 1] = numbersIn(attributes.get('reqd_work_group_size'));
  // `__launch_bounds__` has one number.
  const bounds = numbersIn(attributes.get('nvvm.maxntid'));
  return {
    block: x === undefined ? null : [x, y, z],
    maxThreads: bounds.length === 0 ? null : bounds.reduce((product, one) => product * one),
  };
}

/** The only block that a kernel may be launched with, and who says so; null where nobody does. */
export function requiredBlock(
  program: Program,
  kernel: ProgramFunction,
): { readonly block: Size; readonly text: string } | null {
  const { block } = declaredSizes(kernel);
  if (block !== null) return { block, text: `work-groups of ${block.join(' x ')} (reqd_work_group_size)` };
  const made = collectiveBlock(program, kernel);
  return made && { block: made, text: `blocks of ${made.join(' x ')} threads (the template arguments of cub)` };
}

/** The block that all collectives which a kernel calls are made for. */
function collectiveBlock(program: Program, kernel: ProgramFunction): Size | null {
  const found = new Map<string, Size>();
  for (const instruction of reachedInstructions(program, kernel)) {
    const isShape = instruction.op === 'call' && instruction.callee.kind === 'global';
    if (!isShape || instruction.callee.name !== '__gpurace_block_shape') continue;
    const [x, y, z] = instruction.arguments.map((size) => (size.kind === 'int' ? Number(size.value) : null));
    if (x == null || y == null || z == null) return null;
    found.set(`${x},${y},${z}`, [x, y, z]);
  }
  return found.size === 1 ? [...found.values()][0]! : null;
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
