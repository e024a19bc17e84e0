/**
 * Vector clocks for a hierarchy of threads (PreDataR, Section 5.2, taken further).
 *
 * Every thread has one counter. A block barrier lifts the counters of its block to one value (forced compression), so
 * what a block barrier, a warp barrier or a grid barrier orders is one comparison with the base of the block, the warp
 * or the grid; most kernels never need more. A row with entries for single threads exists only where a thread has
 * acquired something since the last barrier; threads without one share the row of their block. Columns of rows are
 * given out when somebody releases: one for the thread, one for its block, one for its warp. What a part of a warp
 * knows of its lanes after a `__syncwarp` with a mask lies in a 32×32 matrix of the warp.
 *
 * Two rows per thread, when asked for: what happens before (HB), and what is ordered by GWCP. Barriers order everything
 * for both, so bases and matrices are shared.
 */
import type { LaunchShape } from '../trace/index.ts';
import type { Clock, Row } from './clock.ts';
import { OutOfBudget } from './detector.ts';

/** All rows of a launch together, in entries of 4 bytes. */
const MAX_ROW_ENTRIES = 1 << 26;
const FIRST_CAPACITY = 16;
const LANES = 32;
/** Entries that a thread of a block with state of its own costs. */
const FINE_COST = 8;

class FineClock {
  /** Own counters; those of the block or warp count when they are higher. */
  readonly counter: Int32Array;
  readonly warpBase: Int32Array;
  readonly matrix: (Int32Array | null)[];
  readonly before: (Row | null)[];
  readonly weak: (Row | null)[];
  /** Column + 1. */
  readonly column: Int32Array;
  readonly warpColumn: Int32Array;
  warpColumns = 0;
  /** Has a warp of the block, or a part of one, met? */
  warpBarriers = false;
  /** Local numbers of threads with a counter or a row of their own. */
  readonly touched: number[] = [];
  readonly isTouched: Uint8Array;

  constructor(threads: number, warps: number) {
    this.counter = new Int32Array(threads);
    this.warpBase = new Int32Array(warps);
    this.matrix = new Array<Int32Array | null>(warps).fill(null);
    this.before = new Array<Row | null>(threads).fill(null);
    this.weak = new Array<Row | null>(threads).fill(null);
    this.column = new Int32Array(threads);
    this.warpColumn = new Int32Array(warps);
    this.isTouched = new Uint8Array(threads);
  }
}

class BlockClock {
  /** Everything in the block with a lower counter happened before everything the block does now. */
  base: number;
  /** The highest counter in the block. */
  top: number;
  /** What all threads of the block know of others; the same for both relations, as barriers order for both. */
  row: Row | null = null;
  fine: FineClock | null = null;
  /** Column + 1. */
  column = 0;

  constructor(base: number) {
    this.base = base;
    this.top = base;
  }
}

export class HierarchyClock implements Clock {
  everFine = false;
  columns = 0;

  // The current thread's surroundings, set by `enter`.
  common = 1;
  #base = 1;
  #fine: FineClock | null = null;
  #first = 0;
  #endThread = 0;
  #block: BlockClock;
  #blockNumber = -1;

  readonly #shape: LaunchShape;
  /** Races are judged by the weak relation (GWCP) instead of happens-before. */
  readonly #judgeWeak: boolean;
  readonly #blocks: BlockClock[] = [];
  #gridBase = 1;
  #gridTop = 1;
  #capacity = FIRST_CAPACITY;
  #entries = 0;

  constructor(shape: LaunchShape, judgeWeak: boolean) {
    this.#shape = shape;
    this.#judgeWeak = judgeWeak;
    this.#block = new BlockClock(1);
  }

  get past(): number {
    const only = this.#shape.blocks === 1 ? this.#blocks[0] : undefined;
    return only === undefined ? this.#gridBase : Math.max(this.#gridBase, only.base);
  }

