/**
 * Which of the program's variables a piece of host code can change. A variable whose address is kept nowhere changes only
 * where code names it; of all others nobody knows.
 */
import { effectOf } from '../intrinsics/index.ts';
import type { Instruction, Operand, Program, ProgramFunction, Type } from '../ir/program.ts';
import { KeptParameters } from './kept-parameters.ts';
import { kernelOfStub } from './kernel-stubs.ts';
import { reachedFrom } from './opaque-callees.ts';

/** Code that runs before `main`, for variables whose initial value is no constant. */
const BEFORE_MAIN = /^(?:__cxx_global_(?:var_init|array_dtor)|_GLOBAL__)/;
/** These take an address and do not keep it. */
const KEEPS_NOTHING =
  /^(?:llvm\.|__cudaPushCallConfiguration$|__gpurace_launch_(?:kernel|attributes)$|__gpurace_bind_texture$)/;

/** Of the runtime's functions only these keep an address, for a callback. */
const RUNTIME = /^(?:cuda|hip)(?!LaunchHostFunc|StreamAddCallback|UserObject)[A-Z]/;

/** C functions, the standard library and the CUDA runtime's overloads: they do not change the program's variables. */
const LIBRARY = /^(?!_Z)|^_ZN?K?S[tabsiod]|^_ZN?\d*(cuda|hip|cu[A-Z])/;

/** Types without a pointer in them. */
const SCALARS: ReadonlySet<Type['kind']> = new Set<Type['kind']>(['int', 'float']);

type CalleesOf = (fn: ProgramFunction) => readonly string[];

export class HostVariables {
  readonly #program: Program;
  readonly #calleesOf: CalleesOf;
  readonly #isLibraryFunction: ((name: string) => boolean) | null;
  /** Variables whose address may be in memory somewhere. */
  readonly #kept = new Set<string>();
  /** Names that stand anywhere but as what is called. */
  readonly #functionsKept = new Set<string>();
  /** Names in what variables begin with. */
  readonly #inTables = new Set<string>();
  #pointedTo: ReadonlySet<string> | null = null;
  readonly #named = new Map<ProgramFunction, ReadonlySet<string>>();
  /** The functions that a function may come to, by its name. */
  readonly #known = new Map<string, readonly ProgramFunction[] | null>();

  /**
   * @param isOurs true for functions of our own headers
   * @param isLibraryFunction of functions of C: true where no program has them of its own; null: where it defines none
   */
  constructor(
    program: Program,
    calleesOf: CalleesOf,
    isOurs: (fn: ProgramFunction) => boolean,
    isLibraryFunction: ((name: string) => boolean) | null,
  ) {
    this.#program = program;
    this.#calleesOf = calleesOf;
    this.#isLibraryFunction = isLibraryFunction;
    const keepsNothing = (name: string): boolean => {
      const fn = program.functions.get(name);
      return KEEPS_NOTHING.test(name) || !fn?.isDefinition || (RUNTIME.test(fn.sourceName) && isOurs(fn));
    };
    const parameters = new KeptParameters((name) => program.functions.get(name), keepsNothing);
    const handsOver = (call: Instruction & { readonly op: 'call' }) => !namesIn(call.arguments).next().done;
    const keptBy = (call: Instruction & { readonly op: 'call' }) => (handsOver(call) ? parameters.keptBy(call) : []);
    for (const fn of program.functions.values()) {
      const named = new Set<string>();
      for (const instruction of instructionsOf(fn)) {
        for (const name of namesIn(Object.values(instruction))) named.add(name);
        for (const name of namesIn(addressesKept(keptBy, instruction))) this.#kept.add(name);
        for (const name of namesIn(valuesOf(instruction))) if (!isOwnStub(fn, name)) this.#functionsKept.add(name);
      }
      this.#named.set(fn, named);
    }
    for (const { initializer } of program.globals.values())
      for (const name of namesIn([initializer])) {
        this.#kept.add(name);
        this.#functionsKept.add(name);
        this.#inTables.add(name);
      }
  }

