/** Micro-operations: what functions are lowered to, with virtual registers, before these get their places in a frame. */
import type { BarrierOperation, CopyQueue, MemoryScope, OrderedMemory } from '../../intrinsics/index.ts';
import type { Ordering } from '../../ir/program.ts';
import type { Place } from '../errors.ts';
import type { Collective } from '../sync/collectives.ts';
import { FIRST_EFFECT, type Opcode } from './opcodes.ts';

/**
 * One operation. `kinds[i]` says what `values[i]` is (see `opcodes.ts`); results are upper case. For `b` the value is a
 * micro-block's number.
 */
export interface MicroOperation {
  readonly op: Opcode;
  readonly kinds: string;
  readonly values: number[];
  readonly place: Place;
}

export interface MicroBlock {
  readonly operations: MicroOperation[];
}

/** A memory access, atomic or fence of the code; operations name it by its number. */
export interface Site {
  readonly place: Place;
  readonly kind: 'read' | 'write' | 'atomic' | 'fence';
  /** Bytes accessed; 0 where only the execution knows (memcpy). */
  readonly size: number;
  readonly volatile: boolean;
  readonly ordering: Ordering | null;
  readonly scope: MemoryScope;
  /** The alignment the IR promises; below the access's size it is done byte by byte. */
  readonly align: number;
  /** For fences, which memory they order. */
  readonly orders: OrderedMemory;
  /** For atomics, what they do. */
  readonly rmw: string | null;
}

/** What a constant register is filled with when a function is entered. */
export interface Constant {
  readonly register: number;
  readonly low: number;
  readonly high: number;
  /** A shared variable's number whose address in the block is added (the words then hold a double), or -1. */
  readonly shared: number;
}

/** A function after lowering. */
export interface LoweredFunction {
  readonly name: string;
  readonly blocks: readonly MicroBlock[];
  /** Blocks from this one on only assign what flows along an edge, and jump. */
  readonly firstEdge: number;
  readonly registerCount: number;
  /** Registers of the parameters' scalars, in order. */
  readonly parameters: readonly number[];
  readonly constants: readonly Constant[];
  /** Registers that are assigned more than once: promoted variables and phis. */
  readonly variables: ReadonlySet<number>;
  /** Bytes of local memory of a frame. */
  readonly localBytes: number;
  /** Functions called, by number. */
  readonly callees: ReadonlySet<number>;
  readonly callsIndirectly: boolean;
}

export function isResult(kind: string): boolean {
  return kind === 'W' || kind === 'F';
}

export function isUse(kind: string): boolean {
  return kind === 'w' || kind === 'f';
}

export function isPure(operation: MicroOperation): boolean {
  return operation.op < FIRST_EFFECT;
}

/** As PTX has them; `lane`: the operand is the lane itself. */
export type ShuffleMode = 'idx' | 'up' | 'down' | 'bfly' | 'lane';

