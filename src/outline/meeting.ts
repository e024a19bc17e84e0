/** Whether two accesses of an outline may touch the same bytes, and whether they may do so at the same time. */
import type { OutlineAccess } from '../model/outline.ts';
import { unpacked } from './behind.ts';

/** One of them writes, they are not both atomic, and nothing shows that no two threads touch the same bytes with them. */
export function mayConflict(a: OutlineAccess, b: OutlineAccess): boolean {
  if (a.space !== b.space || a.object !== b.object || a.identity !== b.identity) return false;
  const kinds = [a.place.kind, b.place.kind];
  if (kinds.every((kind) => kind === 'read') || kinds.every((kind) => kind === 'atomic')) return false;
  if (a.bytes !== null && b.bytes !== null && (a.bytes.to <= b.bytes.from || b.bytes.to <= a.bytes.from)) return false;
  const known = a.guards.filter((guard) => b.guards.includes(guard));
  if (a.ownedBy !== null && a.ownedBy === b.ownedBy) known.push(a.ownedBy);
  return known.length === 0 || !a.axes.every((axis) => known.some((text) => speaksOf(text, axis)));
}

/** Indices that tell all threads of a block, or of a warp, apart. */
const OF_ALL_AXES = /linear-|lane-id|warp-index/;

function speaksOf(text: string, axis: number): boolean {
  return text.includes(`thread-index.${axis}`) || text.includes(`global-id.${axis}`) || OF_ALL_AXES.test(text);
}

/** @param level of threads of different warps, or of one */
export function mayMeet(a: OutlineAccess, b: OutlineAccess, level: 'block' | 'warp'): boolean {
  const of = (access: OutlineAccess) => (level === 'block' ? access.blockIntervals : access.warpIntervals);
  const others = new Set(of(b));
  return of(a).some((interval) => others.has(interval));
}

/** True when a thread may make the access again, in the next iteration of a loop, before it waits for the others. */
export function repeatsFreely({ repeats }: OutlineAccess, level: 'block' | 'warp'): boolean {
  return repeats === 'freely' || (level === 'block' && repeats === 'behind-warp-barrier');
}

const known = new WeakMap<NonNullable<OutlineAccess['behind']>, Record<'block' | 'warp', ReadonlySet<number>>>();

/**
 * Whether a thread may come from one to the other before it waits for the others.
 * @returns null when nobody knows
 */
export function mayFollow(first: OutlineAccess, second: OutlineAccess, level: 'block' | 'warp'): boolean | null {
  const { behind } = first;
  if (behind === null) return null;
  let sets = known.get(behind);
  if (sets === undefined) {
    sets = { block: unpacked(behind.block), warp: unpacked(behind.warp) };
    known.set(behind, sets);
  }
  const later = sets[level];
  return second.occurrences.some((one) => later.has(one));
}
