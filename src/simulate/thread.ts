/** A thread: its registers, its place in the code, its local memory. It can stop at any operation and go on later. */
import type { BlockState } from './block.ts';
import type { SimulationError } from './errors.ts';
import type { Page } from './paged-memory.ts';

export type ThreadState = 'ready' | 'waiting' | 'done';

/** Views of one buffer of 64-bit registers: as words, as floats, as doubles. */
export interface RegisterViews {
  readonly I: Int32Array;
  readonly X: Float32Array;
  readonly F: Float64Array;
}

/** Which thread it is: of which block, its number there and in the grid. */
export interface ThreadPlace {
  readonly block: BlockState;
  readonly index: number;
  readonly linear: number;
  readonly warpSize: number;
}

export class Thread {
  /** Linear number in the grid. */
  readonly linear: number;
  readonly block: BlockState;
  /** Linear number in the block. */
  readonly index: number;
  readonly warp: number;
  readonly lane: number;
  /** Views of one buffer: words, floats, doubles. */
  I: Int32Array;
  X: Float32Array;
  F: Float64Array;
  /** The thread's registers within the views: first register, and the one behind the last. */
  window: number;
  windowEnd: number;
  /** The current frame's first register. */
  frame: number;
  pc: number;
  /** Local memory in use: start of the frame's part, end. */
  localFrame = 0;
  localTop = 0;
  local: Page | null = null;
  /** IR instructions executed so far. */
  steps = 0;
  state: ThreadState = 'ready';
  /** Which sites report to the listener; see `ExecutionListener`. */
  watchMask = 0;
  error: SimulationError | null = null;
  /** In lockstep: what a copy has read and not written yet. */
  copied: Uint8Array<ArrayBuffer> | null = null;
  /** The sync operation it waits in (an address of code), or -1. */
  waitingAt = -1;

  /** @param registers of its block; its own are those from `window` to `windowEnd`, exclusive */
  constructor(
    { block, index, linear, warpSize }: ThreadPlace,
    registers: RegisterViews,
    window: number,
    windowEnd: number,
  ) {
    this.linear = linear;
    this.block = block;
    this.index = index;
    this.warp = Math.floor(index / warpSize);
    this.lane = index % warpSize;
    this.I = registers.I;
    this.X = registers.X;
    this.F = registers.F;
    this.window = window;
    this.windowEnd = windowEnd;
    this.frame = window;
    this.pc = 0;
  }
}
