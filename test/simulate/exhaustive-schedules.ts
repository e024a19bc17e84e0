/**
 * Every interleaving of a tiny launch, at the granularity of memory accesses: an independent word on which kernels race.
 * A race is a reachable state in which two threads are both about to access the same bytes, one of them writing, and not
 * both atomically at a scope that reaches the other. There are no clocks and no happens-before here.
 *
 * States are found by running the kernel again from its start along a list of choices, and told apart by everything a
 * thread or a block holds. For tests: launches of a few threads that make a few accesses each.
 */
import { createHash } from 'node:crypto';
import type { Program } from '../../src/ir/program.ts';
import type { BlockState } from '../../src/simulate/block.ts';
import type { Site } from '../../src/simulate/bytecode/micro-operations.ts';
import { type ExecutionListener, Watch } from '../../src/simulate/events.ts';
import { compile, type Executable } from '../../src/simulate/executable.ts';
import type { ArgumentValue, Dim3 } from '../../src/simulate/launch.ts';
import { Machine } from '../../src/simulate/machine.ts';
import { spaceOf } from '../../src/simulate/paged-memory.ts';
import { siteLocation } from '../../src/simulate/places.ts';
import { reaches } from '../../src/simulate/replay/two-thread-order.ts';
import type { Thread } from '../../src/simulate/thread.ts';

export interface ExhaustiveRequest {
  /** The kernel's symbol. */
  readonly kernel: string;
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
  /** Buffers need exact sizes, small ones. */
  readonly arguments: ReadonlyMap<number, ArgumentValue>;
  readonly stateLimit?: number;
}

export interface ExhaustiveResult {
  /** `12 15` for an access of line 12 and one of line 15, sorted. */
  readonly races: readonly string[];
  readonly states: number;
  /** True when there were more states than the limit: what was not found says nothing. */
  readonly isPartial: boolean;
  /** Some interleaving ends with threads that wait for ever. */
  readonly deadlocks: boolean;
  /** What went wrong in some interleaving, or why nothing ran. */
  readonly problems: readonly string[];
}

const DEFAULT_STATES = 20_000;
/** Between two accesses a thread gets no further than this. */
const STEPS = 100_000;

export function exhaustive(program: Program, request: ExhaustiveRequest): ExhaustiveResult {
  const { executable, problem } = compile(program, request.kernel);
  const limit = request.stateLimit ?? DEFAULT_STATES;
  const races = new Set<string>();
  const problems = new Set<string>();
  const seen = new Set<string>();
  let deadlocks = false;
  if (executable === null) return { races: [], states: 0, isPartial: false, deadlocks, problems: [problem] };
  const open: (readonly number[])[] = [[]];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.size >= limit) break;
    const state = State.at(executable, request, path);
    if (typeof state === 'string') {
      problems.add(state);
      continue;
    }
    const key = state.key();
    if (seen.has(key)) continue;
    seen.add(key);
    for (const race of state.races(executable)) races.add(race);
    const ready = [...state.pending.keys()];
    if (ready.length === 0 && state.machine.live > 0) deadlocks = true;
    for (const linear of ready) open.push([...path, linear]);
  }
  const isPartial = open.length > 0;
  return { races: [...races].sort(), states: seen.size, isPartial, deadlocks, problems: [...problems].sort() };
}

interface Pending {
  readonly thread: Thread;
  readonly site: number;
  readonly address: number;
  readonly size: number;
}

/** A launch, run up to where every thread is at an access, waits or has ended. */
class State implements ExecutionListener {
  readonly machine: Machine;
  /** By linear thread: what it does next. */
  readonly pending = new Map<number, Pending>();
  #pass = -1;

  private constructor(machine: Machine) {
    this.machine = machine;
    machine.listener = this;
    machine.watch.fill(Watch.access);
  }

