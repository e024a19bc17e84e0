/**
 * The launches of a translation unit: host IR is executed symbolically from every function that leads to one and that
 * nobody in the unit calls (`main`, or an entry point of a library), so that sizes, arguments and the conditions on the
 * way arrive as terms over what the host itself is given.
 */
import { effectOf } from '../intrinsics/index.ts';
import type { Instruction, Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import {
  type ExecutionInput,
  type Executor,
  execute,
  type Frame,
  type OutsideMemory,
  type State,
  type Value,
} from '../kernel/index.ts';
import { type Cond, type Int, rangesUnder, refining, single, Terms } from '../terms/index.ts';
import { allocate, allocates } from './allocations.ts';
import { detours, reachedFrom } from './detours.ts';
import { namesInHandlers } from './handlers.ts';
import { LearnedFacts } from './learned-facts.ts';
import { UnseenCalls } from './unseen-calls.ts';
import { HostVariables, isUnmodelled } from './variables.ts';

/** A pointer argument: which memory, and how far into it. */
export interface PointerArgument {
  readonly kind: 'pointer';
  /** Equal keys, same memory. */
  readonly memory: string;
  readonly offset: Int;
}

export type Argument = { readonly kind: 'int'; readonly term: Int } | PointerArgument | { readonly kind: 'other' };

export interface HostLaunch {
  /** The kernel's symbol on the device side. */
  readonly kernel: string;
  /** False when the unit only declares the kernel: it is one of another file. */
  readonly isDefined: boolean;
  /** True when it may be another kernel that is launched so: it is called through a pointer. */
  readonly isGuess: boolean;
  readonly location: SourceLocation | null;
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** By parameter of the kernel; structs passed by value are `other`. */
  readonly args: readonly Argument[];
  /** The branches on the way, and what asserts on it promise. */
  readonly path: Cond;
  /** The symbols for the rounds of the loops around it. */
  readonly rounds: ReadonlySet<number>;
}

export interface HostLaunches {
  /** The arena of all terms below. */
  readonly terms: Terms;
  readonly launches: readonly HostLaunch[];
  /** Kernels (by symbol) with a launch that the execution did not get to: their sizes must be taken as open. */
  readonly unreached: ReadonlySet<string>;
  /** Where the conditions of the paths come from. */
  readonly learned: LearnedFacts;
}

/** So often a call may stand among those that led to it. */
const RECURSION_LIMIT = 3;
/** Executions of a function that writes through its parameters: what it writes to must be known from the beginning. */
const LAYOUT_ROUNDS = 2;
const PUSH = '__cudaPushCallConfiguration';
/** A launch by a function of the runtime: `(kernel, sizes of grid and block by reference, pointers to the arguments, …)`. */
const LAUNCH = '__gpurace_launch_kernel';
/** The runtime's own function takes sizes by value, two registers each: `(kernel, x and y, z, x and y, z, arguments, …)`. */
const LAUNCH_BY_VALUE = 'cudaLaunchKernel';
/** Launches whose sizes are not followed: the kernels that are named beside them are launched with any. */
const LAUNCH_OTHERWISE =
  /^(?:cuda|hip)(?:LaunchKernelExC|LaunchCooperativeKernelMultiDevice|ExtLaunchMultiKernelMultiDevice)$/;

/** Finds the launches in host IR. @param headerPrefix paths below it are our own headers. */
export function findLaunches(program: Program, headerPrefix: string): HostLaunches {
  const terms = new Terms();
  const learned = new LearnedFacts(terms, program.files);
  const launches: HostLaunch[] = [];
  const launching = functionsThatLaunch(program);
  const called = calledBy(program, launching);
  const roots = [...launching].filter((name) => !called.has(name));
  const matters = (name: string) => launching.has(name) || allocates(name);
  const unseen = new Set([...detours(program, calleesOf, matters, headerPrefix), ...unreadable(program)]);
  const handedOn = new Set<string>();
  const code: HostCode = {
    terms,
    program,
    headerPrefix,
    unseen,
    learned,
    handedOn,
    variables: new HostVariables(program, calleesOf),
  };
  // Functions that only call each other have no root: each is an entry.
  let isCutShort = false;
  const recursive = new Set<string>();
  for (const name of roots.length > 0 ? roots : launching) {
    const fn = program.functions.get(name);
    if (fn) isCutShort = launchesFrom(code, fn, launches, recursive) || isCutShort;
  }
  const leftOut = new Set<ProgramFunction>();
  for (const name of recursive) {
    const fn = program.functions.get(name);
    if (fn) for (const callee of reachedFrom(program, fn, calleesOf).functions) leftOut.add(callee);
  }
  const reached = new Set(launches.map((l) => l.kernel));
  const unreached = new Set<string>(handedOn);
  for (const fn of program.functions.values()) {
    for (const name of [...calleesOf(fn), ...(launching.has(fn.name) ? functionsNamedIn(fn) : [])]) {
      const kernel = kernelOfStub(name);
      // Where the execution stopped before its end, a kernel may have launches that it has not seen.
      const isOpen = isCutShort || leftOut.has(fn);
      if (kernel !== null && (isOpen || !reached.has(kernel))) unreached.add(kernel);
    }
  }
  for (const fn of program.functions.values()) {
    if (!calleesOf(fn).some((name) => LAUNCH_OTHERWISE.test(name))) continue;
    for (const name of functionsNamedIn(fn)) {
      const kernel = kernelOfStub(name);
      if (kernel !== null) unreached.add(kernel);
    }
  }
  for (const name of namesInHandlers(program)) {
    const fn = program.functions.get(name);
    const named = fn && launching.has(name) ? reachedFrom(program, fn, calleesOf).functions.flatMap(calleesOf) : [];
    for (const stub of [name, ...named]) {
      const kernel = kernelOfStub(stub);
      if (kernel !== null) unreached.add(kernel);
    }
  }
  return { terms, launches, unreached, learned };
}

/** The functions that lead to a launch and that nobody in the program calls; those that other files can call. */
export function entriesOf(program: Program): readonly string[] {
  const launching = functionsThatLaunch(program);
  const called = calledBy(program, launching);
  return [...launching].filter((name) => !called.has(name) && name !== 'main' && !/^_ZL|_GLOBAL__N_/.test(name));
}

/** The functions that code on the way to a launch calls, and that are only declared. */
export function undefinedIn(program: Program): readonly string[] {
  const names = new Set<string>();
  for (const name of functionsThatLaunch(program)) {
    const fn = program.functions.get(name);
    for (const callee of fn ? reachedFrom(program, fn, calleesOf).names : []) names.add(callee);
  }
  const isOpen = (name: string) =>
    program.functions.get(name)?.isDefinition === false && effectOf(name) === undefined && kernelOfStub(name) === null;
  return [...names].filter(isOpen);
}

interface Sizes {
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  readonly location: SourceLocation | null;
}

interface HostCode {
  readonly terms: Terms;
  readonly program: Program;
  readonly headerPrefix: string;
  /** Functions that are not looked into. */
  readonly unseen: ReadonlySet<string>;
  readonly variables: HostVariables;
  readonly learned: LearnedFacts;
  /** Kernels that were handed to code which is not looked into: it may launch them. */
  readonly handedOn: Set<string>;
}

/**
 * Adds to what was `found`.
 * @param recursive grows with functions that call themselves, and whose innermost calls were not looked into
 * @returns whether the function was too large to be executed to its end
 */
function launchesFrom(code: HostCode, fn: ProgramFunction, found: HostLaunch[], recursive: Set<string>): boolean {
  const { terms, program, headerPrefix, unseen, variables, learned } = code;
  const unseenCalls = new UnseenCalls(variables);
  const stubsByPointer = variables.functionsKept().filter((name) => kernelOfStub(name) !== null);
  let pending: Sizes | null = null;
  const nowhere = [terms.zero, terms.zero, terms.zero] as const;

  const call = (
    executor: Executor,
    frame: Frame,
    state: State,
    instruction: Instruction & { op: 'call' },
    name: string | null,
  ): State | null | undefined => {
    const argument = (i: number): Value => {
      const operand = instruction.arguments[i];
      return operand ? executor.evaluate(frame, state, operand) : { kind: 'undefined' };
    };
    const define = (value: Value) => {
      if (instruction.result !== null) frame.registers[instruction.result] = value;
    };
    const add = (symbol: string, kernel: string, sizes: Sizes, values: readonly Value[], isGuess = false): void => {
      const { gridDim, blockDim, location } = sizes;
      const stub = program.functions.get(symbol);
      const path = terms.and(state.path, state.facts);
      const { int } = refining(terms, rangesUnder(path));
      executor.recorder.append(
        found,
        (): HostLaunch => ({
          kernel,
          isGuess,
          isDefined: stub?.isDefinition ?? false,
          location,
          gridDim: [int(gridDim[0]), int(gridDim[1]), int(gridDim[2])],
          blockDim: [int(blockDim[0]), int(blockDim[1]), int(blockDim[2])],
          args: argumentsOf(executor, stub, values).map(
            (a): Argument => (a.kind === 'int' ? { kind: 'int', term: int(a.term) } : a),
          ),
          path,
          rounds: new Set(executor.iterations.flatMap((round) => single(round)?.id ?? [])),
        }),
      );
    };
    /** A kernel that is launched through a pointer: any of those whose address is taken, and that take such arguments. */
    const launchThroughPointer = (sizes: Sizes): void => {
      const types = instruction.arguments.map(({ type }) => type.kind);
      for (const stub of stubsByPointer) {
        const fn = program.functions.get(stub);
        const kernel = kernelOfStub(stub);
        if (!fn || kernel === null || fn.parameters.map(({ type }) => type.kind).join() !== types.join()) continue;
        const values = instruction.arguments.map((_, i) => argument(i));
        add(stub, kernel, sizes, values, stubsByPointer.length > 1);
      }
    };
    const unseenCall = (): State => {
      const values = instruction.arguments.map((_, i) => argument(i));
      // What a library hands out is the user's, the file's or the device's to choose; what the program computes is not.
      const isLibrary = name !== null && variables.isLibrary(name);
      const origin = isLibrary ? 'input' : 'unknown';
      for (const value of isLibrary ? [] : values) {
        const handed = value.kind === 'function' ? kernelOfStub(value.name) : null;
        if (handed !== null) code.handedOn.add(handed);
      }
      define(executor.unknownOf(instruction.type, origin, name ?? 'call'));
      return unseenCalls.after(executor, state, name, values);
    };
    // A virtual function, a callback: any function there is.
    if (name === null && pending !== null) {
      launchThroughPointer(pending);
      pending = null;
      return state;
    }
    if (name === null || unseen.has(name)) return unseenCall();
    if (frame.callSites.filter((site) => isSame(site, instruction.location)).length >= RECURSION_LIMIT) {
      recursive.add(name);
      return unseenCall();
    }
    if (name === PUSH) {
      pending = {
        gridDim: dimensions(executor, state, argument(0)),
        blockDim: dimensions(executor, state, argument(1)),
        location: executor.place(frame, instruction.location),
      };
      define(executor.machine.make(32, terms.zero, true));
      return state;
    }
    const kernel = kernelOfStub(name);
    if (kernel !== null) {
      const values = instruction.arguments.map((_, i) => argument(i));
      if (pending) add(name, kernel, pending, values);
      pending = null;
      return state;
    }
    if (name === LAUNCH || name === LAUNCH_BY_VALUE) {
      const byValue = name === LAUNCH_BY_VALUE;
      const sizes = {
        gridDim: byValue
          ? sizesInRegisters(executor, argument(1), argument(2))
          : dimensions(executor, state, argument(1)),
        blockDim: byValue
          ? sizesInRegisters(executor, argument(3), argument(4))
          : dimensions(executor, state, argument(2)),
        location: executor.place(frame, instruction.location),
      };
      const callee = argument(0);
      for (const symbol of callee.kind === 'function' ? [callee.name] : stubsByPointer) {
        const launched = kernelOfStub(symbol);
        const values = pointedTo(executor, state, program.functions.get(symbol), argument(byValue ? 5 : 3));
        if (launched !== null) add(symbol, launched, sizes, values, callee.kind !== 'function');
      }
      define(executor.machine.make(32, terms.zero, true));
      return state;
    }
    if (allocates(name)) {
      const place = executor.place(frame, instruction.location);
      return allocate(executor, frame, state, instruction, name, (fact) => learned.add(fact, 'allocation', place));
    }
    return program.functions.get(name)?.isDefinition || effectOf(name) ? undefined : unseenCall();
  };

  // Nothing of the program runs before `main` but what initialises variables.
  const changed = fn.name === 'main' ? variables.changedBeforeMain() : () => true;
  const isInitial = (symbol: string) => !changed(symbol);

  const input: Omit<ExecutionInput, 'host'> = {
    terms,
    program,
    kernel: fn,
    launch: { gridDim: nowhere, blockDim: nowhere },
    threadIdx: nowhere,
    blockIdx: nowhere,
    bindings: new Map(),
    aliases: new Map(),
    headerPrefix,
    readOnly: new Set(),
    isLockstep: false,
  };
  const run = (outside: OutsideMemory['layout']) =>
    execute({
      ...input,
      host: {
        call,
        isInitial,
        outside,
        escapes: (value) => unseenCalls.escapes(value),
        learns: (condition, kind, place) => learned.add(condition, kind, place),
      },
    });
  const known = found.length;
  let execution = run(new Map());
  for (let round = 0; round < LAYOUT_ROUNDS && execution.outside.isIncomplete; round++) {
    found.length = known;
    execution = run(execution.outside.layout);
  }
  return execution.isCutShort;
}

/** The fields of a `dim3` that is passed in two registers. */
function sizesInRegisters(executor: Executor, low: Value, high: Value): [Int, Int, Int] {
  const { terms: t, machine } = executor;
  const word = t.constant(1n << 32n);
  const anything = () => executor.unknown('unknown', { low: 1n, high: (1n << 31n) - 1n }, 'size');
  const both = low.kind === 'int' ? machine.unsigned(low) : null;
  return [
    both ? t.mod(both, word) : anything(),
    both ? t.div(both, word) : anything(),
    high.kind === 'int' ? machine.unsigned(high) : anything(),
  ];
}

/** The fields of the `dim3` behind a pointer. */
function dimensions(executor: Executor, state: State, pointer: Value): [Int, Int, Int] {
  const field = (i: number): Int => {
    const target = pointer.kind === 'pointer' && pointer.targets.length === 1 ? pointer.targets[0]! : null;
    const anything = () => executor.unknown('unknown', { low: 1n, high: (1n << 31n) - 1n }, 'size');
    if (!target) return anything();
    const at = { ...target, offset: executor.terms.add(target.offset, executor.terms.constant(4 * i)) };
    const value = executor.loadFrom(state, at, { kind: 'int', bits: 32 }, false);
    return value.kind === 'int' ? executor.machine.unsigned(value) : anything();
  };
  return [field(0), field(1), field(2)];
}

/** The values behind an array of pointers, one per parameter; nothing is known of those that cannot be followed. */
function pointedTo(executor: Executor, state: State, stub: ProgramFunction | undefined, array: Value): Value[] {
  const only = (value: Value) => (value.kind === 'pointer' && value.targets.length === 1 ? value.targets[0]! : null);
  const slots = only(array);
  const parameters = stub?.parameters ?? [];
  // A struct that clang splits has one pointer and several parameters: from there on they are not told apart.
  const split = parameters.findIndex(({ name }) => SPLIT.test(name ?? ''));
  return parameters.map(({ type, byValue }, i): Value => {
    if (slots === null || byValue || (split >= 0 && i >= split)) return { kind: 'undefined' };
    const at = { ...slots, offset: executor.terms.add(slots.offset, executor.terms.constant(8 * i)) };
    const place = only(executor.loadFrom(state, at, { kind: 'pointer', space: 0 }, false));
    return place === null ? { kind: 'undefined' } : executor.loadFrom(state, place, type, false);
  });
}

const SPLIT = /^(.*)\.coerce\d*$/;

/** Arguments by parameter of the kernel. Clang splits small structs into registers named `p.coerce0`, `p.coerce1`. */
function argumentsOf(executor: Executor, stub: ProgramFunction | undefined, values: readonly Value[]): Argument[] {
  const args: Argument[] = [];
  let last: string | null = null;
  values.forEach((value, i) => {
    const name = stub?.parameters[i]?.name ?? `arg${i}`;
    const split = SPLIT.exec(name);
    if (split) {
      if (split[1] !== last) args.push({ kind: 'other' });
      last = split[1]!;
      return;
    }
    last = null;
    if (stub?.parameters[i]?.byValue) args.push({ kind: 'other' });
    else if (value.kind === 'int') args.push({ kind: 'int', term: executor.machine.signed(value) });
    else if (value.kind === 'bool')
      args.push({ kind: 'int', term: executor.terms.ite(value.cond, executor.terms.one, executor.terms.zero) });
    else if (
      value.kind === 'pointer' &&
      value.targets.length === 1 &&
      value.targets[0]!.object.origin.kind !== 'loaded'
    ) {
      const [target] = value.targets;
      args.push({ kind: 'pointer', memory: `${target!.object.key}#${target!.object.id}`, offset: target!.offset });
    } else args.push({ kind: 'other' });
  });
  return args;
}

/** Functions whose bodies did not compile. */
function unreadable(program: Program): string[] {
  return [...program.functions.values()].filter((fn) => calleesOf(fn).some(isUnmodelled)).map((fn) => fn.name);
}

function isSame(a: SourceLocation | null, b: SourceLocation | null): boolean {
  return a !== null && b !== null && a.file === b.file && a.line === b.line && a.column === b.column;
}

/** `_Z18__device_stub__scalePfi` → `_Z5scalePfi`; null for what is no stub. */
function kernelOfStub(name: string): string | null {
  if (!name.includes('__device_stub__')) return null;
  // An anonymous namespace is called `_GLOBAL__N_1`: its digit is not the length's.
  return name
    .replace(
      /(_GLOBAL__N_1)?(\d+)__device_stub__/,
      (_, space: string | undefined, n: string) => `${space ?? ''}${Number(n) - 15}`,
    )
    .replace(/^__device_stub__/, '');
}

/** Functions that are handed on by name. */
function functionsNamedIn(fn: ProgramFunction): string[] {
  const names: string[] = [];
  for (const block of fn.blocks) {
    for (const i of block.instructions) {
      if (i.op === 'call') for (const a of i.arguments) if (a.kind === 'global') names.push(a.name);
    }
  }
  return names;
}

function calleesOf(fn: ProgramFunction): string[] {
  const names: string[] = [];
  for (const block of fn.blocks) {
    for (const i of block.instructions) if (i.op === 'call' && i.callee.kind === 'global') names.push(i.callee.name);
  }
  return names;
}

/** Functions from which a launch can be reached by calls within the unit. */
function functionsThatLaunch(program: Program): Set<string> {
  const callers = new Map<string, string[]>();
  const launching = new Set<string>();
  const pending: string[] = [];
  for (const fn of program.functions.values()) {
    // The stub itself only hands its arguments to the runtime.
    if (kernelOfStub(fn.name) !== null) continue;
    for (const callee of calleesOf(fn)) {
      if (callee === PUSH || callee === LAUNCH || callee === LAUNCH_BY_VALUE) {
        if (!launching.has(fn.name)) pending.push(fn.name);
        launching.add(fn.name);
      }
      const list = callers.get(callee);
      if (list) list.push(fn.name);
      else callers.set(callee, [fn.name]);
    }
  }
  while (pending.length > 0) {
    for (const caller of callers.get(pending.pop()!) ?? []) {
      if (launching.has(caller)) continue;
      launching.add(caller);
      pending.push(caller);
    }
  }
  return launching;
}

function calledBy(program: Program, functions: ReadonlySet<string>): Set<string> {
  const called = new Set<string>();
  for (const name of functions) {
    const fn = program.functions.get(name);
    if (!fn) continue;
    for (const callee of calleesOf(fn)) if (callee !== name && functions.has(callee)) called.add(callee);
  }
  return called;
}
