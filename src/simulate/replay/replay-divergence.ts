/**
 * Executes a witness of barrier divergence. In: a launch, arguments, a barrier, and two threads of one block (of the grid
 * for a grid barrier) of which the first comes to the barrier and the second does not. Out: that this happened, or why not.
 * It happened when the first thread waited at the barrier and the second one had ended or waited somewhere else by the
 * time the hardware let the first one go (or when it never did).
 */
import type { Program, SourceLocation } from '../../ir/program.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import type { SimulationError } from '../errors.ts';
import type { ExecutionListener } from '../events.ts';
import { compile, type Executable } from '../executable.ts';
import { Machine } from '../machine.ts';
import { callStack, siteLocation, userPlace } from '../places.ts';
import { ROUND_ROBIN, run, type Schedule } from '../scheduler.ts';
import { needsWholeGrid } from '../simulate-launch.ts';
import type { Thread } from '../thread.ts';
import {
  DEFAULT_REPLAY_MEMORY,
  DEFAULT_REPLAY_STEPS,
  impossibleThread,
  linearBlock,
  linearThread,
  type ReplayRequest,
} from './replay.ts';

export type DivergenceRequest = Omit<ReplayRequest, 'accesses'> & {
  /** Where the barrier stands, or a call through which it is reached. Columns are not compared. */
  readonly barrier: SourceLocation;
};

export type DivergenceOutcome =
  | {
      readonly outcome: 'replayed';
      readonly second: 'ended' | 'elsewhere';
      /** The branch at which the second thread parted from the first for good; null where that was not found. */
      readonly parted: SourceLocation | null;
      /** Where the second one waits instead; null: it has ended. */
      readonly waits: SourceLocation | null;
      readonly steps: number;
    }
  | {
      readonly outcome: 'not-reproduced';
      /** One sentence, without its place. */
      readonly reason: string;
      /** Where that was; null where it is no place's. */
      readonly location: SourceLocation | null;
      readonly error: SimulationError | null;
      readonly steps: number;
    };

export function replayDivergence(program: Program, request: DivergenceRequest): DivergenceOutcome {
  try {
    return replayOrThrow(program, request);
  } catch (failure) {
    return notReproduced(`internal error of the simulator: ${String(failure)}`, null, 0);
  }
}

function replayOrThrow(program: Program, request: DivergenceRequest): DivergenceOutcome {
  const { executable, problem } = compile(program, request.kernel);
  if (executable === null) return notReproduced(problem, null, 0);
  const impossible = impossibleThread(request);
  if (impossible !== null) return notReproduced(impossible, null, 0);
  const threads = request.threads.map((thread) => linearThread(request, thread)) as [number, number];
  const stepBudget = request.stepBudget ?? DEFAULT_REPLAY_STEPS;
  const watcher = new BarrierWatcher(threads, request.barrier);
  const machine = machineFor(executable, request, watcher, stepBudget);
  if (typeof machine === 'string') return notReproduced(machine, null, 0);
  run(machine, { ...scheduleFor(executable, request), quantum: 20_000, stop: () => watcher.second !== null });
  const { error, steps } = machine;
  // Those who wait for ever were never let go, so nobody has looked at them yet.
  if (watcher.second === null && error?.kind === 'deadlock') watcher.lookAtWaiting();
  if (watcher.second !== null) {
    const { second, waits } = watcher;
    return { outcome: 'replayed', second, waits, parted: partingOf(executable, request, threads), steps };
  }
  if (error !== null) return notReproduced(`the run ended before: ${error.message}`, error, steps);
  if (!watcher.came) return notReproduced('the first thread never reaches the barrier', null, steps);
  return notReproduced('whenever the first thread is at the barrier, the second one is too', null, steps);
}

function machineFor(
  executable: Executable,
  request: DivergenceRequest,
  watcher: BarrierWatcher,
  stepBudget: number,
): Machine | string {
  const machine = Machine.create(
    executable,
    {
      gridDim: request.gridDim,
      blockDim: request.blockDim,
      dynamicShared: request.dynamicShared ?? null,
      arguments: request.arguments,
      ...(request.variables ? { variables: request.variables } : {}),
      zerosBehindNull: request.zerosBehindNull ?? false,
      ...(request.pointersIn ? { pointersIn: request.pointersIn } : {}),
    },
    {
      warpModel: request.warpModel,
      stepBudget,
      memoryBudget: request.memoryBudget ?? DEFAULT_REPLAY_MEMORY,
      unknowns: request.unknowns ?? 'zero',
      listener: watcher,
    },
  );
  if (typeof machine !== 'string') watcher.machine = machine;
  return machine;
}

