/** A whole grid, run to its end. */
import type { Program, SourceLocation } from '../ir/program.ts';
import type { SyncOperation } from './bytecode/micro-operations.ts';
import type { SimulationError, SimulationErrorKind } from './errors.ts';
import type { ExecutionListener } from './events.ts';
import { compile, type Executable } from './executable.ts';
import type { ArgumentValue, Dim3 } from './launch.ts';
import { Machine } from './machine.ts';
import { siteLocation } from './places.ts';
import { ROUND_ROBIN, run } from './scheduler.ts';
import type { BarrierDivergence } from './sync/sync-unit.ts';

export interface SimulationRequest {
  /** The kernel's symbol. */
  readonly kernel: string;
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
  /** Bytes of dynamic shared memory. */
  readonly dynamicShared?: number;
  readonly arguments: ReadonlyMap<number, ArgumentValue>;
  /** By default in order without a seed, at random with one. */
  readonly schedule?: ScheduleName | null;
  readonly seed?: number | null;
  readonly warpModel?: 'its' | 'lockstep';
  readonly stepBudget?: number;
  readonly memoryBudget?: number;
  /** Makes somebody who is told what happens. */
  readonly listen?: (machine: Machine) => ExecutionListener;
}

/**
 * In order: each thread as far as it gets, one block after the other. Round-robin: threads of several blocks in turn, each
 * up to its next branch. At random: by the seed.
 */
export type ScheduleName = 'in-order' | 'round-robin' | 'random';

/** Blocks that run side by side where threads take turns. */
const RESIDENT_BLOCKS = 8;

export interface Simulation {
  readonly error: SimulationError | null;
  /** IR instructions executed by all threads. */
  readonly steps: number;
  readonly divergences: readonly BarrierDivergence[];
  /** Where shared or local memory was read that nobody had written. */
  readonly unwrittenReads: readonly SourceLocation[];
  /** Bytes of registers each thread had. */
  readonly bytesPerThread: number;
  /** `length` bytes of the buffer of parameter `index`, from `offset`. */
  buffer(index: number, offset: number, length: number): Uint8Array | null;
  /** The bytes of a global variable, by its name in the source. */
  global(name: string): Uint8Array | null;
}

export const DEFAULT_STEP_BUDGET = 1_000_000_000;
export const DEFAULT_MEMORY_BUDGET = 1_073_741_824;

/** Runs a kernel. A failed set-up is an error of kind `request`, a fault of the simulator one of kind `internal`. */
export function simulate(program: Program, request: SimulationRequest): Simulation {
  try {
    return simulateOrThrow(program, request);
  } catch (failure) {
    return failed(`internal error of the simulator: ${String(failure)}`, 'internal');
  }
}

function simulateOrThrow(program: Program, request: SimulationRequest): Simulation {
  const { executable, problem } = compile(program, request.kernel);
  if (executable === null) return failed(problem);
  const machine = Machine.create(
    executable,
    {
      gridDim: request.gridDim,
      blockDim: request.blockDim,
      dynamicShared: request.dynamicShared ?? null,
      arguments: request.arguments,
    },
    {
      warpModel: request.warpModel ?? 'its',
      stepBudget: request.stepBudget ?? DEFAULT_STEP_BUDGET,
      memoryBudget: request.memoryBudget ?? DEFAULT_MEMORY_BUDGET,
      unknowns: 'refuse',
      listener: null,
    },
  );
  if (typeof machine === 'string') return failed(machine);
  if (request.listen) machine.listener = request.listen(machine);
  const name = request.schedule ?? ((request.seed ?? null) === null ? 'in-order' : 'random');
  run(machine, {
    ...ROUND_ROBIN,
    quantum: { 'in-order': ROUND_ROBIN.quantum, 'round-robin': 1, random: 64 }[name],
    seed: name === 'random' ? (request.seed ?? 0) : null,
    resident: name === 'in-order' ? 1 : RESIDENT_BLOCKS,
    blocks: Array.from({ length: machine.blockCount }, (_, i) => i),
    together: needsWholeGrid(executable),
  });
  return {
    error: machine.error,
    steps: machine.steps,
    divergences: machine.sync.divergences,
    unwrittenReads: unwrittenReads(machine),
    bytesPerThread: machine.bytesPerThread,
    buffer: (index, offset, length) => {
      const object = machine.parameters.buffers.get(index);
      return object === undefined ? null : machine.memory.read(object, offset, length);
    },
    global: (name) => {
      const found = executable.globals.find((object) => object.variable.sourceName === name);
      const object = found === undefined ? null : machine.memory.regionAt(found.address);
      return object === null ? null : machine.memory.read(object, 0, object.size);
    },
  };
}

function unwrittenReads({ executable, addresses }: Machine): SourceLocation[] {
  const places = new Map<string, SourceLocation>();
  for (const site of addresses.unwrittenReads) {
    const at = siteLocation(executable, executable.sites[site]!.place);
    if (at !== null) places.set(`${at.file}:${at.line}:${at.column}`, at);
  }
  return [...places.values()].sort((a, b) => a.file - b.file || a.line - b.line || a.column - b.column);
}

/** True when the kernel waits for all blocks, so that all must be there at once. */
/** What blocks wait for each other at, or touch of each other: those of a cluster are there together. */
const WHOLE_GRID: ReadonlySet<SyncOperation['kind']> = new Set([
  'grid-barrier',
  'cluster-barrier',
  'map-shared',
] as const);

export function needsWholeGrid(executable: Executable): boolean {
  return executable.syncs.some((sync) => {
    const isOfBlock = 'of' in sync && sync.of === 'block';
    return (WHOLE_GRID.has(sync.kind) && !isOfBlock) || ('isOfPeer' in sync && sync.isOfPeer);
  });
}

function failed(message: string, kind: SimulationErrorKind = 'request'): Simulation {
  return {
    error: { kind, message, location: null, callStack: [], thread: null },
    steps: 0,
    divergences: [],
    unwrittenReads: [],
    bytesPerThread: 0,
    buffer: () => null,
    global: () => null,
  };
}
