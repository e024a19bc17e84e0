/**
 * Registers of threads. The threads of a block share one buffer, in which each has a window; a thread that recurses
 * deeper than its window gets a larger buffer of its own.
 */
import type { Faults } from './faults.ts';
import type { Memory } from './paged-memory.ts';
import type { RegisterViews, Thread } from './thread.ts';

/** Registers that a thread may have before its recursion counts as endless (512 KiB). */
const MAX_WINDOW = 65_536;

const REGISTER_BYTES = 8;

export class RegisterFile {
  /** Registers of a thread when nothing recurses. */
  readonly windowSize: number;
  readonly #threadsPerBlock: number;
  readonly #memory: Memory;
  readonly #faults: Faults;
  /** Buffers of blocks that have ended. */
  readonly #free: RegisterViews[] = [];

  constructor(windowSize: number, threadsPerBlock: number, memory: Memory, faults: Faults) {
    this.windowSize = windowSize;
    this.#threadsPerBlock = threadsPerBlock;
    this.#memory = memory;
    this.#faults = faults;
  }

  get bytesPerThread(): number {
    return this.windowSize * REGISTER_BYTES;
  }

  /** Registers for the threads of a block; what is in them is left over. */
  take(): RegisterViews {
    return this.#free.pop() ?? views(this.#threadsPerBlock * this.windowSize);
  }

  /** Gives back the registers of a block whose threads have all ended. */
  release(threads: readonly Thread[]): void {
    const words = this.#threadsPerBlock * this.windowSize * 2;
    const first = threads.find(({ I }) => I.length === words);
    if (first !== undefined) this.#free.push({ I: first.I, X: first.X, F: first.F });
  }

  /** Gives a thread a larger window of registers of its own; false, with an error, when it recurses too deep. */
  grow(thread: Thread, more: number): boolean {
    const used = thread.windowEnd - thread.window;
    const needed = thread.frame - thread.window + more;
    let size = used * 2;
    while (size < needed) size *= 2;
    if (needed > MAX_WINDOW) {
      this.#faults.report(thread, 'stack-overflow', 'calls itself too deep');
      return false;
    }
    this.#memory.charge(size * REGISTER_BYTES);
    thread.block.bytes += size * REGISTER_BYTES;
    const { I, X, F } = views(size);
    I.set(thread.I.subarray(thread.window << 1, thread.windowEnd << 1));
    thread.frame -= thread.window;
    thread.window = 0;
    thread.windowEnd = size;
    thread.I = I;
    thread.X = X;
    thread.F = F;
    return true;
  }
}

function views(registers: number): RegisterViews {
  const F = new Float64Array(registers);
  return { I: new Int32Array(F.buffer), X: new Float32Array(F.buffer), F };
}