function scheduleFor(executable: Executable, request: DivergenceRequest): Omit<Schedule, 'quantum' | 'stop'> {
  return {
    ...ROUND_ROBIN,
    blocks: new Set(request.threads.map((thread) => linearBlock(request, thread))),
    together: needsWholeGrid(executable),
  };
}

/** Steps of all threads in which the two are followed one by one. */
const FOLLOWED_STEPS = 2_000_000;

/** Executes the same again, step by step, to see where the ways of the two threads part for the last time. */
function partingOf(
  executable: Executable,
  request: DivergenceRequest,
  threads: readonly [number, number],
): SourceLocation | null {
  const watcher = new BarrierWatcher(threads, request.barrier);
  const machine = machineFor(executable, request, watcher, FOLLOWED_STEPS);
  if (typeof machine === 'string') return null;
  // Where the blocks begin that each has come to: steps are counted by them.
  const ways: readonly [number[], number[]] = [[], []];
  const stop = () => {
    for (const i of [0, 1] as const) {
      const pc = watcher.find(threads[i])?.pc;
      if (pc !== undefined && pc !== ways[i].at(-1)) ways[i].push(pc);
    }
    return watcher.second !== null;
  };
  run(machine, { ...scheduleFor(executable, request), quantum: 1, stop });
  // Both begin at one place; only the one that is not the first to run is still seen there.
  const start = Math.min(...ways.map(([pc]) => pc ?? 0));
  const [first, second] = ways.map((way) => (way[0] === start ? way : [start, ...way])) as [number[], number[]];
  const next = new Map<number, Set<number>>();
  for (const [i, pc] of first.slice(0, -1).entries()) next.set(pc, (next.get(pc) ?? new Set()).add(first[i + 1]!));
  const at = second.findLastIndex((pc, i) => i + 1 < second.length && next.get(pc)?.has(second[i + 1]!) === false);
  if (at < 0) return null;
  // The branch is the last operation before the nearest block that it leads to.
  const behind = [second[at + 1]!, ...next.get(second[at]!)!].filter((pc) => pc > second[at]!);
  const branch = behind.length === 0 ? second[at]! : Math.min(...behind) - 1;
  return siteLocation(executable, executable.placeAt(branch));
}

/** What the threads of a block, or of the grid, have to reach together. */
const WHOLE: ReadonlySet<SyncOperation['kind']> = new Set([
  'block-barrier',
  'grid-barrier',
  'async-copy',
  'wait-async-copies',
] as const);

class BarrierWatcher implements ExecutionListener {
  machine: Machine | null = null;
  /** True once the first thread has been at the barrier. */
  came = false;
  second: 'ended' | 'elsewhere' | null = null;
  /** Where the second one is, when it is elsewhere. */
  waits: SourceLocation | null = null;
  readonly #threads: readonly [number, number];
  readonly #barrier: SourceLocation;

  constructor(threads: readonly [number, number], barrier: SourceLocation) {
    this.#threads = threads;
    this.#barrier = barrier;
  }

  access(): boolean {
    return false;
  }

  exit(): void {}

  blockStarted(): void {}

  synchronised(operation: SyncOperation, threads: readonly Thread[]): void {
    if (!WHOLE.has(operation.kind)) return;
    const first = threads.find((thread) => thread.linear === this.#threads[0]);
    if (first !== undefined) this.#judge(first);
  }

  lookAtWaiting(): void {
    const first = this.find(this.#threads[0]);
    if (first?.state === 'waiting') this.#judge(first);
  }

  /** The first thread is at a sync operation: is it the barrier, and where is the second one? */
  #judge(first: Thread): void {
    const { executable } = this.machine!;
    const { file, line } = this.#barrier;
    if (!callStack(executable, first).some((at) => at.file === file && at.line === line)) return;
    this.came = true;
    const second = this.find(this.#threads[1]);
    if (second === null || second.state === 'done') this.second = 'ended';
    else if (second.pc !== first.pc) {
      this.second = 'elsewhere';
      this.waits = userPlace(executable, callStack(executable, second));
    }
  }

  /** A thread of the blocks that run; null when its block has ended. */
  find(linear: number): Thread | null {
    const { blocks, threadsPerBlock } = this.machine!;
    return blocks.get(Math.floor(linear / threadsPerBlock))?.threads[linear % threadsPerBlock] ?? null;
  }
}

function notReproduced(reason: string, error: SimulationError | null, steps: number): DivergenceOutcome {
  return { outcome: 'not-reproduced', reason, location: error?.location ?? null, error, steps };
}
