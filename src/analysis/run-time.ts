/** What becomes of kernels when the time of a run is bounded: each has its part of what is left, and says so when that is not enough. */
import type { Interruption } from '../model/interruption.ts';
import type { Reason } from '../model/reason.ts';
import { timeNow } from '../unit/time.ts';

/** With less time than that a kernel is not begun. */
const SHORTEST_MS = 50;
/** Of its even share a kernel gets that much: most do not need theirs. */
const GENEROSITY = 2;

/** When a run has to be done, by `timeNow()`. What is left then says so. */
export interface RunTime {
  /** After that nothing is begun. */
  readonly until: number;
  /** When what was begun is stopped; without it soon after. */
  readonly stop?: number;
  /** The files in the order in which they matter. */
  readonly order: readonly string[];
}

/** Why nobody knows of a kernel that was not begun. */
export const RUN_TIME_OVER: Reason = {
  kind: 'cut-short',
  text: 'the time of the run was over before it was decided',
  place: null,
  nextStep: 'more-run-time',
};

/** Why nobody knows of a kernel that was not done when somebody ended the run. */
export function interruptedBy({ by }: Interruption): Reason {
  return {
    kind: 'cut-short',
    text: `the run was ended (${by}) before it was decided`,
    place: null,
    nextStep: 'run-again',
  };
}

/** Why nothing more of a run is begun, or null while it may go on. */
export function whyOver(time: RunTime | undefined, interruption: Interruption | undefined): Reason | null {
  if (interruption !== undefined && interruption.by !== null) return interruptedBy(interruption);
  return time !== undefined && timeNow() >= time.until ? RUN_TIME_OVER : null;
}

/** The time for the kernels of a unit. */
export class KernelTime {
  readonly #until: number;
  readonly #each: number;

  /** @param until by `timeNow()`; nothing: each kernel has its own time */
  constructor(until: number | undefined, timeoutMs: number) {
    this.#until = until ?? Number.POSITIVE_INFINITY;
    this.#each = timeoutMs;
  }

  /**
   * Milliseconds for the next kernel; null: there is no time left.
   * @param kernels how many share what is left, with this one
   */
  next(kernels: number): number | null {
    const left = this.#until - timeNow();
    if (left < Math.min(SHORTEST_MS, this.#each)) return null;
    return Math.round(Math.min(this.#each, left, (GENEROSITY * left) / kernels));
  }
}
