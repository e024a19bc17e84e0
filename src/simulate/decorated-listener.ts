/** A listener in front of another one, which hears what it has asked for as if it were alone. */
import type { OrderedMemory } from '../intrinsics/index.ts';
import type { BlockState } from './block.ts';
import type { SyncOperation } from './bytecode/micro-operations.ts';
import type { ExecutionListener } from './events.ts';
import type { Machine } from './machine.ts';
import type { AsyncCopy } from './sync/async-copies.ts';
import type { Thread } from './thread.ts';

export abstract class DecoratedListener implements ExecutionListener {
  protected readonly machine: Machine;
  readonly inner: ExecutionListener | null;
  readonly #innerBits: number;

  /** @param own The bit of `Watch` that this listener is asked by; those of listeners behind it are lower. */
  constructor(machine: Machine, own: number) {
    this.machine = machine;
    this.inner = machine.listener;
    this.#innerBits = own - 1;
    for (let site = 0; site < machine.watch.length; site++) machine.watch[site]! |= own;
  }

  /** What the listener behind this one says of an access; false where it did not ask. */
  protected pass(thread: Thread, site: number, address: number, size: number, pc: number): boolean {
    if (this.inner === null || (this.machine.watch[site]! & thread.watchMask & this.#innerBits) === 0) return false;
    return this.inner.access(thread, site, address, size, pc);
  }

  abstract access(thread: Thread, site: number, address: number, size: number, pc: number): boolean;

  synchronised(operation: SyncOperation, threads: readonly Thread[]): void {
    this.inner?.synchronised(operation, threads);
  }

  copied(threads: readonly Thread[], copy: AsyncCopy, share: AsyncCopy): void {
    this.inner?.copied?.(threads, copy, share);
  }

  copiesWaitedFor(threads: readonly Thread[], copies: readonly number[], reads = false): void {
    this.inner?.copiesWaitedFor?.(threads, copies, reads);
  }

  proxiesFenced(thread: Thread, memory: OrderedMemory): void {
    this.inner?.proxiesFenced?.(thread, memory);
  }

  handedOn(token: number, thread: Thread): void {
    this.inner?.handedOn?.(token, thread);
  }

  copiesDone(token: number, thread: Thread, copies: readonly number[]): void {
    this.inner?.copiesDone?.(token, thread, copies);
  }

  takenOver(token: number, threads: readonly Thread[]): void {
    this.inner?.takenOver?.(token, threads);
  }

  exit(thread: Thread): void {
    this.inner?.exit(thread);
  }

  blockStarted(block: BlockState): void {
    this.inner?.blockStarted(block);
  }
}
