/** What a pointer parameter points to. Pointers of the IR have no element type; what the kernel does with one says it. */
import type { Instruction, Operand, Program, ProgramFunction, Type } from './program.ts';

export const WORD: Type = { kind: 'int', bits: 32 };
/** Functions that a pointer is followed into. */
const MAX_DEPTH = 4;

/** What parameter `index` points to, by how it is used: the type that it is indexed with, loaded or stored. */
export function elementType(program: Program, fn: ProgramFunction, index: number): Type {
  return usedAs(program, fn, index, MAX_DEPTH) ?? WORD;
}

function isStepOfBytes(instruction: Instruction): instruction is Instruction & { op: 'getelementptr' } {
  return instruction.op === 'getelementptr' && instruction.source.kind === 'int' && instruction.source.bits === 8;
}

function usedAs(program: Program, fn: ProgramFunction, index: number, depth: number): Type | null {
  // Before any pass of LLVM a parameter is stored to a slot of the stack and loaded from there at each use.
  const slots = new Set<number>();
  const registers = new Set<number>([index]);
  const is = (set: ReadonlySet<number>, operand: Operand) => operand.kind === 'register' && set.has(operand.register);
  const instructions = fn.blocks.flatMap((block) => block.instructions);
  for (const i of instructions) {
    if (i.op === 'store' && is(registers, i.value) && i.pointer.kind === 'register') slots.add(i.pointer.register);
    else if (i.op === 'load' && is(slots, i.pointer) && i.result !== null) registers.add(i.result);
    else if (i.op === 'cast' && is(registers, i.operand) && i.result !== null) registers.add(i.result);
    // A step of bytes, as PTX has them only, says nothing of the elements: what is accessed there does.
    else if (isStepOfBytes(i) && is(registers, i.pointer) && i.result !== null) registers.add(i.result);
  }
  for (const i of instructions) {
    if (i.op === 'getelementptr' && !isStepOfBytes(i) && is(registers, i.pointer)) return i.source;
    if (i.op === 'load' && is(registers, i.pointer)) return i.type;
    if (i.op === 'store' && is(registers, i.pointer)) return i.value.type;
    if (i.op === 'atomicrmw' && is(registers, i.pointer)) return i.type;
    if (i.op === 'call' && i.callee.kind === 'global' && depth > 0) {
      const callee = program.functions.get(i.callee.name);
      const at = i.arguments.findIndex((argument) => is(registers, argument));
      const found = callee?.isDefinition && at >= 0 ? usedAs(program, callee, at, depth - 1) : null;
      if (found) return found;
    }
  }
  return null;
}
