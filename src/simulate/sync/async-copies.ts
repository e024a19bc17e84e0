/**
 * Copies that a block makes together (OpenCL's `async_work_group_copy`), and the waits for them. All threads of the block
 * have to come to the call, as they have to come to a barrier, but it orders no memory; here the copy is made when the
 * last one is there, which is one of the times at which it may be. What it races with is up to the listener, which hears
 * of the call and of the wait.
 */

import type { SyncOperation } from '../bytecode/micro-operations.ts';
import type { Thread } from '../thread.ts';
import type { SyncMachine } from './sync-machine.ts';
import type { SyncOperands } from './sync-operands.ts';

export type AsyncCopyOperation = Extract<SyncOperation, { kind: 'async-copy' }>;

/**
 * When what is copied is read and written: at any time up to a wait; at once; or it is over at once, and may have begun with
 * the kernel.
 */
export type CopyTiming = 'up-to-wait' | 'at-once' | 'stale';

/** A copy that takes place; `index` tells the copies of a run apart. */
export interface AsyncCopy {
  readonly index: number;
  readonly timing: CopyTiming;
  /** It goes another way to memory than what threads do themselves. */
  readonly isAsync: boolean;
  readonly readSite: number;
  readonly writeSite: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Elements that are read; behind them there are zeros. */
  readonly readCount: number;
  readonly elementBytes: number;
  /** Bytes from one element to the next. */
  readonly readStep: number;
  readonly writeStep: number;
  /** What it touches, if that is at no such steps. */
  readonly pieces?: { readonly site: number; readonly list: readonly Piece[] };
}

export interface Piece {
  readonly address: number;
  readonly size: number;
}

/** An access of one element, or of all where they lie side by side. */
export interface CopyPart extends Piece {
  readonly site: number;
}

/** Element-wise accesses beyond so many are not listed one by one. */
const MAX_PARTS = 65_536;

export function partsOf(copy: AsyncCopy): CopyPart[] {
  const side = (site: number, start: number, step: number, count: number): CopyPart[] => {
    if (count === 0) return [];
    if (step === copy.elementBytes) return [{ site, address: start, size: count * copy.elementBytes }];
    return Array.from({ length: Math.min(count, MAX_PARTS) }, (_, i) => ({
      site,
      address: start + i * step,
      size: copy.elementBytes,
    }));
  };
  const { pieces } = copy;
  return [
    ...(pieces?.list ?? []).map((piece) => ({ ...piece, site: pieces!.site })),
    ...side(copy.readSite, copy.from, copy.readStep, copy.readCount),
    ...side(copy.writeSite, copy.to, copy.writeStep, copy.count),
  ];
}

/** `event_t` in memory. */
const EVENT_BYTES = 8;

export class AsyncCopies {
  readonly #machine: SyncMachine;
  readonly #operands: SyncOperands;
  /** Copies of each event, by the event's number. */
  readonly #events = new Map<number, number[]>();
  #nextCopy = 0;
  #nextEvent = 1;

  constructor(machine: SyncMachine, operands: SyncOperands) {
    this.#machine = machine;
    this.#operands = operands;
  }

  /** All threads have come to the call. @returns the event, or null with an error. */
  copy(operation: AsyncCopyOperation, threads: readonly Thread[]): number | null {
    const machine = this.#machine;
    const operands = this.#operands;
    const first = threads[0]!;
    const [to, from] = [operands.pointer(first, 0), operands.pointer(first, 1)];
    const count = operands.count(first, 2);
    const stride = operation.strided ? operands.count(first, 3) : 1;
    const last = operation.strided ? 4 : 3;
    const given = operands.count(first, last);
    for (const thread of threads) {
      let same = operands.pointer(thread, 0) === to && operands.pointer(thread, 1) === from;
      for (let i = 2; i <= last; i++) same &&= operands.count(thread, i) === operands.count(first, i);
      if (same) continue;
      const what = 'calls an asynchronous copy with other arguments than the other threads of its block';
      machine.faults.report(thread, 'trap', what);
      return null;
    }
    const { elementBytes, toGlobal, readSite, writeSite } = operation;
    const far = stride * elementBytes;
    const copy: AsyncCopy = {
      index: this.#nextCopy++,
      timing: 'up-to-wait',
      isAsync: false,
      readSite,
      writeSite,
      from,
      to,
      count,
      readCount: count,
      elementBytes,
      readStep: toGlobal ? elementBytes : far,
      writeStep: toGlobal ? far : elementBytes,
    };
    if (!machine.operations.copyElements(first, copy)) return null;
    const event = given === 0 ? this.#nextEvent++ : given;
    const copies = this.#events.get(event);
    if (copies) copies.push(copy.index);
    else this.#events.set(event, [copy.index]);
    machine.listener?.copied?.(threads, copy, copy);
    return event;
  }

  /** All threads have come to the wait. @returns false with an error. */
  wait(threads: readonly Thread[]): boolean {
    const first = threads[0]!;
    const events = this.#list(first);
    if (events === null) return false;
    for (const thread of threads) {
      const own = this.#list(thread);
      if (own === null) return false;
      if (own.length === events.length && own.every((event, i) => event === events[i])) continue;
      this.#machine.faults.report(thread, 'trap', 'waits for other events than the other threads of its block');
      return false;
    }
    const copies = events.flatMap((event) => this.#events.get(event) ?? []);
    for (const event of events) this.#events.delete(event);
    this.#machine.listener?.copiesWaitedFor?.(threads, copies);
    return true;
  }

  /** The events that a thread waits for; null with an error. */
  #list(thread: Thread): number[] | null {
    const operation = this.#operands.operation(thread);
    if (operation.kind !== 'wait-async-copies') return null;
    const length = this.#operands.word(thread, 0);
    const start = this.#operands.pointer(thread, 1);
    const events: number[] = [];
    for (let i = 0; i < length; i++) {
      const at = start + EVENT_BYTES * i;
      const bytes = this.#machine.operations.readBytes(thread, at, EVENT_BYTES, operation.readSite);
      if (bytes === null) return null;
      events.push(new DataView(bytes.buffer).getUint32(0, true));
    }
    return events;
  }
}
