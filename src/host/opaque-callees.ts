/**
 * Functions of the host that are not worth executing: reference computations, file readers, checks of results. They lead to
 * no launch and to no allocation, and their loops or recursion would cost more than all the rest of the program. What they
 * are given counts as changed, and what they return as anything.
 */
import type { Program, ProgramFunction } from '../ir/program.ts';
import { successorsOf } from '../kernel/index.ts';

/** A function that returns a value is worth more: with loops it is executed up to so many instructions, callees included. */
const SMALL = 400;

/**
 * @param matters true for functions whose calls must be seen.
 * @param headerPrefix paths below it are our own headers, which are written to be executed.
 */
export function opaqueCallees(
  program: Program,
  calleesOf: (fn: ProgramFunction) => readonly string[],
  matters: (name: string) => boolean,
  headerPrefix: string,
): ReadonlySet<string> {
  const found = new Set<string>();
  const leadingOn = functionsReaching(program, calleesOf, matters);
  for (const fn of program.functions.values()) {
    const file = fn.location ? program.files[fn.location.file] : undefined;
    if (!fn.isDefinition || matters(fn.name) || file === undefined || file.startsWith(headerPrefix)) continue;
    if (leadingOn.has(fn.name)) continue;
    const reached = reachedFrom(program, fn, calleesOf);
    const size = reached.functions.reduce((sum, f) => sum + sizeOf(f), 0);
    const isWorthIt = fn.returnType.kind !== 'void' && size <= SMALL;
    if (reached.isRecursive || (reached.functions.some(hasLoop) && !isWorthIt)) found.add(fn.name);
  }
  return found;
}

/** A function with everything that it calls. */
export function reachedFrom(
  program: Program,
  fn: ProgramFunction,
  calleesOf: (fn: ProgramFunction) => readonly string[],
): { names: ReadonlySet<string>; functions: readonly ProgramFunction[]; isRecursive: boolean } {
  const names = new Set<string>();
  const functions = [fn];
  for (const f of functions) {
    for (const name of calleesOf(f)) {
      if (names.has(name)) continue;
      names.add(name);
      const callee = program.functions.get(name);
      if (callee?.isDefinition && callee !== fn) functions.push(callee);
    }
  }
  return { names, functions, isRecursive: names.has(fn.name) };
}

/** Functions from which one of those is reached by calls. */
export function functionsReaching(
  program: Program,
  calleesOf: (fn: ProgramFunction) => readonly string[],
  isWanted: (name: string) => boolean,
): ReadonlySet<string> {
  const callers = new Map<string, string[]>();
  const pending: string[] = [];
  for (const fn of program.functions.values()) {
    for (const callee of calleesOf(fn)) {
      if (isWanted(callee)) pending.push(fn.name);
      const known = callers.get(callee);
      if (known) known.push(fn.name);
      else callers.set(callee, [fn.name]);
    }
  }
  const found = new Set<string>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    pending.push(...(callers.get(name) ?? []));
  }
  return found;
}

/** Its instructions, without those of what it calls. */
export function sizeOf({ blocks }: ProgramFunction): number {
  return blocks.reduce((sum, { instructions }) => sum + instructions.length, 0);
}

/** Every cycle has an edge that does not lead forwards in the order of the text. */
function hasLoop(fn: ProgramFunction): boolean {
  return fn.blocks.some(({ terminator }, index) => successorsOf(terminator).some((target) => target <= index));
}

/** So many instructions are always worth it. */
const VERY_SMALL = 60;

/** A function without loops and with few instructions, callees included. */
export function isSmall(
  program: Program,
  fn: ProgramFunction,
  calleesOf: (fn: ProgramFunction) => readonly string[],
): boolean {
  const functions = new Set([fn]);
  let size = 0;
  for (const f of functions) {
    size += sizeOf(f);
    if (size > VERY_SMALL || hasLoop(f)) return false;
    for (const name of calleesOf(f)) {
      if (name === fn.name) return false;
      const callee = program.functions.get(name);
      if (callee?.isDefinition) functions.add(callee);
    }
  }
  return true;
}
