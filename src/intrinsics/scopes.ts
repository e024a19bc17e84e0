/**
 * Scopes of atomic operations and fences: the threads among which one is atomic, or orders memory. Every room that meets a
 * scope, by whatever name, asks here what it means.
 */

/** From the narrowest to the widest. */
const SCOPES = ['thread', 'warp', 'block', 'cluster', 'device', 'system'] as const;

export type MemoryScope = (typeof SCOPES)[number];

/** LLVM's `syncscope` strings of NVPTX, AMDGPU and SPIR. */
const NAMES: ReadonlyMap<string, MemoryScope> = new Map([
  ['singlethread', 'thread'],
  ['warp', 'warp'],
  ['wavefront', 'warp'],
  ['sub_group', 'warp'],
  ['subgroup', 'warp'],
  ['block', 'block'],
  ['workgroup', 'block'],
  ['cta', 'block'],
  ['cluster', 'cluster'],
  ['device', 'device'],
  ['agent', 'device'],
  ['gpu', 'device'],
  ['sys', 'system'],
  ['', 'system'],
]);

/** PTX's words, as far as instructions are followed; `membar` has one of its own for the device. */
const PTX: ReadonlyMap<string, MemoryScope> = new Map([
  ['cta', 'block'],
  ['cluster', 'cluster'],
  ['gpu', 'device'],
  ['gl', 'device'],
  ['sys', 'system'],
]);

/** OpenCL's `memory_scope` numbers: work-item, work-group, device, all devices, sub-group. */
const OPENCL: readonly MemoryScope[] = ['thread', 'block', 'device', 'system', 'warp'];

/** Which memory a barrier or fence orders. */
export type OrderedMemory = 'none' | 'shared' | 'global' | 'all';

/** By OpenCL's flags: 1 is local memory, 2 global memory. Images have one of their own (`ordersImages`). */
const BY_FLAGS: readonly OrderedMemory[] = ['none', 'shared', 'global', 'all'];

/** The memory that OpenCL's `cl_mem_fence_flags` name. */
export function openclMemory(flags: bigint): OrderedMemory {
  return BY_FLAGS[Number(flags & 3n)] ?? 'none';
}

/** Whether OpenCL's `cl_mem_fence_flags` name images: no other flag orders them. */
export function ordersImages(flags: bigint): boolean {
  return (flags & 4n) !== 0n;
}

/** Whether memory of `space` is among what is ordered. */
export function ordersMemory(ordered: OrderedMemory, space: 'shared' | 'global'): boolean {
  return ordered === 'all' || ordered === space;
}

/** What LLVM's `syncscope` means; null is the whole system. A name that nobody knows may be as narrow as can be. */
export function scopeNamed(name: string | null): MemoryScope {
  return name === null ? 'system' : (NAMES.get(name) ?? 'thread');
}

/** The `syncscope` that stands for `scope`: `scopeNamed` gives it back. */
export function syncScopeOf(scope: MemoryScope): string | null {
  if (scope === 'system') return null;
  return scope === 'thread' ? 'singlethread' : scope;
}

/** The scope that a word of a PTX instruction says; null when it says none. */
export function ptxScope(word: string): MemoryScope | null {
  return PTX.get(word) ?? null;
}

/** OpenCL's scope of this number; null when there is none. */
export function openclScope(number: bigint): MemoryScope | null {
  return OPENCL[Number(number)] ?? null;
}

/** Whether who is in `needed` is in `scope` as well. */
export function covers(scope: MemoryScope, needed: MemoryScope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(needed);
}

export function narrowerScope(a: MemoryScope, b: MemoryScope): MemoryScope {
  return covers(a, b) ? b : a;
}

/** Narrower than a block: no two threads can be told to be in it. */
export function isWithinBlock(scope: MemoryScope): scope is 'thread' | 'warp' {
  return scope === 'thread' || scope === 'warp';
}
