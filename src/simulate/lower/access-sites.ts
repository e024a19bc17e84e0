/** Descriptions of memory accesses, as the executor tells its listeners of them. */
import type { MemoryScope, OrderedMemory } from '../../intrinsics/index.ts';
import type { Ordering } from '../../ir/program.ts';
import type { Site } from '../bytecode/micro-operations.ts';

/** A site whose place is the one that is being lowered. */
export type AccessSite = Omit<Site, 'place'>;

/** Which threads an operation is atomic for, and what it orders. */
export interface Atomicity {
  readonly ordering: Ordering;
  readonly scope: MemoryScope;
}

/** Size of an access that only the execution knows. */
const UNKNOWN_SIZE = 0;

/** A plain access; `align` is the alignment the IR promises. */
export function plainAccess(kind: 'read' | 'write', size: number, align = size, volatile = false): AccessSite {
  return { kind, size, volatile, ordering: null, scope: 'system', align, orders: 'all', rmw: null };
}

/** An access of so many bytes as the execution says, byte by byte; `align` is the alignment the IR promises. */
export function bulkAccess(kind: 'read' | 'write', volatile = false, align = 1): AccessSite {
  return plainAccess(kind, UNKNOWN_SIZE, align, volatile);
}

/** A load or store that is atomic. */
export function orderedAccess(kind: 'read' | 'write', size: number, { ordering, scope }: Atomicity): AccessSite {
  return { kind, size, volatile: false, ordering, scope, align: size, orders: 'all', rmw: null };
}

/** @param rmw what it does to the memory */
export function atomicAccess(rmw: string, size: number, { ordering, scope }: Atomicity, volatile = false): AccessSite {
  return { kind: 'atomic', size, volatile, ordering, scope, align: size, orders: 'all', rmw };
}

export function fenceSite({ ordering, scope }: Atomicity, orders: OrderedMemory = 'all'): AccessSite {
  return { kind: 'fence', size: UNKNOWN_SIZE, volatile: false, ordering, scope, align: 1, orders, rmw: null };
}
