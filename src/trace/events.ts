/**
 * Events of a trace. Readers hand them on in batches of typed arrays, one entry per warp instruction where the encoding
 * has it so: `thread` is the first thread of the entry, bit i of `mask` stands for thread `thread + i`, which accesses
 * `addr + i * stride`. NDJSON gives entries of one thread (mask 1, stride 0).
 */
import type { TraceHeader } from './header.ts';

export const Op = {
  read: 0,
  write: 1,
  /** Any atomic that is neither a compare-and-swap nor an exchange. */
  atomic: 2,
  cas: 3,
  exchange: 4,
  fence: 5,
  /** Block barrier; `thread` is the first thread of the block. */
  barrier: 6,
  /** `thread` is the first thread of the warp, `mask` says who takes part. */
  warpBarrier: 7,
  gridBarrier: 8,
  /** `addr` is the lock. */
  acquire: 9,
  release: 10,
  exit: 11,
  /** The recorder stopped here (a size limit); what follows in the launch is unknown. */
  cut: 12,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

/** Operations up to this one access memory. */
export const LAST_MEMORY_OP = Op.exchange;

/** The widest access: a part of a bulk copy of one thread. */
export const MAX_ACCESS_BYTES = 4096;

/**
 * Offsets in shared memory are below this. Where a thread accesses that of another block of its cluster, the address is the offset and
 * so many times one more than the number of the block.
 */
export const SHARED_SPAN = 2 ** 24;

/** The address of a place in the shared memory of a block other than the thread's own. */
export function sharedAddress(block: number, offset: number): number {
  return offset + SHARED_SPAN * (1 + block);
}

/** Bits of `flags`. */
export const Flag = {
  /** Two bits, a `ScopeCode`. */
  scope: 0b11,
  shared: 1 << 2,
  volatile: 1 << 3,
  acquire: 1 << 4,
  release: 1 << 5,
  /** A compare-and-swap that did not swap. */
  failed: 1 << 6,
  /** A read or write that is atomic; one that acquires or releases is so in any case. */
  atomic: 1 << 7,
  /** Of a fence, or a barrier of a block or warp: it orders no accesses to global memory. */
  notGlobal: 1 << 2,
  /** The same for shared memory. */
  notShared: 1 << 3,
} as const;

/** Does a fence or barrier with these flags order accesses to shared memory, or else to global memory? */
export function ordersSpace(flags: number, shared: boolean): boolean {
  return (flags & (shared ? Flag.notShared : Flag.notGlobal)) === 0;
}

export const ScopeCode = { block: 0, device: 1, system: 2 } as const;
export type ScopeName = keyof typeof ScopeCode;
export const SCOPE_NAMES: readonly ScopeName[] = ['block', 'device', 'system'];

/** `site` of an event that names none. */
export const NO_SITE = -1;

export interface EventBatch {
  length: number;
  readonly op: Uint8Array;
  readonly flags: Uint8Array;
  readonly thread: Int32Array;
  readonly mask: Int32Array;
  readonly size: Int32Array;
  readonly stride: Int32Array;
  /** Addresses are exact up to 2^53; for `acquire` and `release` the lock. */
  readonly addr: Float64Array;
  readonly site: Int32Array;
}

export const BATCH_CAPACITY = 4096;

export function createBatch(capacity: number = BATCH_CAPACITY): EventBatch {
  return {
    length: 0,
    op: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    thread: new Int32Array(capacity),
    mask: new Int32Array(capacity),
    size: new Int32Array(capacity),
    stride: new Int32Array(capacity),
    addr: new Float64Array(capacity),
    site: new Int32Array(capacity),
  };
}

export type MemoryOrder = 'relaxed' | 'acquire' | 'release' | 'acq_rel';
type Space = 'global' | 'shared';
/** The only memory that a fence or barrier orders. */
export type OrderedSpace = Space | 'none';

/** What a fence or barrier says of memory, as flags; 0: it orders all of it. */
export function orderedSpaceFlags(space: OrderedSpace | undefined): number {
  if (space === undefined) return 0;
  return (space === 'global' ? 0 : Flag.notGlobal) | (space === 'shared' ? 0 : Flag.notShared);
}

interface MemoryEvent {
  readonly thread: number;
  readonly space: Space;
  /** Whose shared memory it is; the thread's own block's when not given. */
  readonly block?: number;
  readonly addr: number;
  readonly size: number;
  readonly site?: number;
  readonly volatile?: boolean;
  readonly order?: MemoryOrder;
}

/** One line of NDJSON: for writers and tests. The hot path never sees it. */
export type TraceEvent =
  | (MemoryEvent & { readonly op: 'read' | 'write'; readonly scope?: ScopeName })
  | (MemoryEvent & {
      readonly op: 'atomic';
      readonly rmw: string;
      readonly scope: ScopeName;
      readonly success?: boolean;
    })
  | {
      readonly op: 'fence';
      readonly thread: number;
      readonly scope: ScopeName;
      readonly space?: OrderedSpace;
      readonly site?: number;
    }
  | { readonly op: 'barrier'; readonly block: number; readonly space?: OrderedSpace; readonly site?: number }
  | {
      readonly op: 'warp-barrier';
      readonly block: number;
      readonly warp: number;
      readonly mask: number;
      readonly space?: OrderedSpace;
      readonly site?: number;
    }
  | { readonly op: 'grid-barrier'; readonly site?: number }
  | {
      readonly op: 'acquire' | 'release';
      readonly thread: number;
      readonly lock: number;
      readonly scope: ScopeName;
      readonly site?: number;
    }
  | { readonly op: 'exit'; readonly thread: number; readonly site?: number }
  | { readonly op: 'cut'; readonly reason?: string };

/** Where a writer takes what it is given. One launch after the other; a launch begins with its header. */
export interface TraceWriter {
  launch(header: TraceHeader): void;
  event(event: TraceEvent): void;
  /** Ends the trace and hands on what is still held back. */
  end(): void;
}