  enter(thread: number): void {
    if (thread >= this.#first && thread < this.#endThread) return;
    this.#enterBlock(Math.floor(thread / this.#shape.threadsPerBlock));
  }

  #enterBlock(number: number): BlockClock {
    if (number === this.#blockNumber) return this.#block;
    let block = this.#blocks[number];
    if (block === undefined) {
      block = new BlockClock(this.#gridBase);
      this.#blocks[number] = block;
    } else if (block.base < this.#gridBase) this.#compress(block, this.#gridBase, null);
    this.#block = block;
    this.#blockNumber = number;
    this.#base = block.base;
    this.#fine = block.fine;
    this.common = block.fine === null ? block.base : 0;
    this.#first = number * this.#shape.threadsPerBlock;
    this.#endThread = this.#first + this.#shape.threadsPerBlock;
    return block;
  }

  now(thread: number): number {
    const fine = this.#fine;
    const base = this.#base;
    if (fine === null) return base;
    const local = thread - this.#first;
    const own = fine.counter[local]!;
    const now = Math.max(own, base);
    return fine.warpBarriers ? Math.max(now, fine.warpBase[(local / this.#shape.warpSize) | 0]!) : now;
  }

  before(thread: number, counter: number, by: number): boolean {
    return this.#ordered(thread, counter, by, this.#judgeWeak);
  }

  happenedBefore(thread: number, counter: number, by: number): boolean {
    return this.#ordered(thread, counter, by, false);
  }

  #ordered(thread: number, counter: number, by: number, weak: boolean): boolean {
    if (counter < this.#gridBase) return true;
    if (thread >= this.#first && thread < this.#endThread) {
      if (counter < this.#base || thread === by) return true;
      if (this.#fine === null) return false;
    } else if (this.#fine === null && this.#block.row === null) return false;
    return this.#orderedFine(thread, counter, by, weak);
  }

  #orderedFine(thread: number, counter: number, by: number, weak: boolean): boolean {
    const fine = this.#fine;
    const first = this.#first;
    const local = by - first;
    let row = this.#block.row;
    if (fine === null) return row !== null && this.#orderedElsewhere(thread, counter, row);
    row = (weak ? fine.weak[local]! : fine.before[local]!) ?? row;
    if (thread < first || thread >= this.#endThread)
      return row !== null && this.#orderedElsewhere(thread, counter, row);
    const other = thread - first;
    if (row !== null) {
      const column = fine.column[other]!;
      if (column !== 0 && at(row, column - 1) >= counter) return true;
      if (fine.warpColumns > 0) {
        const warpColumn = fine.warpColumn[(other / this.#shape.warpSize) | 0]!;
        if (warpColumn !== 0 && at(row, warpColumn - 1) >= counter) return true;
      }
    }
    return fine.warpBarriers && this.#orderedInWarp(fine, other, counter, local);
  }

  /** What barriers of the warp, or of parts of it, order. */
  #orderedInWarp(fine: FineClock, other: number, counter: number, local: number): boolean {
    const { warpSize } = this.#shape;
    const warp = (local / warpSize) | 0;
    if (((other / warpSize) | 0) !== warp) return false;
    if (counter < fine.warpBase[warp]!) return true;
    const matrix = fine.matrix[warp]!;
    return matrix !== null && matrix[(local - warp * warpSize) * LANES + (other - warp * warpSize)]! >= counter;
  }

  /** Is what a thread of another block did known by a row? */
  #orderedElsewhere(thread: number, counter: number, row: Row): boolean {
    const { warpSize, threadsPerBlock } = this.#shape;
    const number = Math.floor(thread / threadsPerBlock);
    const block = this.#blocks[number];
    if (block === undefined) return false;
    if (block.column !== 0 && at(row, block.column - 1) >= counter) return true;
    if (block.fine === null) return false;
    const other = thread - number * threadsPerBlock;
    const column = block.fine.column[other]!;
    if (column !== 0 && at(row, column - 1) >= counter) return true;
    const warpColumn = block.fine.warpColumn[(other / warpSize) | 0]!;
    return warpColumn !== 0 && at(row, warpColumn - 1) >= counter;
  }

  blockBarrier(number: number): void {
    const block = this.#enterBlock(number);
    let row = block.row;
    if (block.fine !== null) {
      for (const local of block.fine.touched) {
        const own = block.fine.before[local]!;
        if (own !== null) row = this.#joined(row, own);
      }
    }
    this.#compress(block, block.top + 1, row);
    this.#base = block.base;
    if (block.fine === null) this.common = block.base;
  }

  gridBarrier(): void {
    this.#gridBase = this.#gridTop + 1;
    this.#gridTop = this.#gridBase;
    this.#blockNumber = -1;
    this.#first = 0;
    this.#endThread = 0;
  }

  /** One value for the whole block: what was known of single threads is implied by the base. */
  #compress(block: BlockClock, base: number, row: Row | null): void {
    const { fine } = block;
    if (fine !== null) {
      for (const local of fine.touched) {
        fine.counter[local] = 0;
        for (const rows of [fine.before, fine.weak]) {
          const own = rows[local]!;
          if (own !== null && own !== row) this.#entries -= own.length;
          rows[local] = null;
        }
        fine.isTouched[local] = 0;
      }
      fine.touched.length = 0;
    }
    if (block.row !== null && block.row !== row) this.#entries -= block.row.length;
    block.row = row;
    block.base = base;
    this.#raise(block, base);
  }

  warpBarrier(firstThread: number, mask: number): void {
    this.enter(firstThread);
    const block = this.#block;
    const first = this.#first;
    const { warpSize, threadsPerBlock } = this.#shape;
    const firstLocal = firstThread - first;
    const warp = (firstLocal / warpSize) | 0;
    const lanes = Math.min(warpSize, threadsPerBlock - firstLocal);
    const all = lanes === LANES ? -1 : (1 << lanes) - 1;
    if ((mask & (mask - 1)) === 0) return;
    const fine = this.#refine(block);
    fine.warpBarriers = true;
    let row: Row | null = null;
    let hasRow = false;
    let highest = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const local = firstLocal + 31 - Math.clz32(rest & -rest);
      highest = Math.max(highest, this.now(first + local));
      const own = fine.before[local]!;
      if (own === null) continue;
      row = this.#joined(row, own);
      hasRow = true;
    }
    if (hasRow && block.row !== null) row = this.#joined(row, block.row);
    if (mask === all) {
      fine.warpBase[warp] = highest + 1;
      this.#raise(block, highest + 1);
    } else this.#meet(fine, block, warp, firstLocal, mask);
    if (row === null) return;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const local = firstLocal + 31 - Math.clz32(rest & -rest);
      this.#touch(fine, local);
      fine.before[local] = this.#joined(fine.before[local]!, row);
      if (this.#judgeWeak) fine.weak[local] = this.#joined(fine.weak[local]!, row);
    }
    this.#entries -= row.length;
  }

  /** A barrier of some lanes: each learns what the others know of the lanes of the warp. */
  #meet(fine: FineClock, block: BlockClock, warp: number, firstLocal: number, mask: number): void {
    let matrix = fine.matrix[warp]!;
    if (matrix === null) {
      matrix = this.#allocate(LANES * LANES);
      fine.matrix[warp] = matrix;
    }
    const known = new Int32Array(LANES);
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest);
      for (let other = 0; other < LANES; other++) known[other] = Math.max(known[other]!, matrix[lane * LANES + other]!);
      known[lane] = Math.max(known[lane]!, this.now(this.#first + firstLocal + lane));
    }
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest);
      matrix.set(known, lane * LANES);
      this.#tick(fine, block, firstLocal + lane);
    }
  }

  learn(thread: number, row: Row): void {
    this.enter(thread);
    const fine = this.#refine(this.#block);
    const local = thread - this.#first;
    this.#touch(fine, local);
    fine.before[local] = this.#joined(fine.before[local] ?? this.#block.row, row, fine.before[local] === null);
  }

  learnWeak(thread: number, row: Row, from = 0, length = row.length): void {
    this.enter(thread);
    const fine = this.#refine(this.#block);
    const local = thread - this.#first;
    this.#touch(fine, local);
    const own = fine.weak[local]!;
    fine.weak[local] = this.#joined(own ?? this.#block.row, row, own === null, from, length);
  }

  tell(thread: number, row: Row | null): Row {
    this.enter(thread);
    const fine = this.#refine(this.#block);
    const local = thread - this.#first;
    const known = fine.before[local] ?? this.#block.row;
    let column = fine.column[local]!;
    if (column === 0) {
      column = ++this.columns;
      fine.column[local] = column;
    }
    let result = this.#tellBases(fine, local, known === null ? row : this.#joined(row, known));
    result = this.#sized(result, column);
    result[column - 1] = Math.max(result[column - 1]!, this.now(thread));
    return result;
  }

  tellWeak(thread: number, row: Row | null): Row {
    this.enter(thread);
    const fine = this.#refine(this.#block);
    const local = thread - this.#first;
    const known = fine.weak[local] ?? this.#block.row;
    return this.#sized(this.#tellBases(fine, local, known === null ? row : this.#joined(row, known)), 0);
  }

  /** What barriers ordered before the thread, as columns that other blocks and warps can read. */
  #tellBases(fine: FineClock, local: number, row: Row | null): Row | null {
    const block = this.#block;
    const { warpSize } = this.#shape;
    let result = row;
    if (this.#shape.blocks > 1 && block.base > this.#gridBase) {
      if (block.column === 0) block.column = ++this.columns;
      result = this.#raised(result, block.column, block.base - 1);
    }
    const warp = (local / warpSize) | 0;
    if (fine.warpBase[warp]! > block.base) {
      if (fine.warpColumn[warp] === 0) {
        fine.warpColumn[warp] = ++this.columns;
        fine.warpColumns++;
      }
      result = this.#raised(result, fine.warpColumn[warp]!, fine.warpBase[warp]! - 1);
    }
    const matrix = fine.matrix[warp]!;
    if (matrix !== null) {
      const own = (local - warp * warpSize) * LANES;
      const lanes = Math.min(warpSize, this.#shape.threadsPerBlock - warp * warpSize);
      for (let lane = 0; lane < lanes; lane++) {
        const known = matrix[own + lane]!;
        if (known < block.base) continue;
        const other = warp * warpSize + lane;
        if (fine.column[other] === 0) fine.column[other] = ++this.columns;
        result = this.#raised(result, fine.column[other]!, known);
      }
    }
    return result;
  }

  advance(thread: number): void {
    this.enter(thread);
    this.#tick(this.#refine(this.#block), this.#block, thread - this.#first);
  }

  #tick(fine: FineClock, block: BlockClock, local: number): void {
    const next = this.now(this.#first + local) + 1;
    fine.counter[local] = next;
    this.#touch(fine, local);
    this.#raise(block, next);
  }

  #raise(block: BlockClock, counter: number): void {
    if (counter >= 0x7ffffff0) throw new OutOfBudget('more synchronisation than counters of 32 bits can tell apart');
    if (counter > block.top) block.top = counter;
    if (counter > this.#gridTop) this.#gridTop = counter;
  }

  #touch(fine: FineClock, local: number): void {
    if (fine.isTouched[local] === 1) return;
    fine.isTouched[local] = 1;
    fine.touched.push(local);
  }

  #refine(block: BlockClock): FineClock {
    if (block.fine === null) {
      this.#reserve(this.#shape.threadsPerBlock * FINE_COST);
      block.fine = new FineClock(this.#shape.threadsPerBlock, this.#shape.warpsPerBlock);
      this.everFine = true;
    }
    this.#fine = block.fine;
    this.common = 0;
    return block.fine;
  }

  /** Joins `other` into `into`, in place when that is large enough and not somebody else's. */
  #joined(into: Row | null, other: Row, shared = false, from = 0, length = other.length): Row {
    let result = into;
    if (result === null || shared || result.length < length) {
      const wider = this.#allocate(Math.max(this.#capacity, length, result === null ? 0 : result.length));
      if (result !== null) {
        wider.set(result);
        if (!shared) this.#entries -= result.length;
      }
      result = wider;
    }
    raiseTo(result, other, from, length);
    return result;
  }

  #raised(row: Row | null, column: number, counter: number): Row {
    const result = this.#sized(row, column);
    if (counter > result[column - 1]!) result[column - 1] = counter;
    return result;
  }

  #sized(row: Row | null, columns: number): Row {
    while (this.#capacity < columns) this.#capacity *= 2;
    if (row !== null && row.length >= columns) return row;
    const wider = this.#allocate(this.#capacity);
    if (row !== null) {
      wider.set(row);
      this.#entries -= row.length;
    }
    return wider;
  }

  #allocate(entries: number): Row {
    this.#reserve(entries);
    return new Int32Array(entries);
  }

  #reserve(entries: number): void {
    this.#entries += entries;
    if (this.#entries > MAX_ROW_ENTRIES) {
      throw new OutOfBudget('threads that synchronise one by one need more than 256 MiB of vector clocks');
    }
  }
}

/** The higher one of each pair of entries. Without a branch, as nobody can predict which one it is. */
function raiseTo(row: Row, other: Row, from: number, length: number): void {
  for (let i = 0; i < length; i++) {
    const entry = row[i]!;
    const less = entry - other[from + i]!;
    row[i] = entry - (less & (less >> 31));
  }
}

function at(row: Row, column: number): number {
  return column < row.length ? row[column]! : 0;
}
