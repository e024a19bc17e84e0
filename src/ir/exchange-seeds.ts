/**
 * Loads that say what a compare-and-swap expects to find: `old = *p; do old = atomicCAS(p, assumed = old, …)`. What such a load
 * finds is looked at again by the exchange itself, so that an old value costs one more try.
 */
import { operandsOf } from './operands.ts';
import type { Instruction, Operand, Program, ProgramFunction } from './program.ts';

/** What flows into what an exchange expects, in one function. */
interface Flow {
  readonly seeds: ReadonlySet<Instruction>;
  /** Numbers of parameters. */
  readonly parameters: ReadonlySet<number>;
}

const NOTHING: Flow = { seeds: new Set(), parameters: new Set() };

export class ExchangeSeeds {
  readonly #program: Pick<Program, 'functions' | 'aliases'>;
  readonly #flows = new Map<ProgramFunction, Flow>();

  constructor(program: Pick<Program, 'functions' | 'aliases'>) {
    this.#program = program;
  }

  /** Does what the load finds say what an exchange expects? */
  has(fn: ProgramFunction, load: Instruction): boolean {
    return this.#flow(fn).seeds.has(load);
  }

  #flow(fn: ProgramFunction): Flow {
    let flow = this.#flows.get(fn);
    if (flow === undefined) {
      // For functions that call themselves.
      this.#flows.set(fn, NOTHING);
      flow = this.#flowOf(fn);
      this.#flows.set(fn, flow);
    }
    return flow;
  }

  #flowOf(fn: ProgramFunction): Flow {
    const all = fn.blocks.flatMap(({ instructions }) => instructions);
    const wanted = all.flatMap((instruction) => this.#expectedBy(instruction)).flatMap(registersIn);
    if (wanted.length === 0) return NOTHING;
    const definitions = new Map(all.flatMap((one) => (one.result === null ? [] : [[one.result, one] as const])));
    const seeds = new Set<Instruction>();
    const parameters = new Set<number>();
    const seen = new Set<number>();
    for (let register = wanted.pop(); register !== undefined; register = wanted.pop()) {
      if (seen.has(register)) continue;
      seen.add(register);
      const made = definitions.get(register);
      if (made === undefined) parameters.add(register);
      else if (made.op === 'alloca') wanted.push(...storedIn(register, all));
      else {
        const isOfMemory = made.op === 'load' && !isVariable(made.pointer, definitions);
        if (isOfMemory) seeds.add(made);
        else wanted.push(...operandsOf(made).flatMap(registersIn));
      }
    }
    return { seeds, parameters };
  }

  /** Operands that say what an exchange expects, here or in what is called. */
  #expectedBy(instruction: Instruction): readonly Operand[] {
    if (instruction.op === 'cmpxchg') return [instruction.expected];
    if (instruction.op !== 'call' || instruction.callee.kind !== 'global') return [];
    const { name } = instruction.callee;
    const callee = this.#program.functions.get(this.#program.aliases.get(name) ?? name);
    if (!callee?.isDefinition) return [];
    const { parameters } = this.#flow(callee);
    return instruction.arguments.filter((_, i) => parameters.has(i));
  }
}

function isVariable(pointer: Operand, definitions: ReadonlyMap<number, Instruction>): boolean {
  return pointer.kind === 'register' && definitions.get(pointer.register)?.op === 'alloca';
}

function storedIn(variable: number, all: readonly Instruction[]): number[] {
  const isThere = (pointer: Operand) => pointer.kind === 'register' && pointer.register === variable;
  return all.flatMap((one) => (one.op === 'store' && isThere(one.pointer) ? registersIn(one.value) : []));
}

function registersIn(operand: Operand): number[] {
  return operand.kind === 'register' ? [operand.register] : [];
}
