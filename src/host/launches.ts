/**
 * The launches of a translation unit: host IR is executed symbolically from every function that leads to one and that
 * nobody in the unit calls (`main`, or an entry point of a library), so that sizes, arguments and the conditions on the
 * way arrive as terms over what the host itself is given.
 */
import { effectOf } from '../intrinsics/index.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { type ExecutionInput, execute, type OutsideMemory } from '../kernel/index.ts';
import { type Int, Terms } from '../terms/index.ts';
import { allocates } from './allocations.ts';
import { FactProvenance } from './fact-provenance.ts';
import { completedByHandlers, namesBehindHandlers } from './handlers.ts';
import { kernelOfStub, LAUNCH, LAUNCH_BY_VALUE, PUSH } from './kernel-stubs.ts';
import { type HostCode, type HostLaunch, LaunchCollector } from './launch-collector.ts';
import { opaqueCallees, reachedFrom } from './opaque-callees.ts';
import { makesTexture, ProgramTextures } from './textures.ts';
import { HostVariables, isUnmodelled } from './variables.ts';

export interface HostLaunches {
  /** The arena of all terms below. */
  readonly terms: Terms;
  readonly launches: readonly HostLaunch[];
  /** Kernels (by symbol) with a launch that the execution did not get to: their sizes must be taken as open. */
  readonly unreached: ReadonlySet<string>;
  /** Where the conditions of the paths come from. */
  readonly provenance: FactProvenance;
  /** Unsigned numbers that are taken not to wrap, where C++ has them wrap. */
  readonly unwrapped: readonly Int[];
}

/** Executions of a function that writes through its parameters: what it writes to must be known from the beginning. */
const LAYOUT_PASSES = 2;
/** Launches whose sizes are not followed: the kernels that are named beside them are launched with any. */
const LAUNCH_OTHERWISE =
  /^(?:cuda|hip)(?:LaunchKernelExC|LaunchCooperativeKernelMultiDevice|ExtLaunchMultiKernelMultiDevice)$/;

/** Finds the launches in host IR. @param headerPrefix paths below it are our own headers. */
export function findLaunches(program: Program, headerPrefix: string): HostLaunches {
  const terms = new Terms();
  const provenance = new FactProvenance(terms, program.files);
  const launches: HostLaunch[] = [];
  const launching = functionsThatLaunch(program);
  const called = calledBy(program, launching);
  const roots = [...launching].filter((name) => !called.has(name));
  const matters = (name: string) => launching.has(name) || allocates(name) || makesTexture(name);
  const leadsOn = (fn: ProgramFunction) => [fn.name, ...reachedFrom(program, fn, calleesOf).names].some(matters);
  const opaque = new Set([
    ...opaqueCallees(program, calleesOf, matters, headerPrefix),
    ...unreadable(program),
    // What they return, and change, nobody knows: they may have been left on either way.
    ...completedByHandlers(program).flatMap((fn) => (leadsOn(fn) ? [] : fn.name)),
  ]);
  const handedOn = new Set<string>();
  const unwrapped: Int[] = [];
  const code: HostCode = {
    terms,
    unwrapped,
    program,
    headerPrefix,
    opaque,
    provenance,
    handedOn,
    textures: new ProgramTextures(),
    variables: new HostVariables(program, calleesOf),
  };
  // Functions that only call each other have no root: each is an entry.
  let isCutShort = false;
  const recursive = new Set<string>();
  const entries = new Set(roots.length > 0 ? roots : launching);
  for (const name of entries) {
    const fn = program.functions.get(name);
    if (fn) isCutShort = launchesFrom(code, fn, launches, recursive) || isCutShort;
    // Who gets a function may call it whenever he likes, and with anything.
    for (const handed of handedOn) if (launching.has(handed)) entries.add(handed);
  }
  // A texture may be made where nothing is launched, by a function that is called before.
  for (const name of makersOfTextures(program, entries)) {
    const fn = program.functions.get(name);
    if (fn) launchesFrom(code, fn, [], recursive);
  }
  const leftOut = new Set<ProgramFunction>();
  for (const name of recursive) {
    const fn = program.functions.get(name);
    if (fn) for (const callee of reachedFrom(program, fn, calleesOf).functions) leftOut.add(callee);
  }
  const reached = new Set(launches.map((l) => l.kernel));
  const unreached = new Set<string>();
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
  const kernelsHandedOn = [...handedOn].filter((name) => kernelOfStub(name) !== null);
  for (const name of [...kernelsHandedOn, ...namesBehindHandlers(program)]) {
    const fn = program.functions.get(name);
    const named = fn && launching.has(name) ? reachedFrom(program, fn, calleesOf).functions.flatMap(calleesOf) : [];
    for (const stub of [name, ...named]) {
      const kernel = kernelOfStub(stub);
      if (kernel !== null) unreached.add(kernel);
    }
  }
  return { terms, launches, unreached, provenance, unwrapped };
}

