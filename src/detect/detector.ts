import type { LaunchShape } from '../trace/index.ts';
import type { Clock } from './clock.ts';

/** How an access counts when it meets another one. */
export const Kind = {
  read: 0,
  write: 1,
  /** An atomic of device or system scope. */
  wideAtomic: 2,
  blockAtomic: 3,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/**
 * Do two accesses to one place conflict? Two atomics do only when both have block scope and stand in different blocks
 * (PreDataR, Section 5.1).
 */
export function conflicting(a: number, b: number, sameBlock: boolean): boolean {
  if (a === Kind.read && b === Kind.read) return false;
  if (a < Kind.wideAtomic || b < Kind.wideAtomic) return true;
  return a === Kind.blockAtomic && b === Kind.blockAtomic && !sameBlock;
}

/**
 * Where a detector puts what it finds. Called for every racing event, so it must be cheap. `counter` is the earlier
 * access's time on the clock of the detector.
 */
export interface RaceSink {
  race(
    earlierThread: number,
    earlierSite: number,
    earlierKind: number,
    laterThread: number,
    laterSite: number,
    laterKind: number,
    address: number,
    block: number,
    counter: number,
  ): void;
}

/**
 * What a detector sees of a launch, in the order observed. Locks are numbered from 0 in the order of their first use;
 * critical sections are properly nested per lock: the second acquire of a lock by its holder is not told.
 */
export interface Detector {
  /**
   * Accesses by the threads `thread + i` for the bits of `mask`, all of one warp, each of `size` bytes at
   * `address + i * stride`.
   * @param block The block whose shared memory is meant, or -1 for global memory.
   */
  access(
    kind: number,
    thread: number,
    mask: number,
    address: number,
    stride: number,
    size: number,
    site: number,
    block: number,
    strong: boolean,
  ): void;
  acquire(thread: number, lock: number, wide: boolean): void;
  /** @param held False when the thread has not acquired the lock. */
  release(thread: number, lock: number, wide: boolean, held: boolean): void;
  /** The thread gives the lock away without a fence: its critical section ends, and nothing is ordered. */
  abandon(thread: number, lock: number): void;
  /** Release and acquire operations that are no lock: they order whatever reads from them. */
  publish(thread: number, variable: number, wide: boolean): void;
  observe(thread: number, variable: number, wide: boolean): void;
  fence(thread: number, wide: boolean): void;
  barrier(block: number): void;
  warpBarrier(thread: number, mask: number): void;
  gridBarrier(): void;
  exit(thread: number): void;
  /** The launch is over. */
  end(): void;
  /** Within `RaceSink.race`: did the earlier access happen before the later one in the run? */
  happenedBefore?(thread: number, counter: number, by: number): boolean;
}

/** A bound was reached that keeps memory finite; the detector saw the launch only up to here. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget';
}

export interface DetectorSetting {
  readonly shape: LaunchShape;
  readonly races: RaceSink;
  /** Instead of the clock for a hierarchy of threads, to compare it with. */
  readonly clock?: Clock;
}