  /** True for functions that are not the program's own, and that change and keep nothing but what they are handed. */
  isLibrary(name: string): boolean {
    if (!LIBRARY.test(name) || this.#program.functions.get(name)?.isDefinition) return false;
    return this.#isLibraryFunction === null || name.startsWith('_Z') || this.#isLibraryFunction(name);
  }

  /** True for functions of the program that are in no file that was read. */
  isElsewhere(name: string): boolean {
    return !this.isLibrary(name) && this.#program.functions.get(name)?.isDefinition === false;
  }

  /** True for what stands for a statement that does not compile, and for functions of which the body does not. */
  isLeftOut(name: string): boolean {
    if (/^_ZN?\d*__gpurace_left_out/.test(name)) return true;
    const fn = this.#program.functions.get(name);
    return fn !== undefined && this.#calleesOf(fn).some(isUnmodelled);
  }

  /** True for variables of which some code has the address in memory, or hands it to code that may put it there. */
  isPointedTo(symbol: string): boolean {
    this.#pointedTo ??= new Set([...this.#program.functions.values()].flatMap((fn) => [...this.#namesKept(fn)]));
    return this.#pointedTo.has(symbol) || this.#inTables.has(symbol);
  }

  *#namesKept(fn: ProgramFunction): Generator<string> {
    /** What registers are the addresses of, or of a part of. */
    const addresses = new Map<number, readonly string[]>();
    const namesOf = (operands: readonly unknown[]) => [
      ...namesIn(operands),
      ...operands.flatMap((one) => (isOperand(one) && one.kind === 'register' && addresses.get(one.register)) || []),
    ];
    for (const instruction of instructionsOf(fn)) {
      if (instruction.op === 'getelementptr') {
        if (instruction.result !== null) addresses.set(instruction.result, namesOf([instruction.pointer]));
      } else if (this.#mayKeep(instruction)) yield* namesOf(addressesKept((call) => call.arguments, instruction));
    }
  }

  #mayKeep(instruction: Instruction): boolean {
    if (instruction.op !== 'call') return true;
    const { callee } = instruction;
    return callee.kind !== 'global' || (!this.isLibrary(callee.name) && this.keepsAddresses(callee.name));
  }