  /** @param path The threads that made their accesses, in this order. A string says what went wrong. */
  static at(executable: Executable, request: ExhaustiveRequest, path: readonly number[]): State | string {
    const machine = Machine.create(
      executable,
      { ...request, dynamicShared: null },
      {
        warpModel: 'its',
        stepBudget: STEPS * (path.length + 100),
        memoryBudget: 2 ** 26,
        unknowns: 'refuse',
        listener: null,
      },
    );
    if (typeof machine === 'string') return machine;
    const state = new State(machine);
    for (let block = 0; block < machine.blockCount; block++) {
      const started = machine.startBlock(block);
      if (started !== null) state.blockStarted(started);
    }
    state.#settle([...machine.blocks.values()].flatMap((block) => block.threads));
    for (const linear of path) {
      const next = state.pending.get(linear);
      if (next === undefined || machine.error !== null) break;
      state.pending.delete(linear);
      state.#pass = linear;
      state.#settle([next.thread]);
    }
    return machine.error === null ? state : `${machine.error.kind} at line ${machine.error.location?.line}`;
  }

  /** Runs threads, and those they release, until each is at its next access, waits or has ended. */
  #settle(threads: readonly Thread[]): void {
    const ready = [...threads];
    for (let thread = ready.shift(); thread !== undefined; thread = ready.shift()) {
      const outcome = this.machine.step(thread, STEPS);
      if (outcome === 'failed') return;
      if (outcome === 'paused' && thread.state === 'ready') ready.push(thread);
      ready.push(...this.machine.sync.released.splice(0));
    }
  }

  blockStarted(block: BlockState): void {
    for (const thread of block.threads) thread.watchMask = Watch.access;
  }

  access(thread: Thread, site: number, address: number, size: number): boolean {
    const space = spaceOf(address);
    if (space !== 'region' && space !== 'shared') return false;
    if (this.#pass === thread.linear) {
      this.#pass = -1;
      return false;
    }
    this.pending.set(thread.linear, { thread, site, address, size });
    return true;
  }

  synchronised(): void {}
  exit(): void {}

  *races(executable: Executable): Generator<string> {
    const all = [...this.pending.values()];
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) {
        if (a.address >= b.address + b.size || b.address >= a.address + a.size) continue;
        const [x, y] = [executable.sites[a.site]!, executable.sites[b.site]!];
        if (x.kind === 'read' && y.kind === 'read') continue;
        const sameBlock = a.thread.block === b.thread.block;
        const strong = ({ kind, ordering, scope }: Site) =>
          (kind === 'atomic' || ordering !== null) && reaches(scope, sameBlock, () => false);
        if (strong(x) && strong(y) && a.address === b.address && a.size === b.size) continue;
        const lines = [x, y].map(({ place }) => siteLocation(executable, place)?.line ?? 0);
        yield lines.sort((one, other) => one - other).join(' ');
      }
    }
  }

  /** Everything that what happens next depends on. */
  key(): string {
    const { machine } = this;
    const hash = createHash('sha1');
    for (let linear = 0; linear < machine.blockCount; linear++) {
      const block = machine.blocks.get(linear);
      for (const thread of block?.threads ?? []) {
        const { state, pc, frame, window, windowEnd, I, local } = thread;
        hash.update(`${state} ${pc} ${frame - window} ${thread.localTop};`);
        if (state === 'done') continue;
        hash.update(new Uint8Array(I.buffer, I.byteOffset + window * 8, (windowEnd - window) * 8));
        if (local !== null) hash.update(local.u8.subarray(0, thread.localTop));
      }
      for (const page of block?.pages ?? []) hash.update(page === null ? '-' : page.u8);
    }
    for (const [index, object] of machine.parameters.buffers) {
      hash.update(`${index}:`);
      if (object.bounded) hash.update(machine.memory.read(object, 0, object.size));
    }
    for (const { address } of machine.executable.globals) {
      const object = machine.memory.regionAt(address);
      if (object !== null) hash.update(machine.memory.read(object, 0, object.size));
    }
    return hash.digest('base64');
  }
}
