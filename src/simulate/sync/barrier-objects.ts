/**
 * Barriers that lie in memory (PTX's mbarrier, `cuda::barrier`): a phase is over when so many have arrived in it and so many
 * bytes have been copied. Arriving and waiting are two things; who waits for a phase comes after all that arrived in it, and
 * after the copies that it waited for. Such copies are made as late as they may be: when somebody waits and nothing else is
 * left to wait for. State is kept by address, the memory itself holds the count.
 */
import type { Thread } from '../thread.ts';
import type { SyncMachine } from './sync-machine.ts';

/** A barrier object in memory: its count. */
const OBJECT_BYTES = 8;
/** Phases whose tokens are remembered: nobody may wait for an older one than the last. */
const REMEMBERED = 2;

/** Something that goes on by itself, and that a phase of a barrier waits for. */
export interface Bound {
  readonly thread: Thread;
  /** Numbers of its copies. */
  readonly copies: readonly number[];
  /** Makes them. @returns false with an error */
  readonly make: () => boolean;
  /** What the phase waits for: bytes, or an arrival. */
  readonly bytes: number | null;
  /** What its thread knew when it began is known to whoever waits for the phase. */
  readonly isHandedOn?: true;
}

interface BarrierObject {
  expected: number;
  /** Arrivals that are missing. */
  pending: number;
  /** Bytes that are missing; fewer than none where copies came before it was said how many there are. */
  bytes: number;
  phase: number;
  /** What orders the threads of a phase, by phase. */
  readonly tokens: Map<number, number>;
  waiting: { readonly thread: Thread; readonly phase: number }[];
  /** What is under way, oldest first. */
  readonly bound: Bound[];
}

export class BarrierObjects {
  readonly #machine: SyncMachine;
  readonly #newToken: () => number;
  readonly #resume: (thread: Thread) => void;
  readonly #objects = new Map<number, BarrierObject>();

  /** @param resume lets a thread go on that has waited */
  constructor(machine: SyncMachine, newToken: () => number, resume: (thread: Thread) => void) {
    this.#machine = machine;
    this.#newToken = newToken;
    this.#resume = resume;
  }

