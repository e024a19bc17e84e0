/**
 * What an execution tells. The executor calls a listener only for sites that are watched and threads whose mask asks for
 * them, so an execution that nobody listens to pays one load and one test per access.
 */
import type { OrderedMemory } from '../intrinsics/index.ts';
import type { BlockState } from './block.ts';
import type { SyncOperation } from './bytecode/micro-operations.ts';
import type { AsyncCopy } from './sync/async-copies.ts';
import type { Thread } from './thread.ts';

export interface ExecutionListener {
  /**
   * Before an access takes place. When it returns true the thread is held: the access has not happened, and the listener
   * is asked again when the thread runs next.
   * @param site Number of the access's site; `machine.executable.sites[site]` says what it is and where.
   * @param pc Address of the operation, for `storedValue`.
   */
  access(thread: Thread, site: number, address: number, size: number, pc: number): boolean;
  /** All of `threads` have arrived at a barrier (or an exchange) and are about to go on. */
  synchronised(operation: SyncOperation, threads: readonly Thread[]): void;
  /**
   * `threads` are at an asynchronous copy, which is made now or later, up to the wait.
   * @param share what the first of them makes of it in this run
   */
  copied?(threads: readonly Thread[], copy: AsyncCopy, share: AsyncCopy): void;
  /** `threads` are at the wait for the copies of these indices. @param reads they read no more, and may still write */
  copiesWaitedFor?(threads: readonly Thread[], copies: readonly number[], reads?: boolean): void;
  /** What `thread` knows of memory is in order with what bulk copies do from now on. */
  proxiesFenced?(thread: Thread, memory: OrderedMemory): void;
  /**
   * `thread` comes to a barrier without waiting there: those who pass it come after what `thread` has done so far. Tokens
   * are new for each time that a barrier is passed.
   */
  handedOn?(token: number, thread: Thread): void;
  /** Copies that `thread` has begun are over: those who pass the barrier of that token come after them. */
  copiesDone?(token: number, thread: Thread, copies: readonly number[]): void;
  /** `threads` pass the barrier of that token. */
  takenOver?(token: number, threads: readonly Thread[]): void;
  exit(thread: Thread): void;
  /** The threads of a block have been made and have not run yet. */
  blockStarted(block: BlockState): void;
}

/** Bits of `Machine.watch` and `Thread.watchMask`. */
export const Watch = {
  /** Accesses that somebody is interested in. */
  access: 1,
  /** Atomics, fences, volatile and ordered accesses, which may order threads. */
  ordering: 2,
  /** In lockstep: where lanes wait for one another. */
  lockstep: 4,
  /** What threads that seem to spin write. */
  spinning: 8,
} as const;
