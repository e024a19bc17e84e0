/**
 * What `s_waitcnt vmcnt(n)` counts beside loads to LDS: every access to global memory by an instruction of its own. The static
 * check counts loads to LDS only, as nobody knows what a compiler makes of the others; a run counts them all, so that it shows
 * no race of a program that is right with them (LLVM's "Syntax of AMDGPU Instructions", waitcnt).
 */
import { effectOf } from '../intrinsics/index.ts';
import type { Instruction, Operand, Program, ProgramFunction } from '../ir/program.ts';

const WAIT = '__gpurace_vector_wait';
const OPERATION = '__gpurace_vector_operation';

/** The program with a call behind each access that tells of it; the same one where nobody waits for a count. */
export function withCountedOperations(program: Program): Program {
  if (!program.functions.has(WAIT)) return program;
  const functions = [...program.functions].map(([name, fn]) => [name, fn.isDefinition ? counted(fn) : fn] as const);
  return { ...program, functions: new Map(functions) };
}

function counted(fn: ProgramFunction): ProgramFunction {
  const local = ownVariables(fn);
  const isOwn = (pointer: Operand) => pointer.kind === 'register' && local.has(pointer.register);
  const blocks = fn.blocks.map((block) => ({
    ...block,
    instructions: block.instructions.flatMap((instruction) => [
      instruction,
      ...pointersOf(instruction)
        .filter((pointer) => !isOwn(pointer))
        .map((pointer) => told(instruction, pointer)),
    ]),
  }));
  return { ...fn, blocks };
}

/** Registers that hold addresses of the function's own variables. */
function ownVariables({ blocks }: ProgramFunction): ReadonlySet<number> {
  const own = new Set<number>();
  for (const instruction of blocks.flatMap(({ instructions }) => instructions)) {
    const from = instruction.op === 'getelementptr' ? instruction.pointer : null;
    const isOwn = instruction.op === 'alloca' || (from?.kind === 'register' && own.has(from.register));
    if (isOwn && instruction.result !== null) own.add(instruction.result);
  }
  return own;
}

function pointersOf(instruction: Instruction): readonly Operand[] {
  switch (instruction.op) {
    case 'load':
    case 'store':
    case 'atomicrmw':
    case 'cmpxchg':
      return [instruction.pointer];
    case 'call': {
      const { callee } = instruction;
      const isCopy = callee.kind === 'global' && effectOf(callee.name)?.kind === 'memcpy';
      return isCopy ? instruction.arguments.slice(0, 2) : [];
    }
    default:
      return [];
  }
}

function told({ location }: Instruction, pointer: Operand): Instruction {
  const callee: Operand = { kind: 'global', name: OPERATION, type: pointer.type };
  const of = { arguments: [pointer], byValue: [null], aligned: [0] };
  return { op: 'call', callee, ...of, result: null, type: { kind: 'void' }, location };
}
