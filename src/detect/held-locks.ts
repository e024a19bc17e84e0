/** Which locks a thread held at an access that is over: those it holds now, taken back through the window. */
import type { Detector } from './detector.ts';
import { Event, type Window } from './window.ts';

/** Locks whose scope is remembered. */
const MAX_LOCKS = 1 << 16;
/** Locks told of one access. */
const MAX_TOLD = 8;

export interface LockFact {
  /** Of the lock's variable, or the number by which an explicit one is called. */
  readonly address: number;
  /** The block whose shared memory holds the lock, or -1. */
  readonly block: number;
  /** How it was acquired in the launch up to here. */
  readonly scope: 'block' | 'device' | 'both';
}

export interface LockSource {
  /** The numbers of the locks that a thread holds now. */
  held(thread: number): readonly number[];
  /** Where the lock of a number lies. */
  place(lock: number): { readonly address: number; readonly block: number };
}

export interface HeldLocks extends Detector {
  /** At the access that the window took last. */
  now(thread: number): readonly LockFact[];
  /** At the last access of the thread at this site; null when the window does not know it any more. */
  lastAt(thread: number, site: number): readonly LockFact[] | null;
  /** At an event of a record in the window. */
  atRecord(thread: number, record: number): readonly LockFact[];
}

export function createHeldLocks(window: Window, locks: LockSource): HeldLocks {
  /** Bit 0: acquired at block scope, bit 1: at device scope. */
  const scopes = new Map<number, number>();
  const nothing = (): void => {};
  const facts = (numbers: Iterable<number>): LockFact[] =>
    [...numbers].slice(0, MAX_TOLD).map((lock) => {
      const known = scopes.get(lock);
      return { ...locks.place(lock), scope: known === 1 ? 'block' : known === 3 ? 'both' : 'device' };
    });

  /** Goes back from now to the record, or to the first for which `found` holds. */
  const back = (thread: number, found: (record: number) => boolean): readonly LockFact[] | null => {
    const held = new Set(locks.held(thread));
    for (let i = window.length - 1; i >= 0; i--) {
      if (found(i)) return facts(held);
      const change = window.lockChange(i, thread);
      if (change === null) continue;
      if (change.type === Event.acquire) held.delete(change.lock);
      else held.add(change.lock);
    }
    return null;
  };
  return {
    now: (thread) => facts(locks.held(thread)),
    lastAt: (thread, site) => back(thread, (record) => window.isAccess(record, thread, site)),
    atRecord: (thread, record) => back(thread, (at) => at === record) ?? [],
    acquire(_thread, lock, wide) {
      const before = scopes.get(lock);
      if (before !== undefined || scopes.size < MAX_LOCKS) scopes.set(lock, (before ?? 0) | (wide ? 2 : 1));
    },
    access: nothing,
    release: nothing,
    abandon: nothing,
    publish: nothing,
    observe: nothing,
    fence: nothing,
    barrier: nothing,
    warpBarrier: nothing,
    gridBarrier: nothing,
    exit: nothing,
    end: nothing,
  };
}
