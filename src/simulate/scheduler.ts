/**
 * Who runs next. A scheduler drives a machine until every thread of its blocks has ended, something fails, or it is told
 * to stop. Everything is deterministic: the random one by its seed.
 */
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
  new Turns(machine, schedule).run();
}

/** How one round went: every unit that was ready has had one turn. */
interface Round {
  /** Something happened but steps. */
  readonly progress: boolean;
  /** All units seemed to spin. */
  readonly allSpin: boolean;
}

/** Whose turn it is, from the first block to the last thread. */
class Turns {
  readonly #machine: Machine;
  readonly #schedule: Schedule;
  readonly #units: Units;
  readonly #probe: SpinProbe;
  readonly #blocks: Iterator<number>;
  readonly #spare: Iterator<number>;
  readonly #random: ((bound: number) => number) | null;
  #haveAllStarted = false;
  #ready: Thread[] = [];
  #held: Thread[] = [];
  /** Steps at which something happened last, or may be expected to. */
  #progressAt = 0;
  /** Steps at which something happened last, or a block was started. */
  #movedAt = 0;

  constructor(machine: Machine, schedule: Schedule) {
    this.#machine = machine;
    this.#schedule = schedule;
    this.#units = machine.options.warpModel === 'lockstep' ? new Warps(machine) : threadsOf(machine);
    this.#probe = new SpinProbe(machine, this.#units);
    this.#blocks = schedule.blocks[Symbol.iterator]();
    this.#spare = schedule.spare[Symbol.iterator]();
    this.#random = schedule.seed === null ? null : generator(schedule.seed);
  }

