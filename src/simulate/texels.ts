/**
 * The memory of images and surfaces. How large they are is not known: each has a region of its own, in which rows get their places as
 * they are asked for.
 */
import { REGION_STRIDE } from './address-space.ts';
import type { Faults } from './faults.ts';
import type { Memory, MemoryObject } from './paged-memory.ts';
import type { Thread } from './thread.ts';

/** Bytes that a row has room for, more than those of any image, and the largest texel behind them. */
const ROW_BYTES = 2 ** 21;
const LARGEST_TEXEL = 16;
const MOST_ROWS = REGION_STRIDE / 2 / ROW_BYTES;

/** Bytes from the start of a row, the row, the slice. */
export type TexelPlace = readonly [column: number, row: number, slice: number];

export class Texels {
  readonly #memory: Memory;
  readonly #faults: Faults;
  /** By what names them; rows by their place and that of their slice. */
  readonly #regions = new Map<number, { readonly region: MemoryObject; readonly rows: Map<string, number> }>();

  constructor(memory: Memory, faults: Faults) {
    this.#memory = memory;
    this.#faults = faults;
  }

  /**
   * The address of a texel; null, with an error, where there is none.
   * @param name tells images and surfaces apart
   * @param isClamped what lies before the first edge is at it
   */
  address(thread: Thread, name: number, place: TexelPlace, isClamped: boolean): number | null {
    const [column, row, slice] = isClamped ? (place.map((at) => Math.max(0, at)) as [number, number, number]) : place;
    if (column < 0 || row < 0 || slice < 0) {
      this.#faults.report(thread, 'out-of-bounds', `a texel at (${column}, ${row}, ${slice}) is outside`);
      return null;
    }
    const known = this.#regions.get(name);
    const region = known?.region ?? this.#memory.addRegion('global', 'texels', null);
    const rows = known?.rows ?? new Map<string, number>();
    const key = `${row} ${slice}`;
    const number = rows.get(key) ?? rows.size;
    if (region === null || column > ROW_BYTES - LARGEST_TEXEL || number >= MOST_ROWS) {
      this.#faults.report(thread, 'memory-budget', 'images and surfaces have more texels than there are addresses for');
      return null;
    }
    rows.set(key, number);
    this.#regions.set(name, { region, rows });
    return region.origin + number * ROW_BYTES + column;
  }
}
