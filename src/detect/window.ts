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
  fence: 7,
} as const;

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
  /** Of an access: atomic or volatile. */
  readonly strong: boolean;
  /** Of a release: the thread had acquired the lock. */
  readonly held: boolean;
  /** Of a fence, as the trace has them: which memory it orders. */
  readonly flags: number;
}

const NOTHING = {
  mask: 1,
  count: 0,
  kind: 0,
  from: 0,
  to: 0,
  block: -1,
  site: -1,
  lock: 0,
  wide: true,
  strong: false,
  held: false,
  flags: 0,
};

/** Entries as they come, one per warp instruction; they become events when somebody asks. */
export class Window implements Detector {
  /** Entries that were dropped at the front. */
  dropped = 0;
  length = 0;
  readonly #capacity: number;
  readonly #type: Uint8Array;
  readonly #kind: Uint8Array;
  readonly #wide: Uint8Array;
  readonly #thread: Int32Array;
  readonly #mask: Int32Array;
  readonly #size: Int32Array;
  readonly #stride: Int32Array;
  readonly #site: Int32Array;
  /** Block of shared memory, lock, number of threads, or flags of a fence. */
  readonly #extra: Int32Array;
  readonly #address: Float64Array;
  /** Called when the older half is about to be dropped. */
  readonly #full: () => void;
  readonly #threadsPerBlock: number;
  readonly #threads: number;

  constructor(threadsPerBlock: number, threads: number, capacity: number, full: () => void) {
    this.#full = full;
    this.#capacity = capacity;
    this.#type = new Uint8Array(capacity);
    this.#kind = new Uint8Array(capacity);
    this.#wide = new Uint8Array(capacity);
    this.#thread = new Int32Array(capacity);
    this.#mask = new Int32Array(capacity);
    this.#size = new Int32Array(capacity);
    this.#stride = new Int32Array(capacity);
    this.#site = new Int32Array(capacity);
    this.#extra = new Int32Array(capacity);
    this.#address = new Float64Array(capacity);
    this.#threadsPerBlock = threadsPerBlock;
    this.#threads = threads;
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
    strong: boolean,
  ): void {
    const i = this.#add(Event.access, thread, mask, block, strong);
    this.#kind[i] = kind;
    this.#address[i] = address;
    this.#stride[i] = stride;
    this.#size[i] = size;
    this.#site[i] = site;
  }

  acquire(thread: number, lock: number, wide: boolean): void {
    this.#add(Event.acquire, thread, 1, lock, wide);
  }

  release(thread: number, lock: number, wide: boolean, held: boolean): void {
    const i = this.#add(Event.release, thread, 1, lock, wide);
    this.#kind[i] = held ? 1 : 0;
  }

  abandon(thread: number, lock: number): void {
    this.#add(Event.abandon, thread, 1, lock, true);
  }

  publish(thread: number, variable: number, wide: boolean): void {
    this.#add(Event.publish, thread, 1, variable, wide);
  }

  observe(thread: number, variable: number, wide: boolean): void {
    this.#add(Event.observe, thread, 1, variable, wide);
  }

  fence(thread: number, wide: boolean, flags: number): void {
    this.#add(Event.fence, thread, 1, flags, wide);
  }

  barrier(block: number): void {
    this.#add(Event.barrier, block * this.#threadsPerBlock, 0, this.#threadsPerBlock, true);
  }

  warpBarrier(thread: number, mask: number): void {
    this.#add(Event.barrier, thread, mask, 0, true);
  }

  gridBarrier(): void {
    this.#add(Event.barrier, 0, 0, this.#threads, true);
  }

  exit(): void {}
  end(): void {}

  /** Is the record an access of the thread at this site? */
  isAccess(record: number, thread: number, site: number): boolean {
    if (this.#type[record] !== Event.access || this.#site[record] !== site) return false;
    const lane = thread - this.#thread[record]!;
    return lane >= 0 && lane < 32 && (this.#mask[record]! & (1 << lane)) !== 0;
  }

  /** How the record changes the locks that the thread holds, if it does. */
  lockChange(record: number, thread: number): { readonly type: number; readonly lock: number } | null {
    const type = this.#type[record]!;
    if (type < Event.acquire || type > Event.abandon || this.#thread[record] !== thread) return null;
    if (type === Event.release && this.#kind[record] === 0) return null;
    return { type, lock: this.#extra[record]! };
  }

  /** The events of an entry, one per lane. */
  events(entry: number): WindowEvent[] {
    const i = entry;
    const type = this.#type[i]!;
    const thread = this.#thread[i]!;
    const mask = this.#mask[i]!;
    const wide = this.#wide[i] === 1;
    if (type === Event.barrier) return [{ ...NOTHING, type, thread, mask, count: this.#extra[i]! }];
    if (type === Event.fence) return [{ ...NOTHING, type, thread, wide, flags: this.#extra[i]! }];
    if (type !== Event.access) {
      const held = type === Event.release && this.#kind[i] === 1;
      return [{ ...NOTHING, type, thread, lock: this.#extra[i]!, wide, held }];
    }
    const events: WindowEvent[] = [];
    for (let lane = 0; lane < 32; lane++) {
      if ((mask & (1 << lane)) === 0) continue;
      const from = this.#address[i]! + lane * this.#stride[i]!;
      events.push({
        ...NOTHING,
        type,
        thread: thread + lane,
        kind: this.#kind[i]!,
        from,
        to: from + this.#size[i]!,
        block: this.#extra[i]!,
        site: this.#site[i]!,
        strong: wide,
      });
    }
    return events;
  }

  #add(type: number, thread: number, mask: number, extra: number, wide: boolean): number {
    if (this.length === this.#capacity) {
      this.#full();
      this.#slide();
    }
    const i = this.length++;
    this.#type[i] = type;
    this.#thread[i] = thread;
    this.#mask[i] = mask;
    this.#extra[i] = extra;
    this.#wide[i] = wide ? 1 : 0;
    return i;
  }

  #slide(): void {
    const half = this.#capacity >> 1;
    for (const array of [
      this.#type,
      this.#kind,
      this.#wide,
      this.#thread,
      this.#mask,
      this.#size,
      this.#stride,
      this.#site,
    ]) {
      array.copyWithin(0, half);
    }
    this.#extra.copyWithin(0, half);
    this.#address.copyWithin(0, half);
    this.length -= half;
    this.dropped += half;
  }
}
