/** A block of a running grid: its threads, its shared memory, and who waits for whom in it. */
import { SHARED_BASE, SHARED_STRIDE } from './address-space.ts';
import type { SharedVariable } from './lower/program-context.ts';
import type { Page } from './paged-memory.ts';
import type { Thread } from './thread.ts';

export class BlockState {
  readonly linear: number;
  readonly coordinates: readonly [number, number, number];
  readonly threads: Thread[] = [];
  /** Threads that have not ended. */
  live = 0;
  /** Threads waiting at a barrier or exchange of their warp. */
  waitingInWarps = 0;
  /** Threads waiting at an asynchronous copy, or at a wait for one, which the whole block makes together. */
  atCopyCall: Thread[] = [];
  readonly #shared: readonly SharedVariable[];
  /** Pages of shared variables, by number; made when first touched. */
  readonly pages: (Page | null)[];
  /** Threads waiting at a block barrier, by barrier number; `arrived` counts those that did not wait as well. */
  readonly barriers = new Map<
    number,
    { waiting: Thread[]; arrived: number; needed: number; readonly token: number; handedOn: boolean }
  >();
  /** Bytes charged to the memory budget for it. */
  bytes = 0;

  constructor(linear: number, gridDim: readonly [number, number, number], shared: readonly SharedVariable[]) {
    const [x, y] = gridDim;
    this.linear = linear;
    this.coordinates = [linear % x, Math.floor(linear / x) % y, Math.floor(linear / (x * y))];
    this.#shared = shared;
    this.pages = shared.map(() => null);
  }

  /** The address of shared variable number `index` in this block. */
  sharedAddress(index: number): number {
    return SHARED_BASE + this.linear * SHARED_STRIDE + this.#shared[index]!.offset;
  }
}
