/**
 * How many barriers the thread has passed, the barrier interval that it is in, and how many groups of asynchronous copies it
 * has closed and waited for. The counts are kept like variables of the
 * thread, in a pseudo object of its memory, so that joins and loops treat them as they treat any variable.
 */
import type { CopyQueue } from '../intrinsics/index.ts';
import type { Int, Terms } from '../terms/index.ts';
import type {
  BarrierInterval,
  CopyGroups,
  GroupCounts,
  PartialBarrier,
  PartialBarrierCount,
  WarpCounts,
} from './kernel-model.ts';
import { type LocalContent, type MemoryObject, type Value, withSlot } from './memory.ts';
import { contentOf, type State, withContent } from './state.ts';

/** The pseudo object. */
export const BARRIER_COUNTERS = 0;
/** Where the counts lie in it. OpenCL's barriers may order shared memory, global memory or images only. */
const OFFSET = {
  block: 0,
  blockGlobal: 8,
  warp: 16,
  warpGlobal: 24,
  grid: 32,
  blockImage: 40,
  warpImage: 48,
  exchanges: 56,
} as const;
/** Behind them: two counts for each partial barrier. */
const PARTIAL_COUNTS = 64;
/** Partial barriers that one kernel may have. */
const PARTIAL_LIMIT = 16;
/** Behind these: the groups of each queue that the thread has closed, those that may be under way, and those that may still read. */
const GROUP_COUNTS = PARTIAL_COUNTS + 16 * PARTIAL_LIMIT;
const QUEUES: readonly CopyQueue[] = ['plain', 'bulk', 'wgmma', 'tcgen05', 'tensor-load', 'tensor-store', 'vector'];

function groupOffsets(queue: CopyQueue): {
  readonly closed: number;
  readonly pending: number;
  readonly reading: number;
} {
  const closed = GROUP_COUNTS + 24 * QUEUES.indexOf(queue);
  return { closed, pending: closed + 8, reading: closed + 16 };
}

/** Something for each queue. */
export function eachQueue<What>(of: (queue: CopyQueue) => What): Readonly<Record<CopyQueue, What>> {
  return Object.fromEntries(QUEUES.map((queue) => [queue, of(queue)])) as Record<CopyQueue, What>;
}

/** Does a slot count barriers, and what waits for them? Exchanges of values between lanes order nothing: no loop is gone through for them. */
export function countsBarriers({ object, offset }: { readonly object: number; readonly offset: number }): boolean {
  return object === BARRIER_COUNTERS && offset !== OFFSET.exchanges;
}

/** Barriers that are counted for themselves. */
export type Counter = keyof typeof OFFSET;

/** What a barrier of the whole block orders. */
export const BLOCK_WIDE: readonly Counter[] = ['block', 'blockGlobal'];
/** What a barrier of the whole warp orders. */
export const WARP_WIDE: readonly Counter[] = ['warp', 'warpGlobal'];

