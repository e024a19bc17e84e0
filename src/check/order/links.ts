/**
 * What a barrier of some threads orders, once it is shown whom it joins: what a thread that arrives did before its n-th arrival
 * comes before what another does that knows n phases to be over.
 */
import type { CopyQueue } from '../../intrinsics/index.ts';
import type { AsyncCopy, PartialBarrierCount, PartialBarrierUse } from '../../kernel/index.ts';
import type { Cond, Int } from '../../terms/index.ts';
import type { ThreadPair } from '../thread-pair.ts';
import type { RemoteArrivers } from './arrivers.ts';
import type { Joined } from './joined-threads.ts';

export interface Link {
  /** That both of two threads come, where who arrives and who waits are the same; else null. */
  readonly joined: Joined | null;
  /** That this one of two threads is one of those whose arrivals a phase waits for. */
  readonly arrives: (pair: ThreadPair, which: 0 | 1) => Cond;
  /** That a thread is one of those, where who arrives need not be who waits; else null. */
  readonly comes: Cond | null;
  /** How many phases a thread with these counts knows to be over. */
  readonly waited: (count: PartialBarrierCount) => Int;
  /** Whether an arrival stands for all that the thread did before it, or only for what it had begun in a queue. */
  readonly carries: 'all' | CopyQueue;
  /** Where a thread says that the phase in which it arrives next is not over before its copies so far are. */
  readonly holds: readonly PartialBarrierUse[];
  /** Whether it joins threads of different blocks as well. */
  readonly isOfCluster: boolean;
  /** Threads that arrive at objects of other blocks: what they did before comes before what is known there. */
  readonly remotes: readonly RemoteArrivers[];
}

/** Of a barrier at which those who arrive wait. */
export function linkOf(joined: Joined, isOfCluster = false): Link {
  return {
    joined,
    arrives: (pair) => joined(pair),
    comes: null,
    waited: ({ waited }) => waited,
    carries: 'all',
    holds: [],
    isOfCluster,
    remotes: [],
  };
}

/** By the ids of the barriers that are relied upon. */
export type Links = ReadonlyMap<number, Link>;

/** The number, from 0, of the phase of its barrier object that is not over before the copy is; null where it is not known. */
export type RoundOf = (copy: AsyncCopy) => Int | null;
