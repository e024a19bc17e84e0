/** When two accesses touch a common byte, and when it makes a difference that they do. */
import type { KernelAccess } from '../kernel/index.ts';
import type { Cond, Int, Terms } from '../terms/index.ts';
import { divisible } from './decide/divisibility.ts';
import type { AccessPair, Side } from './order/index.ts';
import { originsOf } from './symbols.ts';

export interface Overlap {
  readonly conditions: readonly Cond[];
  /** Terms that the conditions set to zero. */
  readonly equalities: readonly Int[];
  /** The two can only overlap by starting at the same byte. */
  readonly isAligned: boolean;
}

export function overlapOf(terms: Terms, { first, second }: AccessPair): Overlap {
  const [x, y] = [addressOf(first), addressOf(second)];
  const [sizeX, sizeY] = [first.access.size, second.access.size];
  const difference = terms.sub(x, y);
  if (sizeX === sizeY && divisible(terms, difference, BigInt(sizeX))) {
    return { conditions: [terms.eq(x, y)], equalities: [difference], isAligned: true };
  }
  return {
    conditions: [terms.lt(x, terms.add(y, terms.constant(sizeY))), terms.lt(y, terms.add(x, terms.constant(sizeX)))],
    equalities: [difference],
    isAligned: false,
  };
}

/** Bytes from the object's start, as the thread computes them. */
export function addressOf({ access, terms }: Side): Int {
  return terms.int(access.offset);
}

/**
 * Two writes of one value to one place leave the same memory in either order; true when that cannot be told. Only values
 * made of inputs count: that two loads return the same is a fact about other memory, not about the program.
 */
export function differentValues(terms: Terms, { first, second }: AccessPair, { isAligned }: Overlap): Cond {
  const storedBy = ({ kind, value }: KernelAccess) => (kind === 'write' ? value : null);
  const [a, b] = [storedBy(first.access), storedBy(second.access)];
  if (!isAligned || a === null || b === null) return terms.true;
  const origins = originsOf([a, b]);
  if (origins.has('input-memory') || origins.has('unknown')) return terms.true;
  return terms.ne(first.terms.int(a), second.terms.int(b));
}
