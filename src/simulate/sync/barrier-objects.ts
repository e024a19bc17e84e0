/**
 * Barriers that lie in memory (`cuda::barrier`): a count, and phases that end when so many threads have arrived. Arriving
 * and waiting are two things; who waits for a phase comes after all that arrived in it. State is kept by address, the
 * memory itself holds the count.
 */
import type { Thread } from '../thread.ts';
import type { SyncMachine } from './sync-machine.ts';

/** `cuda::barrier` in memory: its count. */
const OBJECT_BYTES = 8;
/** Phases whose tokens are remembered: nobody may wait for an older one than the last. */
const REMEMBERED = 2;

interface BarrierObject {
  readonly expected: number;
  arrived: number;
  phase: number;
  /** What orders the threads of a phase, by phase. */
  readonly tokens: Map<number, number>;
  waiting: { readonly thread: Thread; readonly phase: number }[];
}

export class BarrierObjects {
  readonly #machine: SyncMachine;
  readonly #newToken: () => number;
  readonly #objects = new Map<number, BarrierObject>();

  constructor(machine: SyncMachine, newToken: () => number) {
    this.#machine = machine;
    this.#newToken = newToken;
  }

  init(thread: Thread, address: number, expected: number): boolean {
    if (expected < 1) {
      this.#machine.faults.report(thread, 'trap', `makes a barrier for ${expected} threads`);
      return false;
    }
    const tokens = new Map([[0, this.#newToken()]]);
    this.#objects.set(address, { expected, arrived: 0, phase: 0, tokens, waiting: [] });
    return true;
  }

  /** The number of the phase arrived at, and who may go on because of it; null with an error. */
  arrive(thread: Thread, address: number): { readonly phase: number; readonly released: readonly Thread[] } | null {
    const object = this.#at(thread, address);
    if (object === null) return null;
    const { phase } = object;
    const token = object.tokens.get(phase)!;
    this.#machine.listener?.handedOn?.(token, thread);
    object.arrived++;
    if (object.arrived < object.expected) return { phase, released: [] };
    object.arrived = 0;
    object.phase++;
    object.tokens.set(object.phase, this.#newToken());
    object.tokens.delete(object.phase - REMEMBERED);
    const released = object.waiting.filter((waiter) => waiter.phase === phase).map((waiter) => waiter.thread);
    object.waiting = object.waiting.filter((waiter) => waiter.phase !== phase);
    if (released.length > 0) this.#machine.listener?.takenOver?.(token, released);
    return { phase, released };
  }

  /** True when the phase is over; else the thread is among those that wait. Null with an error. */
  wait(thread: Thread, address: number, phase: number): boolean | null {
    const object = this.#at(thread, address);
    if (object === null) return null;
    if (phase >= object.phase) {
      object.waiting.push({ thread, phase });
      return false;
    }
    const token = object.tokens.get(phase);
    if (token === undefined) {
      this.#machine.faults.report(thread, 'trap', 'waits for a phase of a barrier that has been over for long');
      return null;
    }
    this.#machine.listener?.takenOver?.(token, [thread]);
    return true;
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
