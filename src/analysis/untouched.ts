/** Kernels that a change does not touch: they are decided as far as little time goes. */
import { UNTOUCHED } from '../model/same-kernels.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UntouchedKernels } from '../unit/job.ts';
import { timeNow } from '../unit/time.ts';

/** With less time than that a kernel is not begun. */
const SHORTEST_MS = 50;
/** Parts of a kernel's work may take this share of its time: before that, no time is over. */
export const SHARE_THAT_IS_FREE = 0.25;

/** The time that the untouched kernels of a unit share. */
export class UntouchedTime {
  readonly #each: number;
  readonly #until: number;

  /** @param until of the unit, by `timeNow()` */
  constructor({ eachMs, allMs }: UntouchedKernels, timeoutMs: number, until = Number.POSITIVE_INFINITY) {
    this.#each = Math.min(eachMs, timeoutMs);
    this.#until = performance.now() + Math.min(allMs, until - timeNow());
  }

  /** Milliseconds for the next kernel; null: there is no time left. */
  next(): number | null {
    const left = Math.min(this.#each, this.#until - performance.now());
    return left < Math.min(SHORTEST_MS, this.#each) ? null : Math.round(left);
  }
}

/** Did a kernel that was begun then have as much time as it could make use of? */
export function hadTime(startedAt: number, timeLimit: number): boolean {
  return performance.now() - startedAt < timeLimit * SHARE_THAT_IS_FREE;
}

type KernelEvent = Extract<UnitEvent, { type: 'kernel' }>;

/**
 * What is said of a kernel that had less time than others.
 * @returns `isWhole` is true when more time would have made no difference
 */
export function briefly(
  timeLimit: number,
  timeoutMs: number,
  decide: () => KernelEvent,
): { readonly event: KernelEvent; readonly isWhole: boolean } {
  const startedAt = performance.now();
  const event = decide();
  if (timeLimit >= timeoutMs) return { event, isWhole: true };
  if (hadTime(startedAt, timeLimit)) return { event, isWhole: true };
  const { result } = event;
  const reasons = result.reasons.filter(({ kind }) => kind !== 'cut-short' && kind !== 'undecided');
  if (reasons.length === result.reasons.length) return { event, isWhole: false };
  return { event: { ...event, result: { ...result, reasons: [...reasons, UNTOUCHED] } }, isWhole: false };
}
