/** What takes turns under a schedule: single threads, or in lockstep warps, for each of which one thread stands. */
import type { BlockState } from './block.ts';
import type { Machine } from './machine.ts';
import type { StepOutcome } from './status.ts';
import type { Thread } from './thread.ts';

export interface Units {
  /** True when one unit is several threads. */
  readonly shared: boolean;
  of(block: BlockState): readonly Thread[];
  unitOf(thread: Thread): Thread;
  members(unit: Thread): readonly Thread[];
  isReady(unit: Thread): boolean;
  /** Runs a unit for `quantum` steps of each of its threads, or until it can go no further. */
  step(unit: Thread, quantum: number): StepOutcome;
}

/** Each thread by itself. */
export function threadsOf(machine: Machine): Units {
  return {
    shared: false,
    of: (block) => block.threads,
    unitOf: (thread) => thread,
    members: (thread) => [thread],
    isReady: (thread) => thread.state === 'ready',
    step: (thread, quantum) => machine.step(thread, quantum),
  };
}
