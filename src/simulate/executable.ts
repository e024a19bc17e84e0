/**
 * Compiles a kernel and everything it can call to the executor's code. In: a program and the kernel's symbol. Out: an
 * `Executable`, which does not depend on a launch and is made once per kernel.
 */
import { type ClusterSize, declaredCluster } from '../ir/cluster-size.ts';
import type { GlobalVariable, Program, ProgramFunction } from '../ir/program.ts';
import { REGION_STRIDE } from './address-space.ts';
import { type AssembledFunction, assemble, CodeBuffer } from './bytecode/assemble.ts';
import type { LoweredFunction, Site, SyncOperation } from './bytecode/micro-operations.ts';
import { Op } from './bytecode/opcodes.ts';
import { optimise } from './bytecode/optimise.ts';
import { withCountedOperations } from './counted-operations.ts';
import type { Place } from './errors.ts';
import { lowerFunction } from './lower/lower-function.ts';
import { type GlobalObject, ProgramContext, type SharedVariable } from './lower/program-context.ts';
import { Unsupported } from './scalars.ts';
import { SPECIAL_REGISTERS } from './special-registers.ts';

/** A block that is a cluster by itself. */
const ALONE: ClusterSize = [1, 1, 1];

export interface Executable {
  readonly kernel: ProgramFunction;
  readonly files: readonly string[];
  readonly warpSize: number;
  /** Blocks of a cluster; one where the kernel does not say how many. */
  readonly cluster: ClusterSize;
  readonly code: Int32Array;
  readonly functions: readonly AssembledFunction[];
  readonly sites: readonly Site[];
  readonly syncs: readonly SyncOperation[];
  readonly traps: ProgramContext['traps'];
  readonly shared: readonly SharedVariable[];
  readonly globals: readonly (GlobalObject & { readonly bytes: Uint8Array })[];
  /** The first region that arguments may take: global variables lie below. */
  readonly firstFreeRegion: number;
  /** Registers that a thread needs when nothing recurses. */
  readonly windowSize: number;
  placeAt(address: number): Place;
}

export type CompileResult =
  | { readonly executable: Executable; readonly problem: null }
  | { readonly executable: null; readonly problem: string };

const compiled = new WeakMap<Program, Map<string, CompileResult>>();

/** Compiles `kernel` of `program`; asked again for the same one it answers at once. */
export function compile(program: Program, kernel: string): CompileResult {
  let perKernel = compiled.get(program);
  if (perKernel === undefined) {
    perKernel = new Map();
    compiled.set(program, perKernel);
  }
  let result = perKernel.get(kernel);
  if (result === undefined) {
    result = compileAnew(program, kernel);
    perKernel.set(kernel, result);
  }
  return result;
}

function compileAnew(given: Program, symbol: string): CompileResult {
  const program = withCountedOperations(given);
  const kernel = program.functions.get(symbol);
  if (kernel === undefined || !kernel.isDefinition) {
    return { executable: null, problem: `no definition of ${symbol}` };
  }
  let nextRegion = 1;
  const context = new ProgramContext(program, (_variable: GlobalVariable, size: number) => {
    const address = nextRegion * REGION_STRIDE;
    nextRegion += Math.max(1, Math.ceil(size / REGION_STRIDE));
    return address;
  });
  const buffer = new CodeBuffer();
  const functions: AssembledFunction[] = [];
  try {
    context.functionNumber(kernel);
    const globals: Executable['globals'][number][] = [];
    // Both lists grow: a function that is lowered names others, and variables; an initial value may be the address of either.
    while (functions.length < context.functions.length || globals.length < context.globals.length) {
      const fn = context.functions[functions.length];
      if (fn === undefined) {
        const object = context.globals[globals.length]!;
        globals.push({ ...object, bytes: context.initialBytes(object.variable) });
        continue;
      }
      const lowered = fn.isDefinition ? lowerFunction(context, fn) : undefinedFunction(context, fn);
      optimise(lowered);
      functions.push(assemble(lowered, buffer));
    }
    const { placeStarts, places } = buffer;
    return {
      problem: null,
      executable: {
        kernel,
        files: program.files,
        warpSize: program.warpSize,
        cluster: declaredCluster(program, symbol) ?? ALONE,
        code: Int32Array.from(buffer.words),
        functions,
        sites: context.sites,
        syncs: context.syncs,
        traps: context.traps,
        shared: context.shared,
        globals,
        firstFreeRegion: nextRegion,
        windowSize: SPECIAL_REGISTERS + stackDepth(functions),
        placeAt: (address) => places[lastAtMost(placeStarts, address)]!,
      },
    };
  } catch (failure) {
    if (!(failure instanceof Unsupported)) throw failure;
    return { executable: null, problem: `cannot execute ${failure.message}` };
  }
}

/** A body for a function whose address is taken but which is only declared: calling it is an error. */
function undefinedFunction(context: ProgramContext, fn: ProgramFunction): LoweredFunction {
  const trap = context.trap('unsupported', `cannot execute a call of ${fn.name}, whose body is not in this file`);
  const place: Place = { location: fn.location, functionName: fn.name, inlinedAt: null };
  return {
    name: fn.name,
    blocks: [{ operations: [{ op: Op.trap, kinds: 'n', values: [trap], place }] }],
    firstEdge: 1,
    registerCount: 0,
    parameters: [],
    constants: [],
    variables: new Set(),
    localBytes: 0,
    callees: new Set(),
    callsIndirectly: false,
  };
}

/** Registers of the deepest chain of calls, leaving out repetitions: recursion makes a thread's window grow as it runs. */
function stackDepth(functions: readonly AssembledFunction[]): number {
  const known = new Map<number, number>();
  const open = new Set<number>();
  const depth = (index: number): number => {
    const cached = known.get(index);
    if (cached !== undefined) return cached;
    if (open.has(index)) return 0;
    open.add(index);
    let deepest = 0;
    for (const callee of functions[index]!.callees) deepest = Math.max(deepest, depth(callee));
    open.delete(index);
    const total = functions[index]!.frameSize + deepest;
    known.set(index, total);
    return total;
  };
  return depth(0);
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
