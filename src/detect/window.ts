/** The last events of a launch, kept for reordering. What is older counts as done, in the order observed. */
import type { Detector } from './detector.ts';

export const Event = {
  access: 0,
  acquire: 1,
  release: 2,
  /** A section that ended without a fence; it excludes nobody. */
  abandon: 3,
  publish: 4,
  observe: 5,
  barrier: 6,
} as const;

const CAPACITY = 4096;

/** One event of one thread, or a barrier of several. */
export interface WindowEvent {
  readonly type: number;
  /** The thread, or the first one of a barrier. */
  readonly thread: number;
  /** Threads of a barrier: those of the bits of `mask` above `thread`, or `count` of them when `mask` is 0. */
  readonly mask: number;
  readonly count: number;
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  /** The block of shared memory, or -1. */
  readonly block: number;
  readonly site: number;
  readonly lock: number;
  readonly wide: boolean;
}

const NOTHING = { mask: 1, count: 0, kind: 0, from: 0, to: 0, block: -1, site: -1, lock: 0, wide: true };

/** Entries as they come, one per warp instruction; they become events when somebody asks. */
export class Window implements Detector {
  /** Entries that were dropped at the front. */
  dropped = 0;
  length = 0;
  private readonly type = new Uint8Array(CAPACITY);
  private readonly kind = new Uint8Array(CAPACITY);
  private readonly wide = new Uint8Array(CAPACITY);
  private readonly thread = new Int32Array(CAPACITY);
  private readonly mask = new Int32Array(CAPACITY);
  private readonly size = new Int32Array(CAPACITY);
  private readonly stride = new Int32Array(CAPACITY);
  private readonly site = new Int32Array(CAPACITY);
  /** Block of shared memory, lock, or number of threads. */
  private readonly extra = new Int32Array(CAPACITY);
  private readonly address = new Float64Array(CAPACITY);
  /** Called when the older half is about to be dropped. */
  private readonly full: () => void;
  private readonly threadsPerBlock: number;
  private readonly threads: number;

  constructor(threadsPerBlock: number, threads: number, full: () => void) {
    this.full = full;
    this.threadsPerBlock = threadsPerBlock;
    this.threads = threads;
  }

  access(
    kind: number,
    thread: number,
    mask: number,
    address: number,
    stride: number,
    size: number,
    site: number,
    block: number,
  ): void {
    const i = this.add(Event.access, thread, mask, block, true);
    this.kind[i] = kind;
    this.address[i] = address;
    this.stride[i] = stride;
    this.size[i] = size;
    this.site[i] = site;
  }

  acquire(thread: number, lock: number, wide: boolean): void {
    this.add(Event.acquire, thread, 1, lock, wide);
  }

  release(thread: number, lock: number, wide: boolean): void {
    this.add(Event.release, thread, 1, lock, wide);
  }

  abandon(thread: number, lock: number): void {
    this.add(Event.abandon, thread, 1, lock, true);
  }

  publish(thread: number, variable: number, wide: boolean): void {
    this.add(Event.publish, thread, 1, variable, wide);
  }

  observe(thread: number, variable: number, wide: boolean): void {
    this.add(Event.observe, thread, 1, variable, wide);
  }

  fence(): void {}

  barrier(block: number): void {
    this.add(Event.barrier, block * this.threadsPerBlock, 0, this.threadsPerBlock, true);
  }

  warpBarrier(thread: number, mask: number): void {
    this.add(Event.barrier, thread, mask, 0, true);
  }

  gridBarrier(): void {
    this.add(Event.barrier, 0, 0, this.threads, true);
  }

  exit(): void {}
  end(): void {}

  /** The events of an entry, one per lane. */
  events(entry: number): WindowEvent[] {
    const i = entry;
    const type = this.type[i]!;
    const thread = this.thread[i]!;
    const mask = this.mask[i]!;
    const wide = this.wide[i] === 1;
    if (type === Event.barrier) return [{ ...NOTHING, type, thread, mask, count: this.extra[i]! }];
    if (type !== Event.access) return [{ ...NOTHING, type, thread, lock: this.extra[i]!, wide }];
    const events: WindowEvent[] = [];
    for (let lane = 0; lane < 32; lane++) {
      if ((mask & (1 << lane)) === 0) continue;
      const from = this.address[i]! + lane * this.stride[i]!;
      events.push({
        ...NOTHING,
        type,
        thread: thread + lane,
        kind: this.kind[i]!,
        from,
        to: from + this.size[i]!,
        block: this.extra[i]!,
        site: this.site[i]!,
      });
    }
    return events;
  }

  private add(type: number, thread: number, mask: number, extra: number, wide: boolean): number {
    if (this.length === CAPACITY) {
      this.full();
      this.slide();
    }
    const i = this.length++;
    this.type[i] = type;
    this.thread[i] = thread;
    this.mask[i] = mask;
    this.extra[i] = extra;
    this.wide[i] = wide ? 1 : 0;
    return i;
  }

  private slide(): void {
    const half = CAPACITY / 2;
    for (const array of [this.type, this.kind, this.wide, this.thread, this.mask, this.size, this.stride, this.site]) {
      array.copyWithin(0, half);
    }
    this.extra.copyWithin(0, half);
    this.address.copyWithin(0, half);
    this.length -= half;
    this.dropped += half;
  }
}
