/**
 * The size of the clusters of blocks that a kernel declares by `__cluster_dims__` (CUDA C++ Programming Guide, "Thread Block
 * Clusters"). Our own headers turn that into an annotation, as clang knows the attribute for few processors only. Of a module in
 * PTX it is an attribute of the kernel.
 */
import type { Operand, Program, ProgramFunction } from './program.ts';

export type ClusterSize = readonly [number, number, number];

/** What our headers call it. */
const KEY = 'gpurace.cluster';
/** What LLVM calls the attribute: `2,1,1`. */
export const CLUSTER_ATTRIBUTE = 'nvvm.cluster_dim';
/** Blocks along one axis of a cluster. */
const MOST = 64n;

/** @param kernel its symbol. @returns null where the kernel declares none that is understood */
export function declaredCluster(
  { globals, functions }: Pick<Program, 'globals' | 'functions'>,
  kernel: string,
): ClusterSize | null {
  const attribute = functions.get(kernel)?.attributes.get(CLUSTER_ATTRIBUTE);
  if (attribute !== undefined)
    return sizeOf(attribute.split(',').map((text) => (/^\d{1,9}$/.test(text) ? BigInt(text) : null)));
  const list = globals.get('llvm.global.annotations')?.initializer;
  if (list?.kind !== 'aggregate') return null;
  const initializerOf = (operand: Operand | undefined) => {
    const name = nameOf(operand);
    return name === null ? null : (globals.get(name)?.initializer ?? null);
  };
  for (const entry of list.elements) {
    if (entry.kind !== 'aggregate' || nameOf(entry.elements[0]) !== kernel) continue;
    const key = initializerOf(entry.elements[1]);
    if (key?.kind !== 'bytes' || textOf(key.bytes) !== KEY) continue;
    const given = initializerOf(entry.elements[4]);
    return given?.kind === 'aggregate'
      ? sizeOf(given.elements.map((one) => (one.kind === 'int' ? one.value : null)))
      : null;
  }
  return null;
}

const launched = new WeakMap<Program, Map<string, Program>>();

/**
 * The program of a launch that says how large clusters are: to all that reads it, the kernel declares that. What the kernel declares
 * itself stands.
 */
export function withLaunchedCluster(program: Program, kernel: string, size: ClusterSize | null): Program {
  const fn = program.functions.get(kernel);
  if (size === null || fn === undefined || declaredCluster(program, kernel) !== null) return program;
  const known = launched.get(program) ?? new Map<string, Program>();
  launched.set(program, known);
  const key = `${kernel}|${size.join()}`;
  const attributes = new Map([...fn.attributes, [CLUSTER_ATTRIBUTE, size.join()]]);
  const declaring: ProgramFunction = { ...fn, attributes };
  const made = known.get(key) ?? { ...program, functions: new Map([...program.functions, [kernel, declaring]]) };
  known.set(key, made);
  return made;
}

/** The variable or function that a constant leads to. */
function nameOf(operand: Operand | undefined): string | null {
  if (operand?.kind === 'global') return operand.name;
  const instruction = operand?.kind === 'expression' ? operand.instruction : null;
  return instruction?.op === 'cast' ? nameOf(instruction.operand) : null;
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function sizeOf(given: readonly (bigint | null)[]): ClusterSize | null {
  const numbers = given.map((one) => (one !== null && one > 0n && one <= MOST ? one : null));
  const [x = null, y = 1n, z = 1n] = numbers;
  return x === null || y === null || z === null ? null : [Number(x), Number(y), Number(z)];
}
