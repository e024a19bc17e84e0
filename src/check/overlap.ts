/** When two accesses touch a common byte, and when it makes a difference that they do. */
import type { KernelAccess } from '../kernel/index.ts';
import type { Atom, Cond, Int, Terms } from '../terms/index.ts';
import { divisible } from './decide/divisibility.ts';
import type { AccessPair, Side } from './order/index.ts';
import { originsOf } from './symbols.ts';

export interface Overlap {
  readonly conditions: readonly Cond[];
  /** Terms that the conditions set to zero. */
  readonly equalities: readonly Int[];
  /** The two can only overlap by starting at the same byte. */
  readonly isAligned: boolean;
  /** So many bytes, when that is so because misaligned accesses of that size would fault; else null. */
  readonly asAligned: number | null;
}

export function overlapOf(terms: Terms, { first, second }: AccessPair): Overlap {
  const [x, y] = [addressOf(first), addressOf(second)];
  const [sizeX, sizeY] = [first.access.size, second.access.size];
  const difference = terms.sub(x, y);
  const size = BigInt(sizeX);
  const isDivisible = sizeX === sizeY && divisible(terms, difference, size);
  const isNatural = [first, second].every(({ access }) => isNaturallyAligned(access));
  if (isDivisible || (sizeX === sizeY && isNatural && isOtherwiseUpToTheLaunch(difference, size))) {
    const asAligned = isDivisible ? null : sizeX;
    return { conditions: [terms.eq(x, y)], equalities: [difference], isAligned: true, asAligned };
  }
  return {
    conditions: [terms.lt(x, terms.add(y, terms.constant(sizeY))), terms.lt(y, terms.add(x, terms.constant(sizeX)))],
    equalities: [difference],
    isAligned: false,
    asAligned: null,
  };
}

/** Is what makes the term no multiple of that number up to what the launch is given, and to nothing else? */
function isOtherwiseUpToTheLaunch({ constant, monomials }: Int, by: bigint): boolean {
  const isGiven = (atom: Atom) => atom.kind === 'symbol' && atom.origin === 'input' && atom.sharing === 'launch';
  const others = monomials.filter(({ coefficient }) => coefficient % by !== 0n);
  return constant % by === 0n && others.every(({ atoms }) => atoms.some(isGiven));
}

/** Is the address a multiple of the access's size, as the hardware demands it of scalars and vectors? */
function isNaturallyAligned({ alignment, size }: Pick<KernelAccess, 'alignment' | 'size'>): boolean {
  return alignment % size === 0;
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
