import type { CheckedKernel, LaunchMaker } from '../check/index.ts';

/**
 * What came of checks under facts, for all searches of one kernel: the one that comes before the end of its check finds little time, and
 * those behind it go on where that one ended.
 */
export class TriedFacts {
  readonly #outcomes = new Map<string, CheckedKernel>();
  readonly #launches = new Map<LaunchMaker, number>();

  /** @param question the facts, and what is asked under them */
  outcomeOf(launches: readonly LaunchMaker[], question: string): CheckedKernel | undefined {
    return this.#outcomes.get(this.#keyOf(launches, question));
  }

  /** Keeps what is certain: a proof, or races. What was left open for want of time is asked once more. */
  keep(launches: readonly LaunchMaker[], question: string, outcome: CheckedKernel): void {
    const isCertain = outcome.verdict === 'race-free' || outcome.findings.length > 0;
    // Executions are large.
    if (isCertain) this.#outcomes.set(this.#keyOf(launches, question), { ...outcome, executions: new Map() });
  }

  #keyOf(launches: readonly LaunchMaker[], question: string): string {
    const numbers = launches.map((make) => {
      const known = this.#launches.get(make) ?? this.#launches.size;
      this.#launches.set(make, known);
      return known;
    });
    return `${numbers.join()}: ${question}`;
  }
}
