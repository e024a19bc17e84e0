/**
 * Who runs next. A scheduler drives a machine until every thread of its blocks has ended, something fails, or it is told
 * to stop. Everything is deterministic: the random one by its seed.
 */
import type { BlockState } from './block.ts';
import type { Machine } from './machine.ts';
import type { Thread } from './thread.ts';

export interface Schedule {
  /** Linear numbers of the blocks to run, in the order in which they may start. */
  readonly blocks: Iterable<number>;
  /** Blocks that start only when all threads wait by spinning: perhaps for one of these. */
  readonly spare: Iterable<number>;
  /** Steps a thread may take before another one gets its turn (it may wait for the others by spinning). */
  readonly quantum: number;
  /** Shuffles turns and quanta; null: in the order of threads. */
  readonly seed: number | null;
  /** All blocks are there from the start: a grid barrier waits for all of them. */
  readonly together: boolean;
  /** Threads that get their turns before others of their block. */
  readonly first: ReadonlySet<number>;
  /** Threads that get them after. */
  readonly last: ReadonlySet<number>;
  /** Asked after every turn; true ends the run. */
  stop(): boolean;
  /** Called when all threads that could run are held by the listener; it lets at least one go, or the run ends. */
  release(held: readonly Thread[]): boolean;
}

export const ROUND_ROBIN: Omit<Schedule, 'blocks' | 'together'> = {
  quantum: 100_000,
  spare: [],
  seed: null,
  first: new Set(),
  last: new Set(),
  stop: () => false,
  release: () => false,
};

/** Runs `machine` by `schedule`. What went wrong is in `machine.error`. */
export function run(machine: Machine, schedule: Schedule): void {
  const waitingBlocks = schedule.blocks[Symbol.iterator]();
  const spareBlocks = schedule.spare[Symbol.iterator]();
  const random = schedule.seed === null ? null : generator(schedule.seed);
  let exhausted = false;
  let ready: Thread[] = [];
  let held: Thread[] = [];
  const admit = (): boolean => {
    if (exhausted) return false;
    const next = waitingBlocks.next();
    if (next.done) {
      exhausted = true;
      return false;
    }
    return start(next.value);
  };
  const admitSpare = (): void => {
    const next = spareBlocks.next();
    if (!next.done) start(next.value);
  };
  const start = (linear: number): boolean => {
    const block = machine.startBlock(linear);
    if (block === null) return false;
    machine.listener?.blockStarted(block);
    for (const thread of block.threads) ready.push(thread);
    return true;
  };
  if (schedule.together) while (admit());
  for (;;) {
    if (machine.error !== null) return;
    if (ready.length === 0) {
      if (held.length > 0 && schedule.release(held)) {
        ready = held;
        held = [];
        continue;
      }
      const stuck = machine.blocks.size > 0;
      if (admit()) continue;
      if (stuck && machine.error === null) deadlock(machine);
      return;
    }
    // One round: every thread that is ready gets one turn.
    const round = random === null ? [...inOrder(ready, schedule)] : ready;
    ready = [];
    if (random !== null) shuffle(round, random);
    let progress = false;
    for (const thread of round) {
      const outcome = machine.step(thread, random === null ? schedule.quantum : 1 + random(schedule.quantum));
      if (outcome === 'failed' || schedule.stop()) return;
      if (outcome === 'paused') {
        if (thread.state === 'ready') ready.push(thread);
      } else {
        progress = true;
        if (outcome === 'held') held.push(thread);
        else if (outcome === 'done') endIfDone(machine, thread.block);
      }
      const { released } = machine.sync;
      if (released.length > 0) {
        progress = true;
        machine.sync.released = [];
        for (const other of released) ready.push(other);
      }
    }
    // Everybody spins, perhaps for a block that has not started yet.
    if (!progress && !admit()) admitSpare();
  }
}

function inOrder(threads: readonly Thread[], { first, last }: Schedule): readonly Thread[] {
  if (first.size === 0 && last.size === 0) return threads;
  const rank = (thread: Thread) => (first.has(thread.linear) ? 0 : last.has(thread.linear) ? 2 : 1);
  return threads.toSorted((a, b) => rank(a) - rank(b));
}

function endIfDone(machine: Machine, block: BlockState): void {
  if (block.live === 0) machine.endBlock(block);
}

function deadlock(machine: Machine): void {
  for (const block of machine.blocks.values()) {
    const waiting = block.threads.find((thread) => thread.state === 'waiting');
    if (waiting === undefined) continue;
    const count = block.threads.filter((thread) => thread.state === 'waiting').length;
    machine.fail(waiting, 'deadlock', `${count} threads of block ${block.linear} wait for ever, this one here`);
    return;
  }
  machine.fail(null, 'deadlock', 'no thread can go on');
}

/** Numbers below a bound from a seed (xorshift). */
export function generator(seed: number): (bound: number) => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

function shuffle(list: Thread[], random: (bound: number) => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const other = random(i + 1);
    [list[i], list[other]] = [list[other]!, list[i]!];
  }
}
