/**
 * Scopes of atomic operations. For NVPTX clang drops them, so our sysroot passes the address of an atomic operation through
 * `__gpurace_scope_block(p)` and the like. In: a function as read. Out: the same with the scope at the operation and the
 * address plain, which is what LLVM would print for a target that has scopes.
 */
import { effectOf } from '../intrinsics/effects.ts';
import type { Instruction, Operand, Program, ProgramFunction } from '../ir/program.ts';

/** LLVM's `syncscope` for each marked scope; null is the whole system. */
const SYNC_SCOPES = { block: 'block', device: 'device', system: null } as const;

interface Mark {
  readonly address: Operand;
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
    instructions: block.instructions.filter((i) => markOf(i) === null).map((i) => applied(i, marks)),
  }));
  return { ...fn, blocks };
}

function markOf(instruction: Instruction): Mark | null {
  if (instruction.op !== 'call' || instruction.callee.kind !== 'global') return null;
  const effect = effectOf(instruction.callee.name);
  const address = instruction.arguments[0];
  return effect?.kind === 'scope' && address ? { address, syncScope: SYNC_SCOPES[effect.scope] } : null;
}

/** `instruction` with a marked address replaced. The sysroot uses one only as the address of an atomic operation. */
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
