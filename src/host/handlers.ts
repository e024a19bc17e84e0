/**
 * Code that only an exception leads to. The reader gives calls their normal continuation only, so that handlers hang in the
 * air and are never executed: launches in them are launches all the same.
 */
import type { Program, ProgramFunction } from '../ir/program.ts';
import { successorsOf } from '../kernel/index.ts';

/** What the handlers of the program call, or hand on by name. */
export function namesInHandlers(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  for (const fn of program.functions.values()) {
    const reached = reachedBlocks(fn);
    if (reached.size === fn.blocks.length) continue;
    fn.blocks.forEach(({ instructions }, index) => {
      if (reached.has(index)) return;
      for (const i of instructions) {
        if (i.op !== 'call') continue;
        for (const operand of [i.callee, ...i.arguments]) if (operand.kind === 'global') names.add(operand.name);
      }
    });
  }
  return names;
}

function reachedBlocks(fn: ProgramFunction): ReadonlySet<number> {
  const reached = new Set(fn.blocks.length > 0 ? [0] : []);
  for (const block of reached) for (const target of successorsOf(fn.blocks[block]!.terminator)) reached.add(target);
  return reached;
}
