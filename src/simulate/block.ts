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
  readonly #gridDim: readonly [number, number, number];
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
    this.#gridDim = gridDim;
    this.#shared = shared;
    this.pages = shared.map(() => null);
  }

  /** The linear numbers of the blocks of its cluster, by rank; those that the grid does not have are left out. */
  cluster([cx, cy, cz]: readonly [number, number, number]): number[] {
    const [gx, gy, gz] = this.#gridDim;
    const [x0, y0, z0] = [this.coordinates[0], this.coordinates[1], this.coordinates[2]];
    const [x1, y1, z1] = [x0 - (x0 % cx), y0 - (y0 % cy), z0 - (z0 % cz)];
    const blocks: number[] = [];
    for (let z = z1; z < Math.min(gz, z1 + cz); z++) {
      for (let y = y1; y < Math.min(gy, y1 + cy); y++) {
        for (let x = x1; x < Math.min(gx, x1 + cx); x++) blocks.push(x + gx * (y + gy * z));
      }
    }
    return blocks;
  }

  /** The number of its cluster: that of the first of its blocks. */
  clusterNumber(size: readonly [number, number, number]): number {
    return this.cluster(size)[0]!;
  }

  /** The address of shared variable number `index` in this block. */
  sharedAddress(index: number): number {
    return SHARED_BASE + this.linear * SHARED_STRIDE + this.#shared[index]!.offset;
  }
}
