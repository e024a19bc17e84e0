/**
 * Store-to-load forwarding: what the thread stored in shared or global memory is what it loads from there, until it
 * synchronises in any way: nobody else can write there in between without a race.
 */
import { type Int, isConstant, type Terms } from '../terms/index.ts';
import { type MemoryObject, sameBase, type Target, type Value } from './memory.ts';

interface RecentStore {
  readonly base: readonly Int[];
  readonly offset: Int;
  readonly size: number;
  readonly value: Value;
}

/** What the thread stored since it last synchronised, by object id. Immutable. */
export type RecentStores = ReadonlyMap<number, readonly RecentStore[]>;

export const NO_STORES: RecentStores = new Map();

/** Stores to one object that are kept in mind. */
const STORE_LIMIT = 16;

/** @param value null when it is not known what is stored, or how much */
export function afterStore(
  terms: Terms,
  stores: RecentStores,
  target: Target,
  size: number,
  value: Value | null,
): RecentStores {
  const { object, base, offset } = target;
  const result = new Map(stores);
  const isElsewhere = (other: RecentStore): boolean => {
    const distance = terms.sub(offset, other.offset);
    if (!isConstant(distance) || !sameBase(base, other.base)) return false;
    return distance.constant >= BigInt(other.size) || distance.constant <= -BigInt(size);
  };
  const kept = value === null ? [] : (stores.get(object.id) ?? []).filter(isElsewhere).slice(-STORE_LIMIT);
  if (value !== null && target.guard.kind === 'true') result.set(object.id, [...kept, { base, offset, size, value }]);
  else if (stores.has(object.id)) result.delete(object.id);
  return result;
}

/** What the thread finds where it stored, or undefined. */
export function forwarded(
  stores: RecentStores,
  { object, base, offset }: { object: MemoryObject; base: readonly Int[]; offset: Int },
  size: number,
): Value | undefined {
  return stores.get(object.id)?.find((w) => w.offset === offset && w.size === size && sameBase(w.base, base))?.value;
}

/** What was stored on both of two paths that meet. */
export function joinStores(a: RecentStores, b: RecentStores): RecentStores {
  if (a === b) return a;
  const both = new Map<number, readonly RecentStore[]>();
  for (const [object, stores] of a) {
    const others = b.get(object);
    if (!others) continue;
    const kept = stores.filter((w) => others.includes(w));
    if (kept.length > 0) both.set(object, kept);
  }
  return both;
}
