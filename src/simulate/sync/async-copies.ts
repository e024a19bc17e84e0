/**
 * Copies that a block makes together (OpenCL's `async_work_group_copy`), and the waits for them. All threads of the block
 * have to come to the call, as they have to come to a barrier, but it orders no memory; here the copy is made when the
 * last one is there, which is one of the times at which it may be. What it races with is up to the listener, which hears
 * of the call and of the wait.
 */

import type { SyncOperation } from '../bytecode/micro-operations.ts';
import type { Machine } from '../machine.ts';
import type { Thread } from '../thread.ts';

export type AsyncCopyOperation = Extract<SyncOperation, { kind: 'async-copy' }>;

/** A copy that takes place; `index` tells the copies of a run apart. */
export interface AsyncCopy {
  readonly index: number;
  readonly readSite: number;
  readonly writeSite: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly elementBytes: number;
  /** Bytes from one element to the next. */
  readonly readStep: number;
  readonly writeStep: number;
}

/** An access of one element, or of all where they lie side by side. */
export interface CopyPart {
  readonly site: number;
  readonly address: number;
  readonly size: number;
}

/** Element-wise accesses beyond so many are not listed one by one. */
const MAX_PARTS = 65_536;

export function partsOf(copy: AsyncCopy): CopyPart[] {
  const side = (site: number, start: number, step: number): CopyPart[] => {
    if (copy.count === 0) return [];
    if (step === copy.elementBytes) return [{ site, address: start, size: copy.count * copy.elementBytes }];
    return Array.from({ length: Math.min(copy.count, MAX_PARTS) }, (_, i) => ({
      site,
      address: start + i * step,
      size: copy.elementBytes,
    }));
  };
  return [...side(copy.readSite, copy.from, copy.readStep), ...side(copy.writeSite, copy.to, copy.writeStep)];
}

const EVENT_BYTES = 8;

export class AsyncCopies {
  readonly #machine: Machine;
  /** Copies of each event, by the event's number. */
  readonly #events = new Map<number, number[]>();
  #nextCopy = 0;
  #nextEvent = 1;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** All threads have come to the call. @returns the event, or null with an error. */
  copy(operation: AsyncCopyOperation, threads: readonly Thread[]): number | null {
    const machine = this.#machine;
    const first = threads[0]!;
    const [to, from] = [this.#pointer(first, 0), this.#pointer(first, 1)];
    const count = this.#size(first, 2);
    const stride = operation.strided ? this.#size(first, 3) : 1;
    const given = this.#size(first, operation.strided ? 4 : 3);
    const last = operation.strided ? 4 : 3;
    for (const thread of threads) {
      let same = this.#pointer(thread, 0) === to && this.#pointer(thread, 1) === from;
      for (let i = 2; i <= last; i++) same &&= this.#size(thread, i) === this.#size(first, i);
      if (same) continue;
      machine.fail(thread, 'trap', 'calls a group copy with other arguments than the other threads of its block');
      return null;
    }
    const { elementBytes, toGlobal, readSite, writeSite } = operation;
    const far = stride * elementBytes;
    const copy: AsyncCopy = {
      index: this.#nextCopy++,
      readSite,
      writeSite,
      from,
      to,
      count,
      elementBytes,
      readStep: toGlobal ? elementBytes : far,
      writeStep: toGlobal ? far : elementBytes,
    };
    if (!machine.copyElements(first, copy)) return null;
    const event = given === 0 ? this.#nextEvent++ : given;
    const copies = this.#events.get(event);
    if (copies) copies.push(copy.index);
    else this.#events.set(event, [copy.index]);
    machine.listener?.copied?.(threads, copy);
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
      this.#machine.fail(thread, 'trap', 'waits for other events than the other threads of its block');
      return false;
    }
    const copies = events.flatMap((event) => this.#events.get(event) ?? []);
    for (const event of events) this.#events.delete(event);
    this.#machine.listener?.copiesWaitedFor?.(threads, copies);
    return true;
  }

  #list(thread: Thread): number[] | null {
    const { I } = thread;
    const length = I[this.#word(thread, 0)]!;
    const start = this.#pointer(thread, 1);
    const events: number[] = [];
    const { code } = this.#machine.executable;
    const site = this.#machine.executable.syncs[code[thread.pc + 1]!]!;
    if (site.kind !== 'wait-async-copies') return null;
    for (let i = 0; i < length; i++) {
      const bytes = this.#machine.readBytes(thread, start + EVENT_BYTES * i, EVENT_BYTES, site.readSite);
      if (bytes === null) return null;
      events.push(new DataView(bytes.buffer).getUint32(0, true));
    }
    return events;
  }

  #word(thread: Thread, index: number): number {
    return (thread.frame << 1) + this.#machine.executable.code[thread.pc + 3 + index]!;
  }

  #pointer(thread: Thread, index: number): number {
    return thread.F[this.#word(thread, index) >> 1]!;
  }

  #size(thread: Thread, index: number): number {
    const word = this.#word(thread, index);
    return (thread.I[word + 1]! >>> 0) * 4294967296 + (thread.I[word]! >>> 0);
  }
}
