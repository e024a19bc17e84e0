/** The kernel as the checker sees it: its accesses and barriers as terms over one thread. */
import type { CopyQueue, MemoryScope, OrderedMemory, TensorFence } from '../intrinsics/index.ts';
import type { Ordering, SourceLocation } from '../ir/program.ts';
import type { Cond, Int } from '../terms/index.ts';
import type { AccessScope } from './access-scope.ts';
import type { MemoryObject } from './memory.ts';

/**
 * How many barriers of each width the thread has passed, those of the warp counted beside those of the block. Two accesses
 * of threads that a barrier joins can run at the same time only if their counts are equal: the barrier interval.
 */
export interface BarrierInterval {
  readonly block: Int;
  readonly warp: Int;
  readonly grid: Int;
  /** Exchanges of values between all lanes of the warp. They order no memory. */
  readonly exchanges: Int;
  /** The counts of the barriers that join only some threads of a block, by `PartialBarrier.id`; absent ones are zero. */
  readonly partialBarriers: ReadonlyMap<number, PartialBarrierCount>;
}

/** How often the thread has come to a partial barrier, and up to which of its phases it has waited. */
export interface PartialBarrierCount {
  readonly arrived: Int;
  readonly waited: Int;
}

/**
 * A barrier that need not join all threads of a block. It is gone through in phases: phase n is over when every thread
 * that takes part has arrived n times. What a thread did before its n-th arrival happens before what another does once it
 * has waited for phase n.
 */
export interface PartialBarrier {
  readonly id: number;
  readonly members: /** Aligned tiles of so many threads. */
    | { readonly kind: 'tile'; readonly size: bigint }
    /** The lanes of a warp that the mask names, one bit each. */
    | { readonly kind: 'lanes'; readonly mask: Int }
    /** The hardware's barrier of that number: whoever comes to it. */
    | { readonly kind: 'named'; readonly number: Int }
    /** The barrier of the cluster: all threads of its blocks. */
    | { readonly kind: 'cluster' }
    /** The split barrier of the block: all its threads. */
    | { readonly kind: 'block' }
    /** Barrier objects in shared memory that take turns, or just one: whoever comes to them. */
    | { readonly kind: 'object'; readonly name: string; readonly size: bigint }
    /** The barrier object `of` in the memory of the block of rank `owner`, which the thread only arrives at. */
    | { readonly kind: 'remote'; readonly of: number; readonly owner: Int };
}

/** One thing done with a barrier that counts who comes. */
export interface PartialBarrierUse {
  readonly barrier: number;
  /** Which counts it belongs to: those of the barrier, or for an arrival at another block's object those of such arrivals. */
  readonly counter: number;
  /**
   * `copies-arrive`: an arrival that comes when the thread's copies so far are done; `copies-hold`: the phase is not over
   * before they are, and waits for the thread's arrival beside; `expect`: the phase is not over before so
   * many bytes more are copied; `copy`: such a copy
   * begins; `box`: one of a tensor, which is as long as is expected; `copy-arrives`: one begins that the phase waits for without its bytes; `store`: a store that takes place later
   * begins, perhaps of another block's thread.
   */
  readonly kind:
    | 'init'
    | 'arrive'
    | 'wait'
    | 'sync'
    | 'copies-arrive'
    | 'copies-hold'
    | 'expect'
    | 'copy'
    | 'box'
    | 'copy-arrives'
    | 'store';
  /**
   * How many threads take part, where this says so; null: all threads of the block, or what `init` said. Of an object also
   * how many arrivals this is; of `expect`, `copy` and `store`: bytes, null where they are not known;
   * of a wait: the number of the phase, from 1, where it is named.
   */
  readonly count: Int | null;
  /** Which of a ring of objects it is. */
  readonly index: Int | null;
  /** Of a wait that names no more of the phase than whether it is an odd one: 0 or 1. */
  readonly parity: Int | null;
  /** Of `copies-arrive`: of which queue. */
  readonly queue: CopyQueue | null;
  /** Of `copy` and its like: its number, `AsyncCopy.id`. */
  readonly copy: number | null;
  /** Of `store`, `arrive` and `expect`: the rank of the block whose object it is; null: the thread's own. */
  readonly owner: Int | null;
  /** Program order of execution, over accesses, fences and barriers. */
  readonly order: number;
  readonly path: Cond;
  readonly facts: Cond;
  readonly iterations: readonly Int[];
  /** The counts of all partial barriers before it. */
  readonly before: ReadonlyMap<number, PartialBarrierCount>;
  /** How many barriers of its block and its warp the thread has passed, as they count for shared memory. */
  readonly passed: Pick<BarrierInterval, 'block' | 'warp'>;
  readonly copyGroups: CopyGroups | null;
  readonly location: SourceLocation | null;
}

/** How many barriers of its whole warp a thread has passed, by the memory that they order. */
export interface WarpCounts {
  readonly shared: Int;
  readonly global: Int;
  readonly images: Int;
}

