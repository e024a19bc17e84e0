/** A racing pair of sites, as every detector tells it. */
import type { LockFact } from './held-locks.ts';

/** Two accesses that were seen to race. */
export interface Example {
  readonly threads: readonly [number, number];
  readonly kinds: readonly [number, number];
  readonly address: number;
  /** The block of shared memory, or -1. */
  readonly block: number;
  /** Locks held at each of the two; null where that is not known any more. */
  readonly locks: readonly [readonly LockFact[] | null, readonly LockFact[] | null];
}

export interface Race {
  /** In the order of the trace. */
  readonly sites: readonly [number, number];
  readonly examples: Example[];
  /** Neither happened before the other in the run. */
  unordered: boolean;
  /** The first race that happens-before sees in the launch, which is real. */
  readonly first: boolean;
}

/** The pair of sites whichever of them comes first: what fates and examples are kept by. */
export function pairKey(a: number, b: number): string {
  return a <= b ? `${a} ${b}` : `${b} ${a}`;
}
