/**
 * Who runs next. A scheduler drives a machine until every thread of its blocks has ended, something fails, or it is told
 * to stop. Everything is deterministic: the random one by its seed.
 */
import type { BlockState } from './block.ts';
import { Warps } from './lockstep.ts';
import type { Machine } from './machine.ts';
import { SpinProbe } from './spin-probe.ts';
import type { StepOutcome } from './status.ts';
import type { Thread } from './thread.ts';
import { threadsOf, type Units } from './units.ts';

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
  /** Blocks that run side by side, where they are not all together: as one ends the next one starts. */
  readonly resident: number;
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
  resident: 1,
  spare: [],
  seed: null,
  first: new Set(),
  last: new Set(),
  stop: () => false,
  release: () => false,
};

/** So many steps without anybody ending, waiting or being let go make threads suspect of spinning. */
const SUSPICION = 20_000;
/** A unit that was found to be busy instead puts the next suspicion off by so many steps for each such unit. */
const PATIENCE = 1_000_000;

/** Runs `machine` by `schedule`. What went wrong is in `machine.error`. */
export function run(machine: Machine, schedule: Schedule): void {
  const units = machine.options.warpModel === 'lockstep' ? new Warps(machine) : threadsOf(machine);
  const probe = new SpinProbe(machine, units);
  const waitingBlocks = schedule.blocks[Symbol.iterator]();
  const spareBlocks = schedule.spare[Symbol.iterator]();
  const random = schedule.seed === null ? null : generator(schedule.seed);
  let exhausted = false;
  let ready: Thread[] = [];
  let held: Thread[] = [];
  /** Steps at which something happened last, or may be expected to. */
  let progressAt = 0;
  /** Steps at which something happened last, or a block was started. */
  let movedAt = 0;
  const admit = (): boolean => {
    if (exhausted) return false;
    const next = waitingBlocks.next();
    if (next.done) {
      exhausted = true;
      return false;
    }
    return start(next.value);
  };
  const admitSpare = (): boolean => {
    const next = spareBlocks.next();
    return !next.done && start(next.value);
  };
  const start = (linear: number): boolean => {
    const block = machine.startBlock(linear);
    if (block === null) return false;
    machine.listener?.blockStarted(block);
    for (const unit of units.of(block)) ready.push(unit);
    return true;
  };
  const wake = (unit: Thread): void => {
    if (!units.shared || !ready.includes(unit)) ready.push(unit);
  };
  /** Takes in how a turn ended; true when something happened but steps. */
  const settle = (unit: Thread, outcome: StepOutcome): boolean => {
    let happened = false;
    if (outcome === 'paused') {
      if (units.isReady(unit)) wake(unit);
    } else {
      happened = true;
      if (outcome === 'held') held.push(unit);
      else if (outcome === 'done') endIfDone(machine, unit.block);
    }
    const { released } = machine.sync;
    if (released.length > 0) {
      happened = true;
      machine.sync.released = [];
      for (const thread of released) wake(units.unitOf(thread));
    }
    return happened;
  };
  /** Everybody seems to spin. Do they all, with nobody changing memory? Then they always will. */
  const isLivelock = (): boolean => {
    probe.changed = false;
    const round = ready;
    ready = [];
    let all = true;
    for (const unit of round) {
      if (!all) {
        wake(unit);
        continue;
      }
      const { outcome, spins } = probe.step(unit);
      if (outcome === 'failed') return false;
      if (settle(unit, outcome) || !spins) all = false;
    }
    return all && !probe.changed;
  };
  if (schedule.together) while (admit());
  for (;;) {
    if (machine.error !== null) return;
    if (schedule.resident > 1) while (machine.blocks.size < schedule.resident && admit());
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
    // One round: every unit that is ready gets one turn.
    const round = random === null ? [...inOrder(ready, schedule, units)] : ready;
    ready = [];
    if (random !== null) shuffle(round, random);
    let progress = false;
    let spinning = 0;
    for (const unit of round) {
      if (machine.steps - progressAt > SUSPICION) {
        const { outcome, spins } = probe.step(unit);
        if (outcome === 'failed' || schedule.stop()) return;
        if (spins) spinning++;
        else progressAt = machine.steps + (outcome === 'paused' ? PATIENCE : 0);
        if (settle(unit, outcome)) progress = true;
        continue;
      }
      const outcome = units.step(unit, random === null ? schedule.quantum : 1 + random(schedule.quantum));
      if (outcome === 'failed' || schedule.stop()) return;
      if (settle(unit, outcome)) {
        progress = true;
        progressAt = Math.max(progressAt, machine.steps);
      }
    }
    if (progress) movedAt = machine.steps;
    if (progress || machine.steps - movedAt <= SUSPICION) continue;
    // Nothing but steps: perhaps they wait for a block that has not started yet, or for a thread that is held.
    if (admit() || admitSpare()) {
      movedAt = machine.steps;
      progressAt = Math.max(progressAt, machine.steps);
    } else if (spinning === round.length && machine.error === null && isLivelock()) {
      if (held.length > 0 && schedule.release(held)) {
        ready.push(...held);
        held = [];
      } else {
        livelock(machine, ready, units);
        return;
      }
    }
  }
}

function inOrder(ready: readonly Thread[], { first, last }: Schedule, units: Units): readonly Thread[] {
  if (first.size === 0 && last.size === 0) return ready;
  const isAmong = (set: ReadonlySet<number>, unit: Thread) =>
    units.members(unit).some((thread) => set.has(thread.linear));
  const rank = (unit: Thread) => (isAmong(first, unit) ? 0 : isAmong(last, unit) ? 2 : 1);
  return ready.toSorted((a, b) => rank(a) - rank(b));
}

function endIfDone(machine: Machine, block: BlockState): void {
  if (block.live === 0) machine.endBlock(block);
}

function deadlock(machine: Machine): void {
  for (const block of machine.blocks.values()) {
    const waiting = block.threads.find((thread) => thread.state === 'waiting');
    if (waiting === undefined) continue;
    const count = block.threads.filter((thread) => thread.state === 'waiting').length;
    const others = count > 1 ? ` (${count - 1} other threads of the block as well)` : '';
    machine.fail(waiting, 'deadlock', `waits for ever${others}`);
    return;
  }
  machine.fail(null, 'deadlock', 'no thread can go on');
}

/** @param ready Units that all spin. */
function livelock(machine: Machine, ready: readonly Thread[], units: Units): void {
  const spinning = ready.flatMap((unit) => units.members(unit)).filter((thread) => thread.state === 'ready');
  const waiting = machine.live - spinning.length;
  const like = [
    ...(spinning.length > 1 ? [`${spinning.length - 1} others do the same`] : []),
    ...(waiting > 0 ? [`${waiting} wait at barriers`] : []),
  ].join(', ');
  const what = `goes round for ever, nobody is left who changes what it looks at${like === '' ? '' : ` (${like})`}`;
  machine.fail(spinning[0] ?? null, 'livelock', what);
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