/** What is known of the thread where it leaves the kernel. */
export interface KernelEnd {
  readonly path: Cond;
  readonly facts: Cond;
  readonly intervals: { readonly global: BarrierInterval; readonly shared: BarrierInterval };
  readonly copyGroups: CopyGroups | null;
  readonly warp: WarpCounts;
  readonly partialBarriers: ReadonlyMap<number, PartialBarrierCount>;
}

/**
 * A copy that goes on beside the thread that began it: it may read and write at any time until it is over. Where several
 * threads make it together, each of them records it, and nobody knows who moves what.
 */
export interface AsyncCopy {
  /** The call; in a loop, with its iteration. */
  readonly id: number;
  readonly iterations: readonly Int[];
  readonly by: CopyMakers;
  readonly end: CopyEnd;
  /** It touches some of the bytes of its accesses, perhaps not all: that it races with one of them has to be seen. */
  readonly isWithin?: true;
  /** It comes behind what its thread has begun in its queue before. */
  readonly isInOrder?: true;
}

/** Who makes a copy: the thread, all threads of the block together, or all those of an aligned tile of so many threads. */
export type CopyMakers = 'thread' | 'block' | { readonly tile: bigint };

export type CopyEnd =
  /** A wait for its event. `until`: the barrier counts there; null: nobody waits. */
  | { readonly kind: 'event'; readonly until: BarrierInterval | null }
  /** Of the groups of copies that the thread closes, it is in number `group`: it is over when so many and one more are done. */
  | { readonly kind: 'group'; readonly queue: CopyQueue; readonly group: Int }
  /**
   * A phase of this barrier object is not over before the copy is: the one that the thread arrives in when it has arrived
   * `arrived` times, or, where it counts as `bytes`, the one that expects them (`check/order/copied-bytes.ts`). A `store` and
   * a `multicast` count as bytes as well, of an object that lies in the shared memory of the block of rank `owner`; null: of the thread's own.
   */
  | {
      readonly kind: 'phase';
      readonly barrier: number;
      readonly arrived: Int;
      readonly counted: Counted;
      readonly owner: Int | null;
    }
  /** Nobody knows when it is over. */
  | { readonly kind: 'never'; readonly counted: Counted }
  /** It ends here, and may have begun with the kernel: a read through a cache that no barrier keeps up to date. */
  | { readonly kind: 'here' };

/** What a phase counts of a copy; `multicast`: its bytes, in each block that it goes to, perhaps another one. */
type Counted = 'arrival' | 'bytes' | 'store' | 'multicast';

/** A call that the lanes of a warp make together: each part of what it accesses is one lane's, and nobody knows whose. */
export interface WarpCall {
  readonly id: number;
  readonly iterations: readonly Int[];
}

/** The groups of copies of a thread: those that it has closed, and those that it knows to be done, oldest first. */
export type CopyGroups = Readonly<Record<CopyQueue, GroupCounts>>;

export interface GroupCounts {
  readonly closed: Int;
  readonly done: Int;
  /** Those of which it knows that they read no more. */
  readonly read: Int;
}

/** What a thread has done is in order with what bulk copies do from there on; or what `tcgen05` does, with barriers. */
export interface ProxyFence {
  /** Program order of execution, over accesses, fences and barriers. */
  readonly index: number;
  readonly memory: OrderedMemory | TensorFence;
  readonly path: Cond;
  readonly iterations: readonly Int[];
  readonly intervals: { readonly global: BarrierInterval; readonly shared: BarrierInterval };
}

/** A call of an asynchronous copy, as recorded. */
export interface CopyCall {
  readonly copy: AsyncCopy;
  readonly event: Int;
  readonly path: Cond;
  readonly location: SourceLocation | null;
}

/** A wait for one event, as recorded. */
export interface CopyWait {
  readonly event: Int;
  readonly path: Cond;
  readonly iterations: readonly Int[];
  /** The barrier counts at the wait. */
  readonly intervals: { readonly global: BarrierInterval; readonly shared: BarrierInterval };
  readonly location: SourceLocation | null;
}

/** What an atomic operation stores, in terms of the number that it finds. */
export type Update =
  /** A load: nothing. */
  | { readonly kind: 'keep' }
  /** A store, or an exchange: this. */
  | { readonly kind: 'replace'; readonly value: Int }
  | { readonly kind: 'compare-exchange'; readonly expected: Int; readonly value: Int }
  | { readonly kind: 'add'; readonly value: Int }
  /** One more, or zero after `bound`. */
  | { readonly kind: 'increment'; readonly bound: Int };

/** A call on the way to where something happens. */
export interface CallOnWay {
  readonly location: SourceLocation | null;
  /** What is called, by the name that people know. */
  readonly called: string;
  /** The call stands in one of our own headers. */
  readonly isOurs: boolean;
}

/** The pass of a loop in which something happens. */
export interface Round {
  /** Where the loop's condition stands or, where it has none before its body, the body. */
  readonly loop: SourceLocation | null;
  /** How many of the calls on the way are around the loop. */
  readonly depth: number;
  /** The number of the pass, from 0. */
  readonly iteration: Int;
  /** What the variable holds in it that the loop's condition looks at first, of those that the loop changes. */
  readonly variable: Int | null;
}

