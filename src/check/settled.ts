/**
 * What the check of a launch has shown, and no further fact about the launch can change: which pairs do not race, and to which barriers
 * threads come together. A search for conditions checks one kernel under many facts.
 */
import type { KernelAccess, KernelBarrier } from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';

export class Settled {
  /** By the accesses of a pair: what it rests on that the two do not race. */
  readonly #pairs = new Map<KernelAccess, Map<KernelAccess, readonly Assumption[]>>();
  readonly #barriers = new Set<KernelBarrier>();

  /** What it rests on that the two do not race; undefined where that is not known. */
  restsOf(a: KernelAccess, b: KernelAccess): readonly Assumption[] | undefined {
    return this.#pairs.get(a)?.get(b);
  }

  addPair(a: KernelAccess, b: KernelAccess, rests: readonly Assumption[]): void {
    const others = this.#pairs.get(a) ?? new Map<KernelAccess, readonly Assumption[]>();
    this.#pairs.set(a, others.set(b, rests));
  }

  /** Do the threads come to the barrier together? False where that is not known. */
  isUniform(barrier: KernelBarrier): boolean {
    return this.#barriers.has(barrier);
  }

  addBarrier(barrier: KernelBarrier): void {
    this.#barriers.add(barrier);
  }
}
