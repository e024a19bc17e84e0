/**
 * Which parameters of a stub make up which parameter of its kernel. The host passes small structs in registers and objects of
 * empty classes not at all, the device passes each parameter as it is; the stub puts the address of each into an array, in order.
 */
import type { Instruction, Operand, ProgramFunction } from '../ir/program.ts';
import { splitStruct } from './split-struct.ts';

/** By parameter of the kernel: those of the stub; none for an object of an empty class. */
export function partsOfParameters(stub: ProgramFunction | undefined, count: number): readonly (readonly number[])[] {
  const parts = stub?.isDefinition ? partsInBody(stub) : null;
  const isWhole = parts !== null && parts.flat().length === count && new Set(parts.flat()).size === count;
  return isWhole ? parts : partsByName(stub, count);
}

/** What the names of a stub without a body say: of objects of empty classes nothing. */
function partsByName(stub: ProgramFunction | undefined, count: number): readonly (readonly number[])[] {
  const parts: number[][] = [];
  let last: string | null = null;
  for (let i = 0; i < count; i++) {
    const split = splitStruct(stub?.parameters[i]);
    if (split !== null && split === last) parts.at(-1)!.push(i);
    else parts.push([i]);
    last = split;
  }
  return parts;
}

function partsInBody({ parameters, blocks }: ProgramFunction): readonly (readonly number[])[] {
  /** The variable that an address leads into, and which element of it. */
  const places = new Map<number, { readonly variable: number; readonly element: bigint }>();
  /** By variable: the parameters that are stored in it. */
  const held = new Map<number, number[]>();
  /** The variables whose addresses are kept, by the element that keeps them. */
  const kept = new Map<bigint, readonly number[]>();
  const placeOf = (operand: Operand) => (operand.kind === 'register' ? places.get(operand.register) : undefined);
  for (const instruction of blocks.flatMap((block) => block.instructions)) {
    const { result } = instruction;
    switch (instruction.op) {
      case 'alloca':
        if (result !== null) {
          places.set(result, { variable: result, element: 0n });
          held.set(result, []);
        }
        break;
      case 'getelementptr': {
        const base = placeOf(instruction.pointer);
        const last = instruction.indices.at(-1);
        if (base && result !== null && last?.kind === 'int') places.set(result, { ...base, element: last.value });
        break;
      }
      case 'store': {
        const { value } = instruction;
        const to = placeOf(instruction.pointer);
        if (to === undefined || value.kind !== 'register') break;
        const parameter = parameters[value.register];
        const from = placeOf(value);
        if (parameter?.byValue) kept.set(to.element, [value.register]);
        else if (parameter !== undefined) held.get(to.variable)?.push(value.register);
        else if (from !== undefined) kept.set(to.element, held.get(from.variable) ?? []);
        break;
      }
      case 'call':
        if (isCopy(instruction)) {
          const [to, from] = instruction.arguments.map(placeOf);
          if (to && from) held.get(to.variable)?.push(...(held.get(from.variable) ?? []));
        }
        break;
    }
  }
  return [...kept].sort(([a], [b]) => Number(a - b)).map(([, parts]) => [...parts].sort((a, b) => a - b));
}

function isCopy({ callee }: Instruction & { op: 'call' }): boolean {
  return callee.kind === 'global' && callee.name.startsWith('llvm.memcpy.');
}
