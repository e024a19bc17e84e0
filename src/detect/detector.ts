/** What every detector understands: events of a launch in terms of threads, locks and barriers. */
import type { LaunchShape } from '../trace/index.ts';
import type { Clock } from './clock.ts';

/** How an access counts when it meets another one. */
export const Kind = {
  read: 0,
  write: 1,
  /** An atomic of device or system scope that writes: a store, or a read-modify-write. */
  wideAtomic: 2,
  blockAtomic: 3,
  /** An atomic load. */
  wideAtomicRead: 4,
  blockAtomicRead: 5,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** All of them. */
export const KINDS: readonly Kind[] = Object.values(Kind);

export function onlyReads(kind: number): boolean {
  return kind === Kind.read || kind >= Kind.wideAtomicRead;
}

export function isAtomic(kind: number): boolean {
  return kind >= Kind.wideAtomic;
}

/** Atomic for the threads of one block only. */
export function isBlockAtomic(kind: number): boolean {
  return kind === Kind.blockAtomic || kind === Kind.blockAtomicRead;
}

/** @param wide of device or system scope */
export function atomicKind(reads: boolean, wide: boolean): Kind {
  if (reads) return wide ? Kind.wideAtomicRead : Kind.blockAtomicRead;
  return wide ? Kind.wideAtomic : Kind.blockAtomic;
}

/**
 * Do two accesses to one place conflict? Two atomics do only when both have block scope and stand in different blocks
 * (PreDataR, Section 5.1, which knows read-modify-writes only: atomic loads and stores are judged alike).
 */
export function conflicting(a: number, b: number, sameBlock: boolean): boolean {
  if (onlyReads(a) && onlyReads(b)) return false;
  if (!isAtomic(a) || !isAtomic(b)) return true;
  return isBlockAtomic(a) && isBlockAtomic(b) && !sameBlock;
}

/**
 * A race between an earlier and a later access. Called for every racing event: separate numbers, as an object for each
 * would cost more than finding it.
 * @param block the block whose shared memory is meant, or -1 for global memory
 * @param counter the earlier access's time on the clock of the detector
 */
export type RaceHandler = (
  earlierThread: number,
  earlierSite: number,
  earlierKind: number,
  laterThread: number,
  laterSite: number,
  laterKind: number,
  address: number,
  block: number,
  counter: number,
) => void;

/** Where a detector puts what it finds. */
export interface RaceSink {
  readonly race: RaceHandler;
}

/**
 * Accesses by the threads `thread + i` for the bits of `mask`, all of one warp, each of `size` bytes at
 * `address + i * stride`. Called for every entry of a trace: separate numbers, as an object for each would cost more than
 * most detectors do.
 * @param kind one of {@link Kind}
 * @param block the block whose shared memory is meant, or -1 for global memory
 * @param strong volatile or atomic
 */
type AccessHandler = (
  kind: number,
  thread: number,
  mask: number,
  address: number,
  stride: number,
  size: number,
  site: number,
  block: number,
  strong: boolean,
) => void;

/**
 * What a detector sees of a launch, in the order observed. Locks are numbered from 0 in the order of their first use;
 * critical sections are properly nested per lock: the second acquire of a lock by its holder is not told.
 */
export interface Detector {
  readonly access: AccessHandler;
  acquire(thread: number, lock: number, wide: boolean): void;
  /** @param held False when the thread has not acquired the lock. */
  release(thread: number, lock: number, wide: boolean, held: boolean): void;
  /** The thread gives the lock away without a fence: its critical section ends, and nothing is ordered. */
  abandon(thread: number, lock: number): void;
  /** Release and acquire operations that are no lock: they order whatever reads from them. */
  publish(thread: number, variable: number, wide: boolean): void;
  observe(thread: number, variable: number, wide: boolean): void;
  /** @param flags as the trace has them: they say which memory the fence orders (`ordersSpace`) */
  fence(thread: number, wide: boolean, flags: number): void;
  barrier(block: number): void;
  warpBarrier(thread: number, mask: number): void;
  gridBarrier(): void;
  exit(thread: number): void;
  /** The launch is over. */
  end(): void;
}

/** What a detector does with events that say nothing to it: nothing. */
export abstract class QuietDetector implements Detector {
  access(..._: Parameters<AccessHandler>): void {}
  acquire(_thread: number, _lock: number, _wide: boolean): void {}
  release(_thread: number, _lock: number, _wide: boolean, _held: boolean): void {}
  abandon(_thread: number, _lock: number): void {}
  publish(_thread: number, _variable: number, _wide: boolean): void {}
  observe(_thread: number, _variable: number, _wide: boolean): void {}
  fence(_thread: number, _wide: boolean, _flags: number): void {}
  barrier(_block: number): void {}
  warpBarrier(_thread: number, _mask: number): void {}
  gridBarrier(): void {}
  exit(_thread: number): void {}
  end(): void {}
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