/** What threads do together; the machine carries it out. */
export type SyncOperation =
  | {
      readonly kind: 'block-barrier';
      readonly reduce: 'none' | 'count' | 'and' | 'or';
      readonly arriveOnly: boolean;
      /** Which memory it orders: OpenCL's barriers say so. */
      readonly orders: OrderedMemory;
      /** What the threads compute on the way; further operands are a value (a pair) and an index. */
      readonly collective?: Collective;
    }
  /** Operands: lanes, value (a pair), index. */
  | { readonly kind: 'collective'; readonly collective: Collective }
  | { readonly kind: 'warp-barrier'; readonly orders: OrderedMemory }
  | { readonly kind: 'tile-barrier' }
  | { readonly kind: 'grid-barrier' }
  | {
      readonly kind: 'cluster-barrier';
      readonly of: 'cluster' | 'block';
      readonly operation: 'arrive' | 'arrive-relaxed' | 'wait';
    }
  /** Operands: an address in shared memory, a rank in the cluster; result: the same place in that block, as a pair. */
  | { readonly kind: 'map-shared' }
  /**
   * Operands: what names an image or surface, a number or an address; the bytes from the start of a row, the row, the slice, and what
   * is done with those beyond an edge (`cudaSurfaceBoundaryMode`). Result: the place of the texel, as a pair.
   */
  | { readonly kind: 'texel'; readonly of: 'number' | 'address' }
  /** Operand: the handle of a texture, as a pair; result: the memory that it is made up to lie over, null where none is made up, as a pair. */
  | { readonly kind: 'buffer-at' }
  /** Operand: an address in shared memory of the cluster; result: the rank of the block whose it is. */
  | { readonly kind: 'shared-rank' }
  /** Operands: address, and a pair: the count, the phase, its parity, the bytes. Arrivals give the phase, tests a bit. */
  | { readonly kind: 'barrier-object'; readonly operation: BarrierOperation }
  /** Operands: destination, source, count, stride where strided, event; result: the event. */
  | {
      readonly kind: 'async-copy';
      readonly strided: boolean;
      readonly elementBytes: number;
      readonly toGlobal: boolean;
      readonly readSite: number;
      readonly writeSite: number;
    }
  /** Operands: count, address of the events. `readSite` reads them. */
  | { readonly kind: 'wait-async-copies'; readonly readSite: number }
  /** Operands: destination, source, count, bytes of an element, count that is read, makers. */
  | {
      readonly kind: 'copy-begin';
      readonly queue: CopyQueue;
      /** What comes of it nobody computes. */
      readonly reduces: boolean;
      readonly readSite: number;
      readonly writeSite: number;
    }
  /**
   * Operands: the same, and the barrier object whose phase waits for the copy: for its bytes, or for it to arrive. `isMulticast`: and
   * a mask of the blocks of the cluster to which it goes.
   */
  | {
      readonly kind: 'bound-copy';
      readonly counted: 'bytes' | 'arrival';
      readonly isMulticast: boolean;
      readonly readSite: number;
      readonly writeSite: number;
    }
  /**
   * A box of a tensor from shared memory. Operands: source, the tensor's address, and as pairs words 1 to 11 of its map
   * (`kernel/transfer/tensor-maps.ts`), the number of coordinates, and five coordinates.
   */
  | { readonly kind: 'box-store'; readonly readSite: number; readonly writeSite: number }
  /** The other way. Operands: destination, and the same, then the bytes of the box, the barrier object that waits for them, and such a mask. */
  | {
      readonly kind: 'box-load';
      readonly isMulticast: boolean;
      readonly readSite: number;
      readonly writeSite: number;
    }
  /** Operands: destination, value, bytes (pairs), and the barrier object whose phase waits for the bytes. */
  | { readonly kind: 'async-store'; readonly reduces: boolean; readonly writeSite: number }
  /** Operands: address, lines, bytes of a line, bytes from one line to the next. */
  | { readonly kind: 'matrix-access'; readonly access: 'read' | 'write'; readonly site: number }
  /** Operands: those of a matrix that is one word, where the address goes, and how many columns are wanted (a pair). */
  | { readonly kind: 'tensor-allocate'; readonly access: 'write'; readonly site: number }
  /** Operands (pairs): descriptor, rows, whether they lie by columns. `isOfPeer`: in the memory of the other block of the pair. */
  | {
      readonly kind: 'matrix-operand';
      readonly queue: CopyQueue;
      readonly isOfPeer: boolean;
      readonly readSite: number;
    }
  /** Operands (pairs): address, lanes, columns, lanes that are certain, threads that do it together. */
  | {
      readonly kind: 'tensor-access';
      readonly queue: CopyQueue;
      readonly isOfPeer: boolean;
      readonly access: 'read' | 'write';
      readonly site: number;
    }
  /** Operand, where it `isOfAccess`: an address, and there is a group only for one in global memory. */
  | { readonly kind: 'copy-group'; readonly queue: CopyQueue; readonly isOfAccess: boolean }
  /** Operand: how many groups may be under way. */
  | { readonly kind: 'copy-wait'; readonly queue: CopyQueue; readonly reads: boolean }
  /** The same of `wgmma`: by all threads of a warpgroup, whose operations are over for each of them. */
  | { readonly kind: 'warpgroup-wait' }
  | { readonly kind: 'proxy-fence'; readonly orders: OrderedMemory }
  /** Operands: address, bytes. */
  | { readonly kind: 'stale-read'; readonly readSite: number }
  /** Operands: group, threads; result: the number of one. */
  | { readonly kind: 'elect'; readonly anew: boolean }
  | { readonly kind: 'shuffle'; readonly mode: ShuffleMode; readonly predicate: boolean }
  | { readonly kind: 'vote'; readonly mode: 'all' | 'any' | 'uni' | 'ballot' }
  | { readonly kind: 'match'; readonly mode: 'any' | 'all'; readonly wide: boolean }
  | { readonly kind: 'reduce'; readonly operator: 'add' | 'min' | 'max' | 'umin' | 'umax' | 'and' | 'or' | 'xor' }
  | { readonly kind: 'activemask' }
  | { readonly kind: 'yield' }
  /** The time, as a pair of words. */
  | { readonly kind: 'clock' }
  /** Operand: bytes (a pair); result: an address as a pair of words, 0 where there is no more memory. */
  | { readonly kind: 'allocate' }
  /** A value that nobody computes; `isOfThread`: the result is a word. */
  | { readonly kind: 'unknown'; readonly what: string; readonly isOfThread?: true };