  run(): void {
    const machine = this.#machine;
    const { together, resident } = this.#schedule;
    if (together) while (this.#admit());
    for (;;) {
      if (machine.error !== null) return;
      if (resident > 1) while (machine.blocks.size < resident && this.#admit());
      if (this.#ready.length === 0) {
        if (!this.#findReady()) return;
        continue;
      }
      const round = this.#round();
      if (round === null) return;
      if (round.progress) this.#movedAt = machine.steps;
      if (round.progress || machine.steps - this.#movedAt <= SUSPICION) continue;
      if (!this.#getMoving(round)) return;
    }
  }

  // ---- blocks ----------------------------------------------------------------------------------------------------------------

  /** Starts the next block of the schedule; false when there is none, or no memory for it. */
  #admit(): boolean {
    if (this.#haveAllStarted) return false;
    const next = this.#blocks.next();
    if (!next.done) return this.#start(next.value);
    this.#haveAllStarted = true;
    return false;
  }

  #admitSpare(): boolean {
    const next = this.#spare.next();
    return !next.done && this.#start(next.value);
  }

  #start(linear: number): boolean {
    const block = this.#machine.startBlock(linear);
    if (block === null) return false;
    this.#machine.listener?.blockStarted(block);
    for (const unit of this.#units.of(block)) this.#ready.push(unit);
    return true;
  }

  // ---- turns -----------------------------------------------------------------------------------------------------------------

  /** Gives every unit that is ready one turn; null when the run is over. */
  #round(): Round | null {
    const machine = this.#machine;
    const random = this.#random;
    const schedule = this.#schedule;
    const round = random === null ? [...inOrder(this.#ready, schedule, this.#units)] : this.#ready;
    this.#ready = [];
    if (random !== null) shuffle(round, random);
    let progress = false;
    let spinning = 0;
    for (const unit of round) {
      if (machine.steps - this.#progressAt > SUSPICION) {
        const { outcome, spins } = this.#probe.step(unit);
        if (outcome === 'failed' || schedule.stop()) return null;
        if (spins) spinning++;
        else this.#progressAt = machine.steps + (outcome === 'paused' ? PATIENCE : 0);
        if (this.#settle(unit, outcome)) progress = true;
        continue;
      }
      const outcome = this.#units.step(unit, random === null ? schedule.quantum : 1 + random(schedule.quantum));
      if (outcome === 'failed' || schedule.stop()) return null;
      if (this.#settle(unit, outcome)) {
        progress = true;
        this.#progressAt = Math.max(this.#progressAt, machine.steps);
      }
    }
    return { progress, allSpin: spinning === round.length };
  }

  /** Takes in how a turn ended; true when something happened but steps. */
  #settle(unit: Thread, outcome: StepOutcome): boolean {
    const { sync } = this.#machine;
    let happened = false;
    if (outcome === 'paused') {
      if (this.#units.isReady(unit)) this.#wake(unit);
    } else {
      happened = true;
      if (outcome === 'held') this.#held.push(unit);
      else if (outcome === 'done' && unit.block.live === 0) this.#machine.endBlock(unit.block);
    }
    const { released } = sync;
    if (released.length > 0) {
      happened = true;
      sync.released = [];
      for (const thread of released) this.#wake(this.#units.unitOf(thread));
    }
    return happened;
  }

  #wake(unit: Thread): void {
    if (!this.#units.shared || !this.#ready.includes(unit)) this.#ready.push(unit);
  }

  // ---- when nobody gets on -----------------------------------------------------------------------------------------------------

  /** Nobody is ready: lets held threads go, or starts a block; false when the run is over. */
  #findReady(): boolean {
    if (this.#releaseHeld()) return true;
    const isStuck = this.#machine.blocks.size > 0;
    if (this.#admit()) return true;
    if (isStuck && this.#machine.error === null) deadlock(this.#machine);
    return false;
  }

  #releaseHeld(): boolean {
    if (this.#held.length === 0 || !this.#schedule.release(this.#held)) return false;
    this.#ready.push(...this.#held);
    this.#held = [];
    return true;
  }

  /**
   * Nothing but steps for long: perhaps they wait for a block that has not started yet, or for a thread that is held.
   * False when they will wait for ever.
   */
  #getMoving({ allSpin }: Round): boolean {
    const machine = this.#machine;
    if (this.#admit() || this.#admitSpare()) {
      this.#movedAt = machine.steps;
      this.#progressAt = Math.max(this.#progressAt, machine.steps);
      return true;
    }
    if (!allSpin || machine.error !== null || !this.#isLivelock() || this.#releaseHeld()) return true;
    livelock(machine, this.#ready, this.#units);
    return false;
  }

  /** Everybody seems to spin. Do they all, with nobody changing memory? Then they always will. */
  #isLivelock(): boolean {
    this.#probe.changed = false;
    const round = this.#ready;
    this.#ready = [];
    let all = true;
    for (const unit of round) {
      if (!all) {
        this.#wake(unit);
        continue;
      }
      const { outcome, spins } = this.#probe.step(unit);
      if (outcome === 'failed') return false;
      if (this.#settle(unit, outcome) || !spins) all = false;
    }
    return all && !this.#probe.changed;
  }
}

function inOrder(ready: readonly Thread[], { first, last }: Schedule, units: Units): readonly Thread[] {
  if (first.size === 0 && last.size === 0) return ready;
  const isAmong = (set: ReadonlySet<number>, unit: Thread) =>
    units.members(unit).some((thread) => set.has(thread.linear));
  const rank = (unit: Thread) => (isAmong(first, unit) ? 0 : isAmong(last, unit) ? 2 : 1);
  return ready.toSorted((a, b) => rank(a) - rank(b));
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
  machine.fail(null, 'deadlock', 'no thread can continue');
}

/** @param ready Units that all spin. */
function livelock(machine: Machine, ready: readonly Thread[], units: Units): void {
  const spinning = ready.flatMap((unit) => units.members(unit)).filter((thread) => thread.state === 'ready');
  const waiting = machine.live - spinning.length;
  const like = [
    ...(spinning.length > 1 ? [`${spinning.length - 1} others do the same`] : []),
    ...(waiting > 0 ? [`${waiting} wait at barriers`] : []),
  ].join(', ');
  const what = `loops forever: no thread is left that could change what it reads${like === '' ? '' : ` (${like})`}`;
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