export class BarrierCounters {
  readonly #terms: Terms;
  /** By what tells them apart. They are what slots stand for, and stay when a pass that met them is taken back. */
  readonly #partial = new Map<string, PartialBarrier>();
  readonly #zero: Value;
  /** Before the first group is closed or waited for all counts are zero. */
  #hasGroups = false;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#zero = countValue(terms.zero);
  }

  /** The pseudo object before any barrier. */
  get initial(): LocalContent {
    const offsets: number[] = Object.values(OFFSET);
    offsets.push(...QUEUES.flatMap((queue) => Object.values(groupOffsets(queue))));
    for (let i = 0; i < PARTIAL_LIMIT; i++) offsets.push(partialOffset(i, 'arrived'), partialOffset(i, 'pending'));
    return {
      slots: new Map(offsets.map((o) => [o, { size: 8, value: this.#zero }])),
      isHavocked: false,
      table: null,
      last: null,
    };
  }

  /** The counts that order accesses to the pixels of images: those of barriers whose flags name images. */
  intervalOfImages(state: State): BarrierInterval {
    const [block, warp] = [this.#count(state, OFFSET.blockImage), this.#count(state, OFFSET.warpImage)];
    const exchanges = this.#count(state, OFFSET.exchanges);
    return { block, warp, grid: this.#terms.zero, exchanges, partialBarriers: new Map() };
  }

  /** The counts that order accesses to memory of the given space. */
  interval(state: State, space: MemoryObject['space']): BarrierInterval {
    const isGlobal = space === 'global';
    return {
      block: this.#count(state, OFFSET[isGlobal ? 'blockGlobal' : 'block']),
      warp: this.#count(state, OFFSET[isGlobal ? 'warpGlobal' : 'warp']),
      grid: this.#count(state, OFFSET.grid),
      exchanges: this.#count(state, OFFSET.exchanges),
      partialBarriers: this.partialCounts(state),
    };
  }

  /** How many barriers of its whole warp the thread has passed, by what they order. */
  warpCounts(state: State): WarpCounts {
    return {
      shared: this.#count(state, OFFSET.warp),
      global: this.#count(state, OFFSET.warpGlobal),
      images: this.#count(state, OFFSET.warpImage),
    };
  }

  #count(state: State, offset: number): Int {
    const value = contentOf(state, BARRIER_COUNTERS).slots.get(offset)!.value;
    return value.kind === 'int' ? value.term : this.#terms.zero;
  }

  /** The state behind a barrier. */
  pass(state: State, counters: readonly Counter[]): State {
    let content = contentOf(state, BARRIER_COUNTERS);
    for (const counter of counters) {
      const passed = this.#terms.add(this.#count(state, OFFSET[counter]), this.#terms.one);
      content = withSlot(content, OFFSET[counter], 8, countValue(passed));
    }
    return withContent(state, BARRIER_COUNTERS, content);
  }

  /** A partial barrier by its key, made when it is new. @returns null when the kernel has too many */
  partialBarrier(key: string, members: PartialBarrier['members']): PartialBarrier | null {
    const known = this.#partial.get(key);
    if (known) return known;
    if (this.#partial.size === PARTIAL_LIMIT) return null;
    const barrier = { id: this.#partial.size, members };
    this.#partial.set(key, barrier);
    return barrier;
  }

  get partialBarriers(): readonly PartialBarrier[] {
    return [...this.#partial.values()];
  }

  partialCount(state: State, { id }: PartialBarrier): PartialBarrierCount {
    const arrived = this.#count(state, partialOffset(id, 'arrived'));
    return { arrived, waited: this.#terms.sub(arrived, this.#count(state, partialOffset(id, 'pending'))) };
  }

  withPartialCount(state: State, { id }: PartialBarrier, { arrived, waited }: PartialBarrierCount): State {
    const content = contentOf(state, BARRIER_COUNTERS);
    const come = withSlot(content, partialOffset(id, 'arrived'), 8, this.#counted(arrived));
    const pending = this.#counted(this.#terms.sub(arrived, waited));
    return withContent(state, BARRIER_COUNTERS, withSlot(come, partialOffset(id, 'pending'), 8, pending));
  }

  /** The thread's groups of copies; null where it has closed none. */
  copyGroups(state: State): CopyGroups | null {
    if (!this.#hasGroups) return null;
    const of = (queue: CopyQueue): GroupCounts => {
      const t = this.#terms;
      const offsets = groupOffsets(queue);
      const closed = this.#count(state, offsets.closed);
      const still = (offset: number) => t.sub(closed, this.#count(state, offset));
      return { closed, done: still(offsets.pending), read: still(offsets.reading) };
    };
    const groups = eachQueue(of);
    const areNone = QUEUES.every((queue) => Object.values(groups[queue]).every((count) => count === this.#terms.zero));
    return areNone ? null : groups;
  }

  /** The state behind the end of a group. */
  closeCopyGroup(state: State, queue: CopyQueue): State {
    this.#hasGroups = true;
    const t = this.#terms;
    return Object.values(groupOffsets(queue)).reduce((after, offset) => {
      const content = contentOf(after, BARRIER_COUNTERS);
      const count = this.#counted(t.add(this.#count(after, offset), t.one));
      return withContent(after, BARRIER_COUNTERS, withSlot(content, offset, 8, count));
    }, state);
  }

  /**
   * The state behind a wait after which at most `left` groups are under way. Where it is not plain that there were fewer
   * before, so many may be: that is never too few.
   * @param reads they may still write
   */
  waitForCopyGroups(state: State, left: Int, queue: CopyQueue, reads: boolean): State {
    this.#hasGroups = true;
    const { pending, reading } = groupOffsets(queue);
    return (reads ? [reading] : [pending, reading]).reduce((after, offset) => {
      const before = this.#count(after, offset);
      const more = this.#terms.sub(left, before).range.low;
      const count = more !== null && more >= 0n ? before : left;
      const content = contentOf(after, BARRIER_COUNTERS);
      return withContent(after, BARRIER_COUNTERS, withSlot(content, offset, 8, this.#counted(count)));
    }, state);
  }

  /** A count of zero is always the same value: by that a loop sees that its body leaves it at zero. */
  #counted(term: Int): Value {
    return term === this.#terms.zero ? this.#zero : countValue(term);
  }

  /** The counts of all partial barriers that the thread may have come to. */
  partialCounts(state: State): ReadonlyMap<number, PartialBarrierCount> {
    const counts = new Map<number, PartialBarrierCount>();
    for (const barrier of this.#partial.values()) {
      const count = this.partialCount(state, barrier);
      if (count.arrived !== this.#terms.zero || count.waited !== this.#terms.zero) counts.set(barrier.id, count);
    }
    return counts;
  }
}

/** How often the thread has come, and how many of these phases it has not waited for. */
function partialOffset(id: number, which: 'arrived' | 'pending'): number {
  return PARTIAL_COUNTS + 16 * id + (which === 'arrived' ? 0 : 8);
}

function countValue(term: Int): Value {
  return { kind: 'int', width: 64, term, signedExact: true };
}
