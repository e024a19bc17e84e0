/** Who calls whom in the host code of a program, and which of its functions lead to a launch. */
import { effectOf } from '../intrinsics/index.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { kernelOfStub, LAUNCH, LAUNCH_BY_VALUE, PUSH } from './kernel-stubs.ts';
import { reachedFrom } from './opaque-callees.ts';
import { launchesOpencl } from './opencl-launch.ts';

/**
 * The functions that lead to a launch and that nobody in the program calls; those that other files can call.
 * @param isWanted see `functionsThatLaunch`
 */
export function entriesOf(program: Program, isWanted: (kernel: string) => boolean = () => true): readonly string[] {
  const called = calledBy(program, functionsThatLaunch(program));
  return [...functionsThatLaunch(program, isWanted)].filter(
    (name) => !called.has(name) && name !== 'main' && !isInternal(name),
  );
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

/** True for functions that other files cannot name. */
export function isInternal(name: string): boolean {
  return /^_ZL|_GLOBAL__N_/.test(name);
}

/** Functions that are handed on by name. */
export function functionsNamedIn(fn: ProgramFunction): string[] {
  return handedIn(fn).map(({ name }) => name);
}

/** What is handed on by name, and to which function; null where that is called through a pointer. */
function handedIn(fn: ProgramFunction): { readonly name: string; readonly to: string | null }[] {
  const handed: { name: string; to: string | null }[] = [];
  for (const block of fn.blocks) {
    for (const i of block.instructions) {
      if (i.op !== 'call') continue;
      const to = i.callee.kind === 'global' ? i.callee.name : null;
      for (const a of i.arguments) if (a.kind === 'global') handed.push({ name: a.name, to });
    }
  }
  return handed;
}

/** What is handed on by name to functions that the program does not define: these may keep it, and call it later. */
export function handedOut(program: Program, fn: ProgramFunction): string[] {
  const isElsewhere = (to: string | null) => to !== null && program.functions.get(to)?.isDefinition !== true;
  return handedIn(fn).flatMap(({ name, to }) => (isElsewhere(to) && kernelOfStub(name) === null ? name : []));
}

/** Of each call through a pointer: the shape of what it may call. */
export function callsThroughPointers(fn: ProgramFunction): string[] {
  return fn.blocks.flatMap(({ instructions }) =>
    instructions.flatMap((one) =>
      one.op === 'call' && one.callee.kind === 'register' ? `${one.type.kind} ${one.arguments.length}` : [],
    ),
  );
}

/** Two functions of which one is called as the other one have the same. */
export function shapeOf({ returnType, parameters }: ProgramFunction): string {
  return `${returnType.kind} ${parameters.length}`;
}

const CALLEES = new WeakMap<ProgramFunction, readonly string[]>();

/** Those that it calls by name, once for each call. */
export function calleesOf(fn: ProgramFunction): readonly string[] {
  let names = CALLEES.get(fn);
  if (names === undefined) {
    names = calledIn(fn);
    CALLEES.set(fn, names);
  }
  return names;
}

function calledIn(fn: ProgramFunction): string[] {
  const names: string[] = [];
  for (const block of fn.blocks) {
    for (const i of block.instructions) if (i.op === 'call' && i.callee.kind === 'global') names.push(i.callee.name);
  }
  return names;
}

/**
 * Functions from which a launch can be reached by calls within the unit.
 * @param isWanted of the symbol of a kernel: only launches of such a one, and those of which it is not plain which kernel they launch
 */
export function functionsThatLaunch(
  program: Program,
  isWanted: ((kernel: string) => boolean) | null = null,
): Set<string> {
  const all = functionsThatCall(program, isLaunch);
  if (isWanted === null) return all;
  const wanted = new Set<string>();
  for (const fn of program.functions.values()) {
    const callees = calleesOf(fn);
    const kernels = [...callees, ...functionsNamedIn(fn)].flatMap((name) => kernelOfStub(name) ?? []);
    if (kernels.length === 0 ? callees.some(isLaunch) : kernels.some(isWanted)) wanted.add(fn.name);
  }
  const leading = functionsThatCall(program, (name) => wanted.has(name));
  return new Set([...all].filter((name) => wanted.has(name) || leading.has(name)));
}

function isLaunch(name: string): boolean {
  return name === PUSH || name === LAUNCH || name === LAUNCH_BY_VALUE || launchesOpencl(name);
}

/**
 * Functions from which a call of one of those can be reached within the unit. Who hands a function on by name leads to what
 * that function calls, and so does the function of the unit that it is handed to.
 */
export function functionsThatCall(program: Program, isWanted: (name: string) => boolean): Set<string> {
  const leading = new Map<string, Set<string>>();
  const found = new Set<string>();
  const pending: string[] = [];
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    pending.push(name);
  };
  const leads = (from: string, to: string) => {
    const known = leading.get(to);
    if (known) known.add(from);
    else leading.set(to, new Set([from]));
  };
  for (const fn of program.functions.values()) {
    // The stub itself only hands its arguments to the runtime.
    if (kernelOfStub(fn.name) !== null) continue;
    for (const callee of calleesOf(fn)) {
      if (isWanted(callee)) add(fn.name);
      leads(fn.name, callee);
    }
    for (const { name, to } of handedIn(fn)) {
      if (!isFunctionOfUnit(program, name)) continue;
      leads(fn.name, name);
      if (to !== null && isFunctionOfUnit(program, to)) leads(to, name);
    }
  }
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const one of leading.get(name) ?? []) add(one);
  }
  return found;
}

/** A function with a body, and no stub of a kernel. */
function isFunctionOfUnit(program: Program, name: string): boolean {
  return program.functions.get(name)?.isDefinition === true && kernelOfStub(name) === null;
}

/** Those of the functions that others of them call, or hand on by name. */
export function calledBy(program: Program, functions: ReadonlySet<string>): Set<string> {
  const called = new Set<string>();
  for (const name of functions) {
    const fn = program.functions.get(name);
    if (!fn) continue;
    for (const callee of [...calleesOf(fn), ...functionsNamedIn(fn)]) {
      if (callee !== name && functions.has(callee)) called.add(callee);
    }
  }
  return called;
}
