/**
 * A clock per lock and scope: what was released at device scope, and what was released at block scope in each block.
 * A release and an acquire see each other when one of them has device scope or both stand in one block.
 */
import type { Row } from './clock.ts';

interface Scoped {
  device: Row | null;
  blocks: Map<number, Row> | null;
}

export class ScopedClocks {
  readonly #locks: (Scoped | undefined)[] = [];
  readonly #threadsPerBlock: number;

  constructor(threadsPerBlock: number) {
    this.#threadsPerBlock = threadsPerBlock;
  }

  get(lock: number, thread: number, wide: boolean): Row | null {
    const scoped = this.#locks[lock];
    if (scoped === undefined) return null;
    return wide ? scoped.device : (scoped.blocks?.get(this.#blockOf(thread)) ?? null);
  }

  set(lock: number, thread: number, wide: boolean, row: Row): void {
    let scoped = this.#locks[lock];
    if (scoped === undefined) {
      scoped = { device: null, blocks: null };
      this.#locks[lock] = scoped;
    }
    if (wide) scoped.device = row;
    else {
      scoped.blocks ??= new Map();
      scoped.blocks.set(this.#blockOf(thread), row);
    }
  }

  /** All rows that an acquire by `thread` sees. */
  each(lock: number, thread: number, wide: boolean, take: (row: Row, thread: number) => void): void {
    const scoped = this.#locks[lock];
    if (scoped === undefined) return;
    if (scoped.device !== null) take(scoped.device, thread);
    if (scoped.blocks === null) return;
    if (wide) for (const row of scoped.blocks.values()) take(row, thread);
    else {
      const row = scoped.blocks.get(this.#blockOf(thread));
      if (row !== undefined) take(row, thread);
    }
  }

  #blockOf(thread: number): number {
    return Math.floor(thread / this.#threadsPerBlock);
  }
}
