/**
 * Warps that run in lockstep, as before Volta: lanes that stand at one place go on together, instruction by instruction.
 * Every lane makes at most one access to memory that others can see before any of them makes the next one; what a lane
 * computes in between concerns nobody else. Where lanes part, those whose place comes first in the code run, and the
 * others wait: code lies in the order of the source, so they meet again where the branches join ("thread frontiers").
 * A lane that waits for another one of its warp in a loop therefore waits for ever, as on such hardware.
 *
 * All of it is done with the means by which listeners hold threads, so that threads that run on their own pay nothing.
 */
import type { BlockState } from './block.ts';
import { DecoratedListener } from './decorated-listener.ts';
import { Watch } from './events.ts';
import type { Machine } from './machine.ts';
import { spaceOf } from './paged-memory.ts';
import { SPECIAL_REGISTERS } from './special-registers.ts';
import type { StepOutcome } from './status.ts';
import type { Thread } from './thread.ts';
import type { Units } from './units.ts';

/** Lets one thread make one access, and holds everybody else before theirs. */
class Gate extends DecoratedListener {
  passing: Thread | null = null;

  constructor(machine: Machine) {
    super(machine, Watch.lockstep);
  }

  override blockStarted(block: BlockState): void {
    super.blockStarted(block);
    for (const thread of block.threads) thread.watchMask |= Watch.lockstep;
  }

  access(thread: Thread, site: number, address: number, size: number, pc: number): boolean {
    const space = spaceOf(address);
    if (space === 'shared' || space === 'region') {
      if (this.passing !== thread) return true;
      this.passing = null;
    }
    return this.pass(thread, site, address, size, pc);
  }
}

/** The warps of a machine; the first thread of each stands for it. */
export class Warps implements Units {
  readonly #machine: Machine;
  readonly #gate: Gate;
  /** By address: 1 in code that only assigns what flows along an edge. Lanes do not part there. */
  readonly #edges: Uint8Array;

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#gate = new Gate(machine);
    machine.listener = this.#gate;
    this.#edges = new Uint8Array(machine.executable.code.length);
    for (const { edges } of machine.executable.functions) this.#edges.fill(1, ...edges);
  }

  readonly shared = true;

  of(block: BlockState): Thread[] {
    return block.threads.filter((thread) => thread.lane === 0);
  }

  unitOf(thread: Thread): Thread {
    return thread.block.threads[thread.index - thread.lane]!;
  }

  members(unit: Thread): readonly Thread[] {
    return unit.block.threads.slice(unit.index, unit.index + this.#machine.executable.warpSize);
  }

  isReady(unit: Thread): boolean {
    return this.members(unit).some((lane) => lane.state === 'ready');
  }

  /** Runs the warp until its lanes have taken `quantum` steps each, or all wait or have ended. */
  step(unit: Thread, quantum: number): StepOutcome {
    const machine = this.#machine;
    const lanes = this.members(unit);
    const limit = machine.steps + quantum * lanes.length;
    do {
      const ready = lanes.filter((lane) => lane.state === 'ready');
      if (ready.length === 0) break;
      if (!this.#issue(foremost(ready))) return 'failed';
    } while (machine.steps < limit);
    if (lanes.some((lane) => lane.state === 'ready')) return 'paused';
    return lanes.some((lane) => lane.state === 'waiting') ? 'waiting' : 'done';
  }

  /** Lanes that stand at one place go on, each with one access at most; false when something went wrong. */
  #issue(group: readonly Thread[]): boolean {
    const machine = this.#machine;
    machine.issue++;
    machine.active = group;
    for (const lane of group) {
      this.#gate.passing = lane;
      let outcome = machine.step(lane, 0);
      this.#gate.passing = null;
      while (outcome === 'paused' && this.#edges[lane.pc] === 1) outcome = machine.step(lane, 0);
      if (outcome === 'failed' || machine.error !== null) return false;
    }
    machine.active = null;
    return true;
  }
}

/** The lanes at the place that comes first. */
function foremost(ready: readonly Thread[]): readonly Thread[] {
  const [first] = ready;
  const isAtOnce = ready.every(
    (lane) => lane.pc === first!.pc && lane.frame - lane.window === first!.frame - first!.window,
  );
  if (isAtOnce) return ready;
  const positions = ready.map(position);
  let best = positions[0]!;
  for (const other of positions) if (compare(other, best) < 0) best = other;
  return ready.filter((_, i) => compare(positions[i]!, best) === 0);
}

/** Addresses of the calls that led to where the lane is, and of that itself. */
function position(lane: Thread): number[] {
  const addresses = [lane.pc];
  let { frame } = lane;
  while (frame > lane.window + SPECIAL_REGISTERS) {
    const call = lane.I[frame << 1]!;
    if (call < 0) break;
    addresses.push(call);
    frame -= lane.I[(frame << 1) + 1]!;
  }
  return addresses.reverse();
}

/** Below 0 when `a` comes first. Who has not made the call yet comes before who is in it. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
