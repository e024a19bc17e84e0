/**
 * Tells threads that go round for ever from threads that are busy. A unit is run branch by branch while its writes are
 * watched: when its registers and its place come back as they were and no byte of memory has changed in between, it will
 * go on like this until somebody else changes memory. When that holds of everybody who could run, nobody ever will.
 */
import { DecoratedListener } from './decorated-listener.ts';
import { Watch } from './events.ts';
import type { Machine } from './machine.ts';
import type { StepOutcome } from './status.ts';
import type { Thread } from './thread.ts';
import type { Units } from './units.ts';

/** A loop that takes more branches than this to come back to where it was is not recognised. */
const BRANCHES = 2_048;
/** Longer writes count as changes. */
const MAX_BYTES = 4_096;

interface Snapshot {
  readonly places: readonly number[];
  readonly registers: readonly Int32Array[];
}

interface Write {
  readonly thread: Thread;
  readonly address: number;
  readonly before: Uint8Array;
}

export class SpinProbe {
  readonly #machine: Machine;
  readonly #units: Units;
  /** True once a unit that was probed has changed memory; whoever asks sets it back. */
  changed = false;

  constructor(machine: Machine, units: Units) {
    this.#machine = machine;
    this.#units = units;
  }

  /** Runs a unit until it is known to spin, or for some time. `paused`: it can go on. */
  step(unit: Thread): { readonly outcome: StepOutcome; readonly spins: boolean } {
    const machine = this.#machine;
    const outside = machine.listener;
    const watch = new WriteWatch(machine);
    const threads = this.#units.members(unit);
    machine.listener = watch;
    for (const thread of threads) thread.watchMask |= Watch.spinning;
    try {
      return this.#run(unit, threads, watch);
    } finally {
      for (const thread of threads) thread.watchMask &= ~Watch.spinning;
      machine.listener = outside;
    }
  }

  #run(unit: Thread, threads: readonly Thread[], watch: WriteWatch): { outcome: StepOutcome; spins: boolean } {
    let known = snapshot(threads);
    let next = 1;
    for (let i = 1; i <= BRANCHES; i++) {
      const outcome = this.#units.step(unit, 0);
      const hasChanged = watch.take();
      if (hasChanged) this.changed = true;
      if (outcome !== 'paused' || this.#machine.sync.released.length > 0) return { outcome, spins: false };
      if (!hasChanged && isSame(known, threads)) return { outcome, spins: true };
      if (hasChanged || i >= next) {
        known = snapshot(threads);
        next = hasChanged ? i + 1 : i * 2;
      }
    }
    return { outcome: 'paused', spins: false };
  }
}

class WriteWatch extends DecoratedListener {
  #writes: Write[] = [];
  #tooLong = false;

  constructor(machine: Machine) {
    super(machine, Watch.spinning);
  }

  access(thread: Thread, index: number, address: number, size: number, pc: number): boolean {
    if (this.pass(thread, index, address, size, pc)) return true;
    const { kind } = this.machine.executable.sites[index]!;
    if (kind === 'write' || kind === 'atomic') {
      const before = size > MAX_BYTES ? null : this.machine.addresses.peek(thread, address, size);
      if (before === null) this.#tooLong = true;
      else this.#writes.push({ thread, address, before });
    }
    return false;
  }

  /** Whether memory has changed since this was asked last. */
  take(): boolean {
    const changed =
      this.#tooLong ||
      this.#writes.some(({ thread, address, before }) => {
        const now = this.machine.addresses.peek(thread, address, before.length);
        return now === null || now.some((byte, i) => byte !== before[i]);
      });
    this.#writes = [];
    this.#tooLong = false;
    return changed;
  }
}

function snapshot(threads: readonly Thread[]): Snapshot {
  return {
    places: threads.flatMap(placesOf),
    registers: threads.map(({ I, window, windowEnd }) => I.slice(window << 1, windowEnd << 1)),
  };
}

function isSame({ places, registers }: Snapshot, threads: readonly Thread[]): boolean {
  const now = threads.flatMap(placesOf);
  if (now.some((place, i) => place !== places[i])) return false;
  return threads.every(({ I, window, windowEnd }, i) => {
    const known = registers[i]!;
    const from = window << 1;
    if (known.length !== (windowEnd << 1) - from) return false;
    for (let word = 0; word < known.length; word++) if (known[word] !== I[from + word]) return false;
    return true;
  });
}

/** Where a thread is; `copied` is a copy half made. */
function placesOf({ state, pc, frame, window, localTop, copied }: Thread): number[] {
  return [state === 'ready' ? 0 : state === 'waiting' ? 1 : 2, pc, frame - window, localTop, copied === null ? 0 : 1];
}
