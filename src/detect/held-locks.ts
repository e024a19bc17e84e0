/** Which locks a thread held at an access that is over: those it holds now, taken back through the window. */
import { QuietDetector } from './detector.ts';
import { Event, type Window } from './window.ts';

/** Locks whose scope is remembered. */
const MAX_LOCKS = 1 << 16;
/** Locks told of one access. */
const MAX_TOLD = 8;

// The scopes that a lock was acquired at, as bits.
const AT_BLOCK = 1;
const AT_DEVICE = 2;

export interface LockFact {
  /** Of the lock's variable, or the number by which an explicit one is called. */
  readonly address: number;
  /** The block whose shared memory holds the lock, or -1. */
  readonly block: number;
  /** How it was acquired in the launch up to here. */
  readonly scope: 'block' | 'device' | 'both';
}

interface LockSource {
  /** The numbers of the locks that a thread holds now. */
  held(thread: number): readonly number[];
  /** Where the variable of a lock lies. */
  variable(lock: number): { readonly address: number; readonly block: number };
}

export class HeldLocks extends QuietDetector {
  readonly #window: Window;
  readonly #locks: LockSource;
  readonly #scopes = new Map<number, number>();

  constructor(window: Window, locks: LockSource) {
    super();
    this.#window = window;
    this.#locks = locks;
  }

  override acquire(_thread: number, lock: number, wide: boolean): void {
    const before = this.#scopes.get(lock);
    if (before === undefined && this.#scopes.size >= MAX_LOCKS) return;
    this.#scopes.set(lock, (before ?? 0) | (wide ? AT_DEVICE : AT_BLOCK));
  }

  /** At the access that the window took last. */
  now(thread: number): readonly LockFact[] {
    return this.#facts(this.#locks.held(thread));
  }

  /** At the last access of the thread at this site; null when the window does not know it any more. */
  lastAt(thread: number, site: number): readonly LockFact[] | null {
    return this.#heldAt(thread, (record) => this.#window.isAccess(record, thread, site));
  }

  /** At an event of a record in the window. */
  atRecord(thread: number, record: number): readonly LockFact[] {
    return this.#heldAt(thread, (at) => at === record) ?? [];
  }

  /** Goes back from now to the record for which `isWanted` holds, undoing acquires and releases on the way. */
  #heldAt(thread: number, isWanted: (record: number) => boolean): readonly LockFact[] | null {
    const held = new Set(this.#locks.held(thread));
    for (let i = this.#window.length - 1; i >= 0; i--) {
      if (isWanted(i)) return this.#facts(held);
      const change = this.#window.lockChange(i, thread);
      if (change === null) continue;
      if (change.type === Event.acquire) held.delete(change.lock);
      else held.add(change.lock);
    }
    return null;
  }

  #facts(numbers: Iterable<number>): LockFact[] {
    return [...numbers].slice(0, MAX_TOLD).map((lock) => {
      const scopes = this.#scopes.get(lock);
      const scope = scopes === AT_BLOCK ? 'block' : scopes === (AT_BLOCK | AT_DEVICE) ? 'both' : 'device';
      return { ...this.#locks.variable(lock), scope };
    });
  }
}