/** How the kernel comes to where something happens: by which calls, and in which passes of loops; outermost first. */
export interface Way {
  readonly calls: readonly CallOnWay[];
  readonly rounds: readonly Round[];
}

export interface KernelAccess {
  /**
   * Program order of execution, over accesses, fences and barriers; accesses of one source place may occur several times
   * (calls, unrolled loops).
   */
  readonly index: number;
  readonly kind: 'read' | 'write' | 'atomic';
  readonly object: MemoryObject;
  /** Which instance of the object, for memory behind loaded pointers; see `Target.base`. */
  readonly base: readonly Int[];
  /** Bytes from the object's start. */
  readonly offset: Int;
  /** Bytes. */
  readonly size: number;
  /** What the address itself is a multiple of, in bytes, or the access would fault; 1: any. The object's start may be none. */
  readonly alignment: number;
  /** The branches that lead here. */
  readonly path: Cond;
  /** What else is known here: how the loops before it ended. */
  readonly facts: Cond;
  /** Iterations of the loops around it, outermost first. */
  readonly iterations: readonly Int[];
  readonly interval: BarrierInterval;
  readonly scope: AccessScope | null;
  readonly ordering: Ordering | null;
  readonly volatile: boolean;
  /** The number that an atomic operation or a volatile read found, where it is one. */
  readonly found: Int | null;
  /** A plain read that says what a compare-and-swap expects to find. */
  readonly seedsExchange: boolean;
  /** What an atomic operation does; null where it is no atomic, or one whose outcome is not followed. */
  readonly update: Update | null;
  /** Where the access instruction stands, outermost user code first found from the inside. */
  readonly location: SourceLocation | null;
  /** Where its address is computed: the start of the lvalue's text. */
  readonly addressLocation: SourceLocation | null;
  /** How the kernel comes to `location`. */
  readonly way: Way;
  /** For a write: the stored value's term when it is a number, to tell same-value writes. */
  readonly value: Int | null;
  /** The width of that value when it is an integer that was stored as one. */
  readonly valueBits: number | null;
  /** Not the thread's own access, but a part of this copy, which begins here. */
  readonly copy: AsyncCopy | null;
  /** Perhaps another lane's of the warp, as all make this call together; null for an access of the thread's own. */
  readonly together: WarpCall | null;
  /** The thread's groups of copies, here; null where it has closed none and waited for none. */
  readonly copyGroups: CopyGroups | null;
}

export interface KernelBarrier {
  /** Program order of execution, over accesses, fences and barriers. */
  readonly index: number;
  readonly width: 'block' | 'warp' | 'grid';
  /** `group-call`: all threads have to make this call together as well, but it orders nothing. */
  readonly kind: 'barrier' | 'group-call';
  /** True for one in the kernel's own text that returns nothing: leaving it out leaves a kernel. */
  readonly isPlain: boolean;
  readonly path: Cond;
  readonly facts: Cond;
  /** Iterations of the loops around it, outermost first. */
  readonly iterations: readonly Int[];
  /** Before it, as it counts for shared memory, and for global. */
  readonly interval: BarrierInterval;
  readonly globalInterval: BarrierInterval;
  readonly copyGroups: CopyGroups | null;
  readonly location: SourceLocation | null;
}

/** Makes what the thread did before visible before what it does afterwards, to the threads of its scope. */
export interface KernelFence {
  /** Program order of execution, over accesses, fences and barriers. */
  readonly index: number;
  readonly scope: MemoryScope;
  readonly ordering: Ordering;
  /** Which memory it orders. */
  readonly memory: OrderedMemory;
  readonly path: Cond;
  readonly iterations: readonly Int[];
  readonly interval: BarrierInterval;
}

/**
 * What an atomic addition (or `atomicInc`) returned: as long as a place is only counted in, every one of them returns
 * another value.
 */
export interface FetchAdd {
  /** The operation: the symbol that stands for what it returned to the thread that is executed. */
  readonly operation: number;
  readonly object: MemoryObject;
  readonly base: readonly Int[];
  readonly offset: Int;
  /** What is added, not negative; 1 for one that begins again at 0 behind its limit. */
  readonly adds: Int;
  readonly limit: Int | null;
  /** The barrier counts at the operation. */
  readonly interval: BarrierInterval;
  /** Whose operation it is, when it is not the thread's own: a thread of its block, in these iterations of the loops around. */
  readonly holder: { readonly thread: readonly [Int, Int, Int]; readonly iterations: readonly Int[] } | null;
}

/** A loop of which one arbitrary iteration was executed. */
export interface KernelLoop {
  /** The iteration: the one in which something happens or, behind the loop, the one in which it was left. */
  readonly iteration: Int;
  /** When the loop is entered. */
  readonly entered: Cond;
  /** Holds in every iteration before the last. */
  readonly goesOn: Cond;
  /** True when the loop may end for reasons that `goesOn` does not tell. */
  readonly isPartial: boolean;
  /** Holds in the iteration in which the loop is left. */
  readonly left: Cond;
  /** What the thread has asked on its way out: `left` without what is known besides. */
  readonly leftBy: Cond;
}
