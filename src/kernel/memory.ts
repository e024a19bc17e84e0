/** What a kernel's pointers point to, and the thread's own memory. */
import type { Column } from '../ir/columns.ts';
import type { Cond, Int, MachineInt, SymbolOrigin } from '../terms/index.ts';
import type { PassedMemory } from './passed-memory.ts';
import type { PointerTable } from './pointer-table.ts';

/** One object of memory. Two different objects are taken not to overlap: `check/` asks what that rests on. */
export interface MemoryObject {
  readonly id: number;
  /** Names the object across executions of the same kernel. */
  readonly key: string;
  readonly space: 'global' | 'shared' | 'constant' | 'local';
  /** The name in the source: the parameter, the variable, or the expression a pointer was loaded from. */
  readonly name: string;
  /** The members of its structs, where it is known to be an array of these. */
  readonly columns?: readonly Column[];
  readonly origin:
    | { readonly kind: 'parameter'; readonly index: number; readonly offset: number }
    | { readonly kind: 'variable'; readonly symbol: string }
    /** The pixels of an image that the host passes; which of them, the `base` of an access says by its coordinates. */
    | { readonly kind: 'image'; readonly index: number }
    /**
     * The texels of a surface, by their `base` and byte. `arrays`: which memory it lies over; null when that is not known.
     * `isOne` is false for all surfaces whose handles the threads come by themselves: the `base` begins with the handle.
     * `parameter`: which one the handle is, if it is one.
     */
    | {
        readonly kind: 'surface';
        readonly arrays: readonly PassedMemory[] | null;
        readonly isOne: boolean;
        readonly parameter: number | null;
      }
    /**
     * Memory behind pointers that are not known. `from`: where they are loaded from, if they are. `of`: what it takes to
     * know them, beside what it takes to know the `base`.
     */
    | {
        readonly kind: 'loaded';
        readonly pointer: string;
        readonly from: MemoryObject | null;
        readonly of: SymbolOrigin;
      }
    /** The block's tensor memory, or a piece of it that the block was given. */
    | { readonly kind: 'tensor-memory' }
    /** Memory that the host asks for, in these iterations of the loops around the place. */
    | { readonly kind: 'allocation'; readonly site: string; readonly iterations: readonly Int[] }
    /** Memory that a pointer leads to which the host keeps in a table. */
    | ({ readonly kind: 'element' } & TableElement)
    /** Memory behind a pointer of the host that was set before. */
    | { readonly kind: 'held' }
    /** Memory of the host that is not the executed function's own, and that it was handed an address of. */
    | { readonly kind: 'outside' }
    | { readonly kind: 'stack' };
}

/** What was loaded from a table of pointers (`pointer-table.ts`). */
export interface TableElement {
  /** The name of the table. */
  readonly table: string;
  /** In bytes, where it stood; in these iterations of the loops around. Null: somewhere. */
  readonly place: { readonly offset: Int; readonly iterations: readonly Int[] } | null;
  /** Where the host asks for what may stand there. */
  readonly sites: ReadonlySet<string>;
}

export interface Target {
  readonly guard: Cond;
  readonly object: MemoryObject;
  /**
   * For memory behind a pointer that was itself loaded: what the load's address was made of. Equal bases, the same
   * pointer; different ones are assumed to lead to memory that does not overlap. For an image: the coordinates of the
   * pixel, for a surface those after the first. For shared memory of another block of the cluster: that block's rank.
   * Empty for other named objects.
   */
  readonly base: readonly Int[];
  /** In bytes from the object's start. */
  readonly offset: Int;
}

/** Are two targets of one object in the same instance of it? */
export function sameBase(a: Target['base'], b: Target['base']): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

export type Value =
  | MachineInt
  | { readonly kind: 'bool'; readonly cond: Cond }
  /** The targets' guards exclude each other; none holding means null. */
  | { readonly kind: 'pointer'; readonly targets: readonly Target[] }
  /** A floating or otherwise unmodelled value: equal terms, equal values. */
  | { readonly kind: 'opaque'; readonly term: Int }
  | { readonly kind: 'function'; readonly name: string }
  /** One of several functions. */
  | { readonly kind: 'choice'; readonly condition: Cond; readonly ifTrue: Value; readonly ifFalse: Value }
  | { readonly kind: 'aggregate'; readonly elements: readonly Value[] }
  | { readonly kind: 'undefined' };

export interface Slot {
  readonly size: number;
  readonly value: Value;
}

/** The content of one local object: what is stored at which byte offset. Immutable. */
export interface LocalContent {
  readonly slots: ReadonlyMap<number, Slot>;
  /** True when a store hit an offset that is not constant: nothing is known of what is not in `slots`, but by the table. */
  readonly isHavocked: boolean;
  /** What is known of the pointers that were stored by index; null: nothing. */
  readonly table: PointerTable | null;
  /** What was stored last, where that is at an offset that is not constant. */
  readonly last: IndexedStore | null;
}

/** A store at an offset that is not constant. */
interface IndexedStore {
  readonly offset: Int;
  readonly size: number;
  readonly value: Value;
}

export const EMPTY_CONTENT: LocalContent = { slots: new Map(), isHavocked: false, table: null, last: null };
/** Anything may stand there. */
export const HAVOCKED_CONTENT: LocalContent = { slots: new Map(), isHavocked: true, table: null, last: null };

/** The content after storing `value` at `offset`; overlapping slots are forgotten. */
export function withSlot(content: LocalContent, offset: number, size: number, value: Value): LocalContent {
  const slots = new Map(content.slots);
  for (const [at, slot] of content.slots) {
    if (at !== offset && at < offset + size && offset < at + slot.size) slots.delete(at);
  }
  slots.set(offset, { size, value });
  return { ...content, slots, last: null };
}

/** The content after an unknown store into `[offset, offset+size)`, or anywhere when `offset` is null. */
export function withoutSlots(content: LocalContent, offset: number | null, size: number): LocalContent {
  if (offset === null) return HAVOCKED_CONTENT;
  const slots = new Map(content.slots);
  for (const [at, slot] of content.slots) {
    if (at < offset + size && offset < at + slot.size) slots.delete(at);
  }
  return { slots, isHavocked: content.isHavocked, table: null, last: null };
}
