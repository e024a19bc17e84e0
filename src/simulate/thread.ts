/** A thread: its registers, its place in the code, its local memory. It can stop at any operation and go on later. */
import type { BlockState } from './block.ts';
import type { SimulationError } from './errors.ts';
import type { Page } from './paged-memory.ts';

export type ThreadState = 'ready' | 'waiting' | 'done';

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

  constructor(
    linear: number,
    block: BlockState,
    index: number,
    warpSize: number,
    views: { I: Int32Array; X: Float32Array; F: Float64Array },
    window: number,
    windowEnd: number,
  ) {
    this.linear = linear;
    this.block = block;
    this.index = index;
    this.warp = Math.floor(index / warpSize);
    this.lane = index % warpSize;
    this.I = views.I;
    this.X = views.X;
    this.F = views.F;
    this.window = window;
    this.windowEnd = windowEnd;
    this.frame = window;
    this.pc = 0;
  }
}
