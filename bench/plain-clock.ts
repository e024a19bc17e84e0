/**
 * A vector clock for each thread, with an entry for every thread of the launch: what the clocks for a hierarchy of
 * threads are compared with, in cost and in answers.
 */
import type { Clock, Row } from '../src/detect/clock.ts';
import type { LaunchShape } from '../src/trace/index.ts';

export class PlainClock implements Clock {
  readonly everFine = true;
  readonly common = 0;
  readonly past = 0;
  readonly columns: number;
  private readonly shape: LaunchShape;
  private readonly judgeWeak: boolean;
  private readonly counters: Int32Array;
  /** What happened before each thread's next step. */
  private readonly happens: Row[];
  /** What is ordered before it weakly; a thread's own steps enter at barriers only. */
  private readonly weak: Row[];

  constructor(shape: LaunchShape, judgeWeak: boolean) {
    const { threads } = shape;
    this.shape = shape;
    this.judgeWeak = judgeWeak;
    this.columns = threads;
    this.counters = new Int32Array(threads).fill(1);
    this.happens = Array.from({ length: threads }, () => new Int32Array(threads));
    this.weak = judgeWeak ? Array.from({ length: threads }, () => new Int32Array(threads)) : this.happens;
  }

  enter(): void {}

  now(thread: number): number {
    return this.counters[thread]!;
  }

  before(thread: number, counter: number, by: number): boolean {
    return thread === by || this.weak[by]![thread]! >= counter;
  }

  happenedBefore(thread: number, counter: number, by: number): boolean {
    return thread === by || this.happens[by]![thread]! >= counter;
  }

  blockBarrier(block: number): void {
    const first = block * this.shape.threadsPerBlock;
    this.meet(Array.from({ length: this.shape.threadsPerBlock }, (_, i) => first + i));
  }

  warpBarrier(firstThread: number, mask: number): void {
    const threads: number[] = [];
    for (let lane = 0; lane < 32; lane++) if ((mask & (1 << lane)) !== 0) threads.push(firstThread + lane);
    if (threads.length > 1) this.meet(threads);
  }

  gridBarrier(): void {
    this.meet(Array.from(this.counters.keys()));
  }

  private meet(threads: readonly number[]): void {
    const joined = new Int32Array(this.columns);
    for (const thread of threads) {
      raise(joined, this.happens[thread]!);
      joined[thread] = this.counters[thread]!;
    }
    for (const thread of threads) {
      this.happens[thread]!.set(joined);
      if (this.judgeWeak) this.weak[thread]!.set(joined);
      this.counters[thread]!++;
    }
  }

  learn(thread: number, row: Row): void {
    raise(this.happens[thread]!, row);
  }

  learnWeak(thread: number, row: Row, from = 0): void {
    raise(this.weak[thread]!, row, from);
  }

  tell(thread: number, row: Row | null): Row {
    const result = row ?? new Int32Array(this.columns);
    raise(result, this.happens[thread]!);
    result[thread] = this.counters[thread]!;
    return result;
  }

  tellWeak(thread: number, row: Row | null): Row {
    const result = row ?? new Int32Array(this.columns);
    raise(result, this.weak[thread]!);
    return result;
  }

  advance(thread: number): void {
    this.counters[thread]!++;
  }
}

function raise(row: Row, other: Row, from = 0): void {
  for (let i = 0; i < row.length; i++) if (other[from + i]! > row[i]!) row[i] = other[from + i]!;
}
