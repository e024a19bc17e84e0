/**
 * Finds the allocas that can live in registers: those whose address is only ever loaded from and stored to, as the type
 * they were made with. In clang's unoptimised output that is nearly every local variable.
 */

import { effectOf } from '../../intrinsics/index.ts';
import { operandsOf } from '../../ir/operands.ts';
import type { Operand, ProgramFunction, Type } from '../../ir/program.ts';
import { heldScalars, sameScalars } from '../scalars.ts';

export interface PromotedAlloca {
  readonly register: number;
  readonly type: Type;
}

/** Wider allocas stay in memory: an array that is only loaded as a whole is not worth a register per element. */
const MAX_LEAVES = 16;

export function promotableAllocas(fn: ProgramFunction): PromotedAlloca[] {
  const candidates = new Map<number, Type>();
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      if (instruction.op !== 'alloca' || instruction.result === null) continue;
      if (instruction.count.kind !== 'int' || instruction.count.value !== 1n) continue;
      if (isPromotable(instruction.allocated)) candidates.set(instruction.result, instruction.allocated);
    }
  }
  if (candidates.size === 0) return [];
  const typeAt = (pointer: Operand) => (pointer.kind === 'register' ? candidates.get(pointer.register) : undefined);
  const drop = (operand: Operand | null) => {
    if (operand?.kind === 'register') candidates.delete(operand.register);
  };
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      if (instruction.op === 'load') {
        const type = typeAt(instruction.pointer);
        if (type !== undefined && !fits(type, instruction.type)) drop(instruction.pointer);
      } else if (instruction.op === 'store') {
        const type = typeAt(instruction.pointer);
        if (type !== undefined && !fits(type, instruction.value.type)) drop(instruction.pointer);
        drop(instruction.value);
      } else if (!isLifetime(instruction)) {
        for (const operand of operandsOf(instruction)) drop(operand);
      }
    }
    if (block.terminator.op === 'ret') drop(block.terminator.value);
  }
  return [...candidates].map(([register, type]) => ({ register, type }));
}

function isPromotable(type: Type): boolean {
  try {
    const count = heldScalars(type).length;
    return count > 0 && count <= MAX_LEAVES && type.kind !== 'array' && type.kind !== 'struct';
  } catch {
    return false;
  }
}

function fits(allocated: Type, accessed: Type): boolean {
  try {
    return sameScalars(allocated, accessed);
  } catch {
    return false;
  }
}

function isLifetime(instruction: ProgramFunction['blocks'][number]['instructions'][number]): boolean {
  return (
    instruction.op === 'call' &&
    instruction.callee.kind === 'global' &&
    effectOf(instruction.callee.name)?.kind === 'lifetime'
  );
}
