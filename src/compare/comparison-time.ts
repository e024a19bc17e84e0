/**
 * How the time of a comparison is divided. Both sides get about the same: what is known of one alone says nothing about the
 * change. What a pass does not use is there for the next.
 */

/**
 * `together`: the verdicts of both sides; they are `head` and `base` where one comes after the other. `repairs` are fixes beyond
 * what the change deleted; `fixes` are all of them.
 */
export type Pass = 'fingerprints' | 'together' | 'head' | 'base' | 'answers' | 'repairs' | 'fixes';

/** When a pass has to be done, as a part of all the time. */
const ENDS: Readonly<Record<Pass, number>> = {
  fingerprints: 0.3,
  together: 0.8,
  head: 0.6,
  base: 0.88,
  answers: 0.93,
  repairs: 0.96,
  fixes: 1,
};
/** Up to then a unit whose fingerprints are on their way may go on: what was compiled for them is needed again. */
const FINGERPRINTS_STOP = 0.5;

export class ComparisonTime {
  readonly #startedAt: number;
  readonly #budgetMs: number;

  /** @param startedAt by whatever clock `until` is to go by, in milliseconds */
  constructor(startedAt: number, budgetMs: number) {
    this.#startedAt = startedAt;
    this.#budgetMs = budgetMs;
  }

  /** After that nothing is begun. */
  until(pass: Pass): number {
    return this.#startedAt + ENDS[pass] * this.#budgetMs;
  }

  /** When what was begun is stopped; null: soon after `until`. */
  stop(pass: Pass): number | null {
    return pass === 'fingerprints' ? this.#startedAt + FINGERPRINTS_STOP * this.#budgetMs : null;
  }
}
