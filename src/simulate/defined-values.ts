/** Programs whose variables are never read before they are written. */
import type { Instruction, Program, ProgramFunction } from '../ir/program.ts';

const known = new WeakMap<Program, Program>();

/** Whole numbers of a function's own begin as ones: where it reads one that it has not written, any value would be as good. */
export function withOnesForUndefined(program: Program): Program {
  const made = known.get(program) ?? {
    ...program,
    functions: new Map([...program.functions].map(([name, fn]) => [name, withOnes(fn)])),
  };
  known.set(program, made);
  return made;
}

function withOnes(fn: ProgramFunction): ProgramFunction {
  const blocks = fn.blocks.map((block) => ({ ...block, instructions: block.instructions.flatMap(begunWithOne) }));
  return { ...fn, blocks };
}

function begunWithOne(instruction: Instruction): readonly Instruction[] {
  if (instruction.op !== 'alloca' || instruction.allocated.kind !== 'int' || instruction.result === null)
    return [instruction];
  const { result, type, allocated, align } = instruction;
  return [
    instruction,
    {
      op: 'store',
      result: null,
      type: { kind: 'void' },
      location: null,
      pointer: { kind: 'register', register: result, type },
      value: { kind: 'int', value: 1n, type: allocated },
      volatile: false,
      ordering: null,
      syncScope: null,
      align,
    },
  ];
}