  /** @returns false with an error */
  init(thread: Thread, address: number, expected: number): boolean {
    if (expected < 1) {
      this.#machine.faults.report(thread, 'trap', `makes a barrier for ${expected} threads`);
      return false;
    }
    const tokens = new Map([[0, this.#newToken()]]);
    const counts = { expected, pending: expected, bytes: 0, phase: 0 };
    this.#objects.set(address, { ...counts, tokens, waiting: [], bound: [] });
    return true;
  }

  invalidate(address: number): void {
    this.#objects.delete(address);
  }

  /** @returns the number of the phase arrived at; null with an error */
  arrive(thread: Thread, address: number, count: number): number | null {
    const object = this.#at(thread, address);
    if (object === null) return null;
    const { phase } = object;
    if (count > object.pending) {
      this.#machine.faults.report(thread, 'trap', 'arrives at a barrier that waits for fewer arrivals in this phase');
      return null;
    }
    this.#machine.listener?.handedOn?.(object.tokens.get(phase)!, thread);
    object.pending -= count;
    return this.#advanced(object) ? phase : null;
  }

  /** Arrives for the last time. @returns the number of the phase arrived at; null with an error */
  drop(thread: Thread, address: number): number | null {
    const object = this.#at(thread, address);
    if (object === null) return null;
    object.expected--;
    return this.arrive(thread, address, 1);
  }

  /** @returns false with an error */
  expect(thread: Thread, address: number, bytes: number): boolean {
    const object = this.#at(thread, address);
    if (object === null) return false;
    object.bytes += bytes;
    return this.#advanced(object);
  }

  /** The phase waits for a copy. @param isCounted its arrival is among those that are waited for anyway. @returns false with an error */
  bind(address: number, bound: Bound, isCounted: boolean): boolean {
    const object = this.#at(bound.thread, address);
    if (object === null) return false;
    if (bound.isHandedOn) this.#machine.listener?.handedOn?.(object.tokens.get(object.phase)!, bound.thread);
    if (bound.bytes === null && !isCounted) object.pending++;
    object.bound.push(bound);
    return this.#advanced(object);
  }

  /** True when the phase is over; else the thread is among those that wait. Null with an error. */
  wait(thread: Thread, address: number, phase: number): boolean | null {
    const isOver = this.test(thread, address, phase);
    if (isOver === false) this.#objects.get(address)!.waiting.push({ thread, phase });
    return isOver;
  }

  /** The phase of this parity that is over, or is the current one. Null with an error. */
  phaseOf(thread: Thread, address: number, parity: number): number | null {
    const object = this.#at(thread, address);
    if (object === null) return null;
    return (object.phase & 1) === (parity & 1) ? object.phase : object.phase - 1;
  }

  /** True when the phase is over. Null with an error. */
  test(thread: Thread, address: number, phase: number): boolean | null {
    const object = this.#at(thread, address);
    if (object === null) return null;
    if (phase === object.phase && !this.#settled(object)) return null;
    if (phase >= object.phase) return false;
    const token = object.tokens.get(phase);
    // The phase before the first is over.
    if (token === undefined && phase >= 0) {
      this.#machine.faults.report(thread, 'trap', 'waits for a phase of a barrier that has been over for long');
      return null;
    }
    if (token !== undefined) this.#machine.listener?.takenOver?.(token, [thread]);
    return true;
  }

  /** Something has come to the object. @returns false with an error */
  #advanced(object: BarrierObject): boolean {
    if (object.pending === 0 && object.bytes === 0) this.#begin(object);
    return object.waiting.length === 0 || this.#settled(object);
  }

  /** Makes copies that the phase waits for, when it waits for nothing else. @returns false with an error */
  #settled(object: BarrierObject): boolean {
    const { bound, phase } = object;
    while (bound.length > 0 && object.phase === phase) {
      const arrivals = bound.filter(({ bytes }) => bytes === null).length;
      if (object.pending > arrivals) return true;
      const { thread, copies, make, bytes } = bound.shift()!;
      if (bytes !== null && object.pending === 0 && object.bytes > 0 && bytes > object.bytes) {
        // The phase expects a part of the bytes and is over with that; the next one finds the rest.
        bound.unshift({ thread, copies, make, bytes: bytes - object.bytes });
        object.bytes = 0;
        this.#begin(object);
        return true;
      }
      if (!make()) return false;
      this.#machine.listener?.copiesDone?.(object.tokens.get(phase)!, thread, copies);
      if (bytes === null) object.pending--;
      else object.bytes -= bytes;
      if (object.pending === 0 && object.bytes === 0) this.#begin(object);
    }
    return true;
  }

  /** The next phase begins. */
  #begin(object: BarrierObject): void {
    const { phase } = object;
    object.pending = object.expected;
    object.phase++;
    object.tokens.set(object.phase, this.#newToken());
    object.tokens.delete(object.phase - REMEMBERED);
    const released = object.waiting.filter((waiter) => waiter.phase === phase).map((waiter) => waiter.thread);
    object.waiting = object.waiting.filter((waiter) => waiter.phase !== phase);
    if (released.length > 0) this.#machine.listener?.takenOver?.(object.tokens.get(phase)!, released);
    for (const thread of released) this.#resume(thread);
  }

  /** The object; one that a constructor has made is in memory only. */
  #at(thread: Thread, address: number): BarrierObject | null {
    const known = this.#objects.get(address);
    if (known !== undefined) return known;
    const bytes = this.#machine.addresses.peek(thread, address, OBJECT_BYTES);
    const expected = bytes === null ? 0 : Number(new DataView(bytes.buffer).getBigInt64(0, true));
    if (expected < 1) {
      this.#machine.faults.report(thread, 'trap', 'uses a barrier that nobody has made');
      return null;
    }
    return this.init(thread, address, expected) ? this.#objects.get(address)! : null;
  }
}
