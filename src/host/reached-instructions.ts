import type { Instruction, Program, ProgramFunction } from '../ir/program.ts';

/** The instructions of a kernel and of all that it calls, each function once. */
export function* reachedInstructions(program: Program, kernel: ProgramFunction): Generator<Instruction> {
  const seen = new Set<string>();
  const pending = [kernel.name];
  while (pending.length > 0) {
    const name = pending.pop()!;
    if (seen.has(name)) continue;
    seen.add(name);
    const fn = program.functions.get(program.aliases.get(name) ?? name);
    for (const { instructions } of fn?.blocks ?? []) {
      for (const instruction of instructions) {
        if (instruction.op === 'call' && instruction.callee.kind === 'global') pending.push(instruction.callee.name);
        yield instruction;
      }
    }
  }
}
