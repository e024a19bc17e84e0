/**
 * Scopes of atomic operations. For NVPTX and SPIR clang drops them, so our sysroot passes the address of an atomic operation
 * through `__gpurace_scope_block(p)` and the like (`gpurace/scoped_atomics.h`). In: a function as read. Out: the same with
 * the scope at the operation and the address plain, which is what LLVM would print for a target that has scopes. A mark
 * that is used in any other way is one of several that meet in a phi, as the scope is not constant: it stays where it is.
 */
import { effectOf, syncScopeOf } from '../intrinsics/index.ts';
import { operandsOf } from '../ir/operands.ts';
import type { Instruction, Operand, Program, ProgramFunction } from '../ir/program.ts';

interface Mark {
  readonly address: Operand;
  /** LLVM's name of the scope; null is the whole system. */
  readonly syncScope: string | null;
}

/** Every function of `program` with its atomic operations scoped. */
export function withScopes(program: Program): Program {
  const functions = new Map<string, ProgramFunction>();
  for (const [name, fn] of program.functions) functions.set(name, scoped(fn));
  return { ...program, functions };
}

function scoped(fn: ProgramFunction): ProgramFunction {
  const marks = new Map<number, Mark>();
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      const mark = markOf(instruction);
      if (mark && instruction.result !== null) marks.set(instruction.result, mark);
    }
  }
  if (marks.size === 0) return fn;
  const blocks = fn.blocks.map((block) => ({
    ...block,
    instructions: block.instructions.map((instruction) => applied(instruction, marks)),
  }));
  const used = new Set<number>();
  for (const { instructions } of blocks) {
    for (const operand of instructions.flatMap(operandsOf)) if (operand.kind === 'register') used.add(operand.register);
  }
  const isDone = ({ result }: Instruction) => result !== null && marks.has(result) && !used.has(result);
  return {
    ...fn,
    blocks: blocks.map((block) => ({ ...block, instructions: block.instructions.filter((i) => !isDone(i)) })),
  };
}

function markOf(instruction: Instruction): Mark | null {
  if (instruction.op !== 'call' || instruction.callee.kind !== 'global') return null;
  const effect = effectOf(instruction.callee.name);
  const address = instruction.arguments[0];
  return effect?.kind === 'scope' && address ? { address, syncScope: syncScopeOf(effect.scope) } : null;
}

/** `instruction` with a marked address replaced. */
function applied(instruction: Instruction, marks: ReadonlyMap<number, Mark>): Instruction {
  switch (instruction.op) {
    case 'load':
    case 'store':
    case 'atomicrmw':
    case 'cmpxchg': {
      const { pointer } = instruction;
      const mark = pointer.kind === 'register' ? marks.get(pointer.register) : undefined;
      return mark ? { ...instruction, pointer: mark.address, syncScope: mark.syncScope } : instruction;
    }
    default:
      return instruction;
  }
}
