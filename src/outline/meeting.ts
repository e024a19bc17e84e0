/** Whether two accesses of an outline may touch the same bytes, and whether they may do so at the same time. */
import type { OutlineAccess } from '../model/outline.ts';

/** One of them writes, they are not both atomic, and nothing shows that no two threads touch the same bytes with them. */
export function mayConflict(a: OutlineAccess, b: OutlineAccess): boolean {
  if (a.space !== b.space || a.object !== b.object) return false;
  const kinds = [a.place.kind, b.place.kind];
  if (kinds.every((kind) => kind === 'read') || kinds.every((kind) => kind === 'atomic')) return false;
  if (a.bytes !== null && b.bytes !== null && (a.bytes.to <= b.bytes.from || b.bytes.to <= a.bytes.from)) return false;
  if (a.ownedBy !== null && a.ownedBy === b.ownedBy) return false;
  return !a.guards.some((guard) => b.guards.includes(guard));
}

/** @param level of threads of different warps, or of one */
export function mayMeet(a: OutlineAccess, b: OutlineAccess, level: 'block' | 'warp'): boolean {
  const of = (access: OutlineAccess) => (level === 'block' ? access.blockIntervals : access.warpIntervals);
  const others = new Set(of(b));
  return of(a).some((interval) => others.has(interval));
}
