/**
 * Which registers are values, and which need a variable of the stack. A compiler's PTX is nearly in SSA form: most registers
 * are written once, before all that reads them. What is written again, under a guard, or in a loop and read behind it, is a
 * variable, as clang's unoptimised IR has them: closed forms of loops are found in these.
 */
import type { Flow, PtxBlock } from './control-flow.ts';
import { definedBy, readBy } from './register-uses.ts';

interface Place {
  readonly block: number;
  readonly index: number;
}

/** The registers that need a variable. */
export function variableRegisters(blocks: readonly PtxBlock[], flow: Flow): Set<number> {
  const variables = new Set<number>();
  const definitions = new Map<number, Place>();
  const reached = flow.order.map((number) => ({ number, ...blocks[number]! }));
  for (const { number, instructions } of reached) {
    for (const [index, instruction] of instructions.entries()) {
      for (const register of definedBy(instruction)) {
        if (definitions.has(register) || instruction.guard !== null) variables.add(register);
        definitions.set(register, { block: number, index });
      }
    }
  }
  const read = (register: number, place: Place) => {
    const definition = definitions.get(register);
    if (definition === undefined) return;
    const isBefore =
      definition.block === place.block
        ? definition.index < place.index
        : flow.dominates(definition.block, place.block) && !flow.leavesLoop(definition.block, place.block);
    if (!isBefore) variables.add(register);
  };
  for (const { number, instructions, end } of reached) {
    for (const [index, instruction] of instructions.entries()) {
      for (const register of readBy(instruction)) read(register, { block: number, index });
    }
    if (end.kind === 'next') continue;
    for (const register of readBy(end.instruction)) read(register, { block: number, index: instructions.length });
  }
  return variables;
}
