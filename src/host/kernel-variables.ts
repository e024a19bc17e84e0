import type { Instruction, Operand, Program } from '../ir/program.ts';
import { textOfLiteral } from './opencl-kernels.ts';
import { namesIn } from './variables.ts';

/**
 * The kernels that variables of an OpenCL program hold, wherever a function of it stores them: `init` makes them, and `run` launches
 * them.
 */
export class KernelVariables {
  readonly #program: Program;
  /** By symbol; null where nobody knows, or several are stored. */
  #kernels: ReadonlyMap<string, string | null> | null = null;

  constructor(program: Program) {
    this.#program = program;
  }

  /** @returns the only kernel that the variable ever holds; null where it is not known to be one */
  kernelIn(symbol: string): string | null {
    this.#kernels ??= this.#allStored();
    return this.#kernels.get(symbol) ?? null;
  }

  #allStored(): ReadonlyMap<string, string | null> {
    const all = new Map<string, string | null>();
    for (const { initializer } of this.#program.globals.values())
      for (const name of namesIn([initializer])) all.set(name, null);
    for (const fn of this.#program.functions.values()) {
      const definitions = new Map<number, Instruction>();
      const instructions = fn.blocks.flatMap((block) => block.instructions);
      for (const one of instructions) if (one.result !== null) definitions.set(one.result, one);
      for (const { terminator } of fn.blocks)
        for (const name of namesIn(Object.values(terminator))) all.set(name, null);
      for (const one of instructions) {
        const isPlain = (one.op === 'load' || one.op === 'store') && one.pointer.kind === 'global';
        // Who has the address may store anything there.
        const addresses = one.op === 'store' && isPlain ? [one.value] : isPlain ? [] : Object.values(one);
        for (const name of namesIn(addresses)) all.set(name, null);
        if (one.op !== 'store' || one.pointer.kind !== 'global' || one.value.kind === 'null') continue;
        const { name } = one.pointer;
        const kernel = this.#madeBy(one.value, definitions);
        all.set(name, all.has(name) && all.get(name) !== kernel ? null : kernel);
      }
    }
    return all;
  }

  #madeBy(value: Operand, definitions: ReadonlyMap<number, Instruction>): string | null {
    const made = value.kind === 'register' ? definitions.get(value.register) : undefined;
    if (made?.op !== 'call' || made.callee.kind !== 'global' || made.callee.name !== 'clCreateKernel') return null;
    const [, name] = made.arguments;
    return name?.kind === 'global' ? textOfLiteral(this.#program, name.name) : null;
  }
}
