/**
 * What the thread wrote itself to shared or global memory and would read back: until it synchronises in any way, nobody
 * else can write there in between without a race.
 */

import { type Int, isConstant, type Terms } from '../terms/index.ts';
import type { MemoryObject, Target, Value } from './memory.ts';

interface OwnWrite {
  readonly base: readonly Int[];
  readonly offset: Int;
  readonly size: number;
  readonly value: Value;
}

/** By object id. Immutable. */
export type OwnWrites = ReadonlyMap<number, readonly OwnWrite[]>;

export const NO_OWN_WRITES: OwnWrites = new Map();

/** Writes of one object that are kept in mind. */
const WRITE_LIMIT = 16;

/** @param value null when it is not known what is stored, or how much. */
export function afterWrite(terms: Terms, own: OwnWrites, target: Target, size: number, value: Value | null): OwnWrites {
  const { object, base, offset } = target;
  const result = new Map(own);
  const elsewhere = (other: OwnWrite): boolean => {
    const distance = terms.sub(offset, other.offset);
    if (!isConstant(distance) || !sameBase(base, other.base)) return false;
    return distance.constant >= BigInt(other.size) || distance.constant <= -BigInt(size);
  };
  const kept = value === null ? [] : (own.get(object.id) ?? []).filter(elsewhere).slice(-WRITE_LIMIT);
  if (value !== null && target.guard.kind === 'true') result.set(object.id, [...kept, { base, offset, size, value }]);
  else if (own.has(object.id)) result.delete(object.id);
  return result;
}

/** What the thread finds where it wrote, or undefined. */
export function ownValue(
  own: OwnWrites,
  object: MemoryObject,
  base: readonly Int[],
  offset: Int,
  size: number,
): Value | undefined {
  return own.get(object.id)?.find((w) => w.offset === offset && w.size === size && sameBase(w.base, base))?.value;
}

/** What both of two paths that meet have written. */
export function joinOwnWrites(a: OwnWrites, b: OwnWrites): OwnWrites {
  if (a === b) return a;
  const both = new Map<number, readonly OwnWrite[]>();
  for (const [object, writes] of a) {
    const others = b.get(object);
    if (!others) continue;
    const kept = writes.filter((w) => others.includes(w));
    if (kept.length > 0) both.set(object, kept);
  }
  return both;
}

function sameBase(a: readonly Int[], b: readonly Int[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
