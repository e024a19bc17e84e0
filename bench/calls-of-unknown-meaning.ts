/** Which functions a kernel calls, directly or not, that the analysis will refuse: no body and no known effect. */
import { effectOf } from '../src/intrinsics/index.ts';
import type { Program, ProgramFunction } from '../src/ir/program.ts';

/** @returns One sentence each, sorted. */
export function callsOfUnknownMeaning(program: Program, kernel: ProgramFunction): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const pending = [kernel];
  for (let fn = pending.pop(); fn !== undefined; fn = pending.pop()) {
    if (seen.has(fn.name)) continue;
    seen.add(fn.name);
    for (const { instructions } of fn.blocks) {
      for (const instruction of instructions) {
        if (instruction.op === 'unknown')
          found.add(`an instruction that is not read: ${instruction.text.slice(0, 40)}`);
        if (instruction.op !== 'call') continue;
        const { callee } = instruction;
        if (callee.kind === 'asm') found.add(`inline assembly: ${callee.unsupported ?? callee.text.slice(0, 40)}`);
        else if (callee.kind !== 'global') found.add('a call through a pointer');
        else {
          const called = program.functions.get(program.aliases.get(callee.name) ?? callee.name);
          const effect = effectOf(callee.name);
          if (called?.isDefinition) pending.push(called);
          else if (effect === undefined) found.add(`a call of ${callee.name}`);
          else if (effect.kind === 'unmodelled' || effect.kind === 'unfenced-barrier') found.add(effect.what);
        }
      }
    }
  }
  return [...found].sort();
}