/** The functions that lead to a launch and that nobody in the program calls; those that other files can call. */
export function entriesOf(program: Program): readonly string[] {
  const launching = functionsThatLaunch(program);
  const called = calledBy(program, launching);
  return [...launching].filter((name) => !called.has(name) && name !== 'main' && !isInternal(name));
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

/**
 * Adds to what was `found`.
 * @param recursive grows with functions that call themselves, and whose innermost calls were not looked into
 * @returns whether the function was too large to be executed to its end
 */
function launchesFrom(code: HostCode, fn: ProgramFunction, found: HostLaunch[], recursive: Set<string>): boolean {
  const { terms, program, headerPrefix, variables, provenance } = code;
  const collector = new LaunchCollector(code, fn, found, recursive);
  const nowhere = [terms.zero, terms.zero, terms.zero] as const;
  // Nothing of the program runs before `main` but what initialises variables.
  const changed = fn.name === 'main' ? variables.changedBeforeMain() : () => true;
  const input: Omit<ExecutionInput, 'host'> = {
    terms,
    program,
    kernel: fn,
    launch: { gridDim: nowhere, blockDim: nowhere },
    threadIdx: nowhere,
    blockIdx: nowhere,
    bindings: new Map(),
    aliases: new Map(),
    nulls: new Map(),
    headerPrefix,
    readOnly: new Set(),
    settled: new Set(),
    isLockstep: false,
  };
  const run = (outside: OutsideMemory['layout']) => {
    const host: ExecutionInput['host'] = {
      isInitial: (symbol) => !changed(symbol),
      outside,
      escapes: (value) => collector.escapes(value),
      learns: (condition, kind, place) => provenance.add(condition, kind, place),
    };
    return execute({ ...input, host }, (site, state) => collector.call(site, state));
  };
  const known = found.length;
  let execution = run(new Map());
  for (let i = 0; i < LAYOUT_PASSES && execution.outside.isIncomplete; i++) {
    found.length = known;
    collector.restart();
    execution = run(execution.outside.layout);
  }
  for (const { term, low } of execution.bounds) if (low === 0n) code.unwrapped.push(term);
  // Nobody in sight calls it but through a pointer, with arguments of which nothing is known.
  if (isInternal(fn.name) && variables.functionsKept().includes(fn.name)) {
    found.splice(
      known,
      Number.POSITIVE_INFINITY,
      ...found.slice(known).map((launch) => ({ ...launch, isGuess: true })),
    );
  }
  return execution.isCutShort;
}

/** True for functions that other files cannot name. */
function isInternal(name: string): boolean {
  return /^_ZL|_GLOBAL__N_/.test(name);
}

/** Functions whose bodies did not compile. */
function unreadable(program: Program): string[] {
  return [...program.functions.values()].filter((fn) => calleesOf(fn).some(isUnmodelled)).map((fn) => fn.name);
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
  return functionsThatCall(program, (name) => name === PUSH || name === LAUNCH || name === LAUNCH_BY_VALUE);
}

/** Functions that make textures, and that none of the entries leads to; of those that call each other, the callers. */
function makersOfTextures(program: Program, entries: ReadonlySet<string>): string[] {
  const making = functionsThatCall(program, makesTexture);
  const executed = new Set(entries);
  for (const name of entries) {
    const fn = program.functions.get(name);
    for (const callee of fn ? reachedFrom(program, fn, calleesOf).names : []) executed.add(callee);
  }
  const left = new Set([...making].filter((name) => !executed.has(name)));
  const called = calledBy(program, left);
  return [...left].filter((name) => !called.has(name));
}

/** Functions from which a call of one of those can be reached within the unit. */
function functionsThatCall(program: Program, isWanted: (name: string) => boolean): Set<string> {
  const callers = new Map<string, string[]>();
  const launching = new Set<string>();
  const pending: string[] = [];
  for (const fn of program.functions.values()) {
    // The stub itself only hands its arguments to the runtime.
    if (kernelOfStub(fn.name) !== null) continue;
    for (const callee of calleesOf(fn)) {
      if (isWanted(callee)) {
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
