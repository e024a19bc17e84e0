/**
 * Nested transactions over logs. A pass that only explores (what one iteration of a loop changes) keeps nothing of what it
 * logs; an attempt (to unroll a loop) keeps it if it succeeds, and takes it back entry by entry if it fails.
 */

/** A log that holds each entry once. */
interface DistinctLog<T> {
  /** @returns whether it is a new entry */
  add(entry: T): boolean;
  delete(entry: T): void;
}

export class Journal {
  /** How many passes that keep nothing are under way, one within the other. */
  #explorations = 0;
  #attempts = 0;
  /** What takes back, last entry first, what was logged since the outermost attempt began. */
  readonly #undo: (() => void)[] = [];
  #told = 0;

  /** How often it was told of something, also by passes that only explore: it never goes back. */
  get told(): number {
    return this.#told;
  }

  /** Something happens that no log holds. */
  touch(): void {
    this.#told++;
  }

  /** Runs a pass that only explores: a transaction that is aborted whatever comes of it, so that nothing is logged at all. */
  explore<T>(pass: () => T): T {
    this.#explorations++;
    try {
      return pass();
    } finally {
      this.#explorations--;
    }
  }

  /** True while nothing is logged. */
  get isExploring(): boolean {
    return this.#explorations > 0;
  }

  /** Runs an attempt, and commits what it logs unless it fails, which it says by returning null. */
  attempt<T>(pass: () => T | null): T | null {
    const mark = this.#begin();
    let isFailed = false;
    try {
      const result = pass();
      isFailed = result === null;
      return result;
    } finally {
      // An execution that is cut short by an error keeps what it has come to.
      if (isFailed) this.#abort(mark);
      else this.#commit();
    }
  }

  #begin(): number {
    this.#attempts++;
    return this.#undo.length;
  }

  #commit(): void {
    if (--this.#attempts === 0) this.#undo.length = 0;
  }

  #abort(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()!();
    this.#attempts--;
  }

  /** @param make asked only if the entry is kept; null: there is nothing to add */
  append<T>(log: T[], make: () => T | null): void {
    this.#told++;
    const entry = this.#explorations > 0 ? null : make();
    if (entry === null) return;
    log.push(entry);
    this.#onAbort(() => log.pop());
  }

  add<T>(log: DistinctLog<T>, entry: T): void {
    this.#told++;
    if (this.#explorations > 0 || !log.add(entry)) return;
    this.#onAbort(() => log.delete(entry));
  }

  /** @param make asked only if the entry is kept; given what stands there so far */
  update<K, V>(log: Map<K, V>, key: K, make: (old: V | undefined) => V): void {
    this.#told++;
    if (this.#explorations > 0) return;
    const old = log.get(key);
    log.set(key, make(old));
    this.#onAbort(() => (old === undefined ? log.delete(key) : log.set(key, old)));
  }

  #onAbort(undo: () => void): void {
    if (this.#attempts > 0) this.#undo.push(undo);
  }
}
