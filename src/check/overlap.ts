/** When two accesses touch a common byte, and when it makes a difference that they do. */
import { Ballot, GroupValue, type KernelAccess, Load, Repeated } from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import {
  type Atom,
  type Cond,
  type Int,
  recomposed,
  type Substitution,
  someAtom,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { divisible } from './decide/divisibility.ts';
import type { AccessPair, Side } from './order/index.ts';
import { isOfLaunch, originsOf } from './symbols.ts';

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
  // A position that was taken apart into rows and columns is put together again: then its step is seen.
  const [x, y] = [recomposed(terms, addressOf(first)), recomposed(terms, addressOf(second))];
  const [sizeX, sizeY] = [first.access.size, second.access.size];
  const difference = terms.sub(x, y);
  const size = BigInt(sizeX);
  const isDivisible = sizeX === sizeY && divisible(terms, difference, size);
  const isNatural = [first, second].every(({ access }) => isNaturallyAligned(access));
  if (isDivisible || (sizeX === sizeY && isNatural && isOtherwiseUpToTheLaunch(terms, difference, size))) {
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
function isOtherwiseUpToTheLaunch(terms: Terms, { constant, monomials }: Int, by: bigint): boolean {
  const isGiven = (atom: Atom) => (atom.kind === 'symbol' || atom.kind === 'apply') && isOfLaunch([terms.ofAtom(atom)]);
  const others = monomials.filter(({ coefficient }) => coefficient % by !== 0n);
  return constant % by === 0n && others.every(({ atoms }) => atoms.some(isGiven));
}

/** Is the address a multiple of the access's size, as the hardware demands it of scalars and vectors? */
export function isNaturallyAligned({ alignment, size }: Pick<KernelAccess, 'alignment' | 'size'>): boolean {
  return alignment % size === 0;
}

/** Bytes from the object's start, as the thread computes them. */
export function addressOf({ access, terms }: Side): Int {
  return terms.int(access.offset);
}

/**
 * Two writes of one value to one place leave the same memory in either order; true when that cannot be told of values made of
 * inputs. What is made of loads is asked for behind a race alone: see `differentAsComputed`.
 */
export function differentValues(terms: Terms, pair: AccessPair, overlap: Overlap): Cond {
  const stored = storedBy(pair, overlap);
  if (stored === null) return terms.true;
  const origins = originsOf(stored);
  const isOfLoads = origins.has('input-memory') || origins.has('unknown');
  if (isOfLoads || someAtom(stored, isRepeated)) return terms.true;
  return terms.ne(pair.first.terms.int(stored[0]), pair.second.terms.int(stored[1]));
}

/**
 * The same, also of values that are made of loads, and of what a warp computes together.
 * @param isKept what two threads of a block load there from one place between two barriers is the same: nothing may have changed it
 * meanwhile
 * @param neverWritten see `loadsOfUnwritten`
 */
export function differentAsComputed(
  terms: Terms,
  pair: AccessPair,
  overlap: Overlap,
  { isKept, neverWritten }: { readonly isKept: (load: Load) => boolean; readonly neverWritten: Substitution },
): Cond {
  const stored = storedBy(pair, overlap);
  if (stored === null) return terms.true;
  const kept = ofOneBlock(terms, isKept);
  const [x, y] = [stored[0], stored[1]].map((value) => kept.int(neverWritten.int(value))) as [Int, Int];
  if (someAtom([x, y], (atom) => isOfThisRun(atom, isKept))) return terms.true;
  return terms.ne(pair.first.terms.int(x), pair.second.terms.int(y));
}

/** What two plain stores of the same bytes store; null where they are not that. */
function storedBy({ first, second }: AccessPair, { isAligned }: Overlap): readonly [Int, Int] | null {
  const [a, b] = [first.access, second.access].map(({ kind, value }) => (kind === 'write' ? value : null));
  return isAligned && a && b ? [a, b] : null;
}

/**
 * Loads of memory that no access writes have one value for all blocks: the execution knows that of those it was asked about. What loops
 * compute of such loads alone, all threads compute.
 */
export function loadsOfUnwritten(terms: Terms, accesses: readonly KernelAccess[]): Substitution {
  const written = new Set(accesses.flatMap(({ kind, object }) => (kind === 'read' ? [] : object.key)));
  const isWritten = (load: Load) => written.has(load.object.key);
  const result: Substitution = terms.substitution((atom) => {
    if (atom.kind === 'apply' && atom.of instanceof Repeated && !atom.of.loads.some(isWritten))
      return terms.apply(
        { ...atom, sharing: atom.of.isOfBlock ? 'block' : 'launch' },
        atom.args.map((arg) => result.int(arg)),
      );
    if (atom.kind !== 'apply' || atom.origin !== 'unknown') return undefined;
    if (!(atom.of instanceof Load) || isWritten(atom.of)) return undefined;
    const args = atom.args.map((arg) => result.int(arg));
    return terms.apply({ ...atom, sharing: 'launch', origin: 'input-memory', name: `${atom.name} unwritten` }, args);
  });
  return result;
}

/**
 * What loops compute of loads that are the same for all threads of a block is the same for these as well: the barriers before each
 * load are among what it is a function of.
 */
function ofOneBlock(terms: Terms, isKept: (load: Load) => boolean): Substitution {
  const result: Substitution = terms.substitution((atom) => {
    const isOfLoads = atom.kind === 'apply' && atom.of instanceof Repeated && atom.sharing === 'thread';
    if (!isOfLoads || !(atom.of as Repeated).loads.every(isKept)) return undefined;
    return terms.apply(
      { ...atom, sharing: 'block' },
      atom.args.map((arg) => result.int(arg)),
    );
  });
  return result;
}

/** Is it what a loop computes of what it loads? */
function isRepeated(atom: Atom): boolean {
  return atom.kind === 'apply' && atom.of instanceof Repeated;
}

/** Is it a value of which equal terms do not say that it is the same: another one at each time it is asked for? */
function isOfThisRun(atom: Atom, isKept: (load: Load) => boolean): boolean {
  if (atom.kind !== 'symbol' && atom.kind !== 'apply') return false;
  if (isRepeated(atom)) return atom.sharing === 'thread';
  if (atom.origin !== 'unknown') return false;
  // As a function of the place and of the barriers before it.
  if (atom.of instanceof Load) return !isKept(atom.of);
  return !(atom.of instanceof GroupValue || atom.of instanceof Ballot);
}

/** What it takes beside the terms for two stored values to be equal. */
export function assumedOfValues({ first, second }: AccessPair): Assumption[] {
  const assumptions: Assumption[] = [];
  const values = [first.access.value, second.access.value].flatMap((value) => value ?? []);
  visitAtoms(values, (atom) => {
    if (atom.kind === 'apply' && atom.of instanceof GroupValue) assumptions.push(...[atom.of.assumption ?? []].flat());
  });
  return assumptions;
}