  /** Functions whose address may be in memory somewhere, or handed on; in the order of the program. */
  functionsKept(): readonly string[] {
    return [...this.#program.functions.keys()].filter((name) => this.#functionsKept.has(name));
  }

  /** Functions in tables that the program begins with, such as those of virtual functions. */
  functionsInTables(): readonly string[] {
    return [...this.#inTables].filter((name) => this.#program.functions.has(name));
  }

  /** @returns whether a call of a function may change the variable of a symbol */
  changedBy(name: string): (symbol: string) => boolean {
    const functions = this.#bodies(name);
    if (functions === null) return () => true;
    return (symbol) => this.#kept.has(symbol) || functions.some((f) => this.#named.get(f)?.has(symbol));
  }

  /** True when a function, or what it calls, may call one of those. */
  mayCall(name: string, isOne: (callee: string) => boolean): boolean {
    const functions = this.#bodies(name);
    return functions === null || functions.some((fn) => this.#calleesOf(fn).some(isOne));
  }

  /** True when a function may keep an address that it is handed beyond its end. */
  keepsAddresses(name: string): boolean {
    const functions = this.#bodies(name);
    return functions === null || functions.some(storesPointers);
  }

  /** True when a function gets no further than its arguments lead: it names no variables, and finds no pointers in memory. */
  reachesOnlyArguments(name: string): boolean {
    const functions = this.#bodies(name);
    return functions?.every((fn) => this.#namesNoVariable(fn) && !loadsPointers(fn)) ?? false;
  }

  #namesNoVariable(fn: ProgramFunction): boolean {
    return [...(this.#named.get(fn) ?? [])].every((name) => this.#program.globals.get(name)?.isConstant ?? true);
  }

  /** Variables that hold something else than their initial value when `main` begins. */
  changedBeforeMain(): (symbol: string) => boolean {
    const changes = [...this.#program.functions.keys()].filter((name) => BEFORE_MAIN.test(name));
    const changed = changes.map((name) => this.changedBy(name));
    return (symbol) => changed.some((by) => by(symbol));
  }

  /**
   * A function with all that it calls, and what it hands on to be called, to `qsort` say; null when some of that is not known: called
   * through a pointer, in another file.
   */
  #bodies(name: string): readonly ProgramFunction[] | null {
    let known = this.#known.get(name);
    if (known === undefined) {
      known = this.#bodiesOf(name);
      this.#known.set(name, known);
    }
    return known;
  }

  #bodiesOf(name: string): readonly ProgramFunction[] | null {
    const fn = this.#program.functions.get(name);
    if (!fn?.isDefinition) return null;
    const reached = new Set<ProgramFunction>();
    const waiting = [fn];
    for (const next of waiting) {
      for (const one of reachedFrom(this.#program, next, this.#calleesOf).functions) {
        if (reached.has(one)) continue;
        reached.add(one);
        for (const handedOn of this.#functionsIn(one)) {
          if (!handedOn.isDefinition && !this.isLibrary(handedOn.name)) return null;
          if (!reached.has(handedOn)) waiting.push(handedOn);
        }
      }
    }
    const functions = [...reached];
    const isKnown = (f: ProgramFunction) => [...instructionsOf(f)].every((i) => i.op !== 'call' || this.#isKnown(i));
    return functions.every(isKnown) ? functions : null;
  }

  /** The functions that it names otherwise than to call them. */
  #functionsIn(fn: ProgramFunction): ProgramFunction[] {
    const names = [...instructionsOf(fn)].flatMap((instruction) => [...namesIn(valuesOf(instruction))]);
    return names.flatMap((name) => this.#program.functions.get(name) ?? []);
  }

  #isKnown({ callee }: Instruction & { op: 'call' }): boolean {
    if (callee.kind !== 'global' || isUnmodelled(callee.name)) return false;
    return this.#program.functions.get(callee.name)?.isDefinition === true || this.isLibrary(callee.name);
  }
}

/** True for a call that stands for something unknown, such as a body that does not compile. */
export function isUnmodelled(name: string): boolean {
  return effectOf(name)?.kind === 'unmodelled';
}

/** True when a pointer is stored anywhere but in a variable of the function itself. */
function storesPointers(fn: ProgramFunction): boolean {
  const own = new Set<number>();
  for (const i of instructionsOf(fn)) if (i.op === 'alloca' && i.result !== null) own.add(i.result);
  return [...instructionsOf(fn)].some(
    (i) =>
      i.op === 'store' &&
      i.value.type.kind === 'pointer' &&
      !(i.pointer.kind === 'register' && own.has(i.pointer.register)),
  );
}

/** True when a pointer may come from anywhere but the arguments: out of memory that is none of the function's own, or from a number. */
function loadsPointers(fn: ProgramFunction): boolean {
  const own = new Set<number>();
  for (const i of instructionsOf(fn)) {
    if (i.op === 'alloca' && i.allocated.kind === 'pointer' && i.result !== null) own.add(i.result);
    if (i.op === 'va_arg' || (i.op === 'cast' && i.operator === 'inttoptr')) return true;
    if (i.op !== 'load' || SCALARS.has(i.type.kind)) continue;
    if (i.type.kind !== 'pointer' || i.pointer.kind !== 'register' || !own.has(i.pointer.register)) return true;
  }
  return false;
}

function* instructionsOf(fn: ProgramFunction): Generator<Instruction> {
  for (const { instructions } of fn.blocks) yield* instructions;
}

/** The operands of an instruction but for what it calls. */
function valuesOf(instruction: Instruction): readonly unknown[] {
  return instruction.op === 'call' ? instruction.arguments : Object.values(instruction);
}

/** The operands of an instruction whose value goes somewhere else than into the instruction's own access. */
function addressesKept(
  keptBy: (call: Instruction & { readonly op: 'call' }) => readonly Operand[],
  instruction: Instruction,
): readonly unknown[] {
  switch (instruction.op) {
    case 'load':
      return [];
    case 'store':
      return [instruction.value];
    case 'call':
      return keptBy(instruction);
    default:
      return Object.values(instruction);
  }
}

/** The globals that operands name, in constant expressions too. */
export function* namesIn(values: readonly unknown[]): Generator<string> {
  for (const value of values) {
    if (Array.isArray(value)) yield* namesIn(value);
    else if (isOperand(value)) {
      if (value.kind === 'global') yield value.name;
      else if (value.kind === 'aggregate') yield* namesIn(value.elements);
      else if (value.kind === 'expression') yield* namesIn(Object.values(value.instruction));
    } else if (typeof value === 'object' && value !== null && 'value' in value) yield* namesIn([value.value]);
  }
}

function isOperand(value: unknown): value is Operand {
  return typeof value === 'object' && value !== null && 'kind' in value && 'type' in value;
}

/** A stub hands itself to the runtime: that is the launch, and by that nobody else gets to it. */
function isOwnStub(fn: ProgramFunction, name: string): boolean {
  return name === fn.name && kernelOfStub(name) !== null;
}
