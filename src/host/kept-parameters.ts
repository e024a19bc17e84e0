/**
 * Which addresses a function may keep beyond its end: those of its arguments that it stores anywhere but in variables of its own, returns,
 * or hands to code that may keep them. What it stores through them is another matter.
 */
import type { Instruction, Operand, ProgramFunction } from '../ir/program.ts';

/** Nothing is done to a variable by these. */
const LIFETIMES = /^llvm\.(?:lifetime|dbg)\./;

type FunctionOf = (name: string) => ProgramFunction | undefined;

export class KeptParameters {
  readonly #functionOf: FunctionOf;
  readonly #keepsNothing: (name: string) => boolean;
  readonly #known = new Map<ProgramFunction, ReadonlySet<number>>();

  /** @param keepsNothing true for functions of which that is known without a look into them */
  constructor(functionOf: FunctionOf, keepsNothing: (name: string) => boolean) {
    this.#functionOf = functionOf;
    this.#keepsNothing = keepsNothing;
  }

  /** The arguments of a call, by their places, that may be kept. */
  keptBy(call: Instruction & { readonly op: 'call' }): readonly Operand[] {
    const { callee } = call;
    if (callee.kind !== 'global') return call.arguments;
    if (this.#keepsNothing(callee.name)) return [];
    const fn = this.#functionOf(callee.name);
    if (!fn?.isDefinition || fn.variadic) return call.arguments;
    const kept = this.#of(fn);
    return call.arguments.filter((_, place) => call.byValue[place] != null || kept.has(place));
  }

  /** The places of the parameters that a function may keep. */
  #of(fn: ProgramFunction): ReadonlySet<number> {
    const known = this.#known.get(fn);
    if (known) return known;
    const all = new Set(fn.parameters.keys());
    // Of one that calls itself, nothing better is known meanwhile.
    this.#known.set(fn, all);
    const kept = new Set([...all].filter((place) => this.#isKept(fn, place)));
    this.#known.set(fn, kept);
    return kept;
  }

  #isKept(fn: ProgramFunction, place: number): boolean {
    const own = new Set<number>();
    for (const { instructions } of fn.blocks)
      for (const { op, result } of instructions) if (op === 'alloca' && result !== null) own.add(result);
    /** Registers that hold the address, or one that is derived from it. */
    const holding = new Set([place]);
    /** Variables of the function that hold it. */
    const variables = new Set<number>();
    const holds = (operand: Operand) => operand.kind === 'register' && holding.has(operand.register);
    const isIn = (operand: Operand, registers: ReadonlySet<number>) =>
      operand.kind === 'register' && registers.has(operand.register);
    for (let before = -1; before < holding.size + variables.size; ) {
      before = holding.size + variables.size;
      for (const { instructions, terminator } of fn.blocks) {
        for (const one of instructions) {
          const { result } = one;
          if (one.op === 'load') {
            if (isIn(one.pointer, variables) && result !== null) holding.add(result);
          } else if (one.op === 'store') {
            const isOwn = isIn(one.pointer, own);
            if (holds(one.value) && !isOwn) return true;
            if (isIn(one.value, variables)) return true;
            if (holds(one.value) && one.pointer.kind === 'register') variables.add(one.pointer.register);
          } else if (one.op === 'call') {
            if (this.keptBy(one).some((operand) => holds(operand))) return true;
            // What is handed the address of the variable may find the address in it.
            const isMarker = one.callee.kind === 'global' && LIFETIMES.test(one.callee.name);
            if (!isMarker && one.arguments.some((operand) => isIn(operand, variables))) return true;
            if (result !== null && one.type.kind === 'pointer' && one.arguments.some(holds)) holding.add(result);
          } else if (one.op === 'getelementptr') {
            if (isIn(one.pointer, variables)) return true;
            if (holds(one.pointer) && result !== null) holding.add(result);
          } else if (
            one.op !== 'icmp' &&
            operandsOf(one).some((operand) => holds(operand) || isIn(operand, variables))
          ) {
            return true;
          }
        }
        if (terminator.op === 'ret' && terminator.value !== null && holds(terminator.value)) return true;
      }
    }
    return false;
  }
}

/** Every operand of an instruction, those of lists too. */
function operandsOf(instruction: Instruction): Operand[] {
  if (instruction.op === 'phi') return instruction.incoming.map(({ value }) => value);
  return Object.values(instruction)
    .flat()
    .filter(
      (value): value is Operand => typeof value === 'object' && value !== null && 'kind' in value && 'type' in value,
    );
}
