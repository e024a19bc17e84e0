/** Which memory the pointers lead to that a launch passes, and what is known of two of them. */
import { type Int, isConstant } from '../terms/index.ts';

/** Names a pointer or a number that the host passes: the number of the parameter, and how many bytes into it it stands. */
export type PointerKey = `${number}+${number}`;

export function pointerKey(parameter: number, offset: number): PointerKey {
  return `${parameter}+${offset}`;
}

/** The memory behind a pointer that the host passes. */
export interface PassedMemory {
  /** Equal keys, same memory; unless it is one of many. */
  readonly key: string;
  readonly kind: /** Memory that the host asked for: different from all other memory that is known by name. */
    | 'allocation'
    /** A variable of the program. */
    | 'variable'
    /** Whoever calls the host's function says what it is; it was there before. */
    | 'given'
    /** A library or a function of another file says what it is. */
    | 'outside'
    /** The host's code says what it is, and was not understood. */
    | 'unknown';
  /** Of an allocation: where it is asked for. One place may ask often, and each time gets other memory. */
  readonly site: string | null;
  /** True of an allocation in another round of a loop than the one that the launch is in: in which is not known. */
  readonly isOneOfMany: boolean;
  /** Of an allocation that the host finds in a table of pointers: what may be there, and where it stood. */
  readonly inTable?: PlaceInTable;
}

/** A place in a table of pointers: what stands in two places of one table is different memory. */
export interface PlaceInTable {
  /** Equal for tables that are one. */
  readonly table: string;
  /** Where what stands there may have been asked for. */
  readonly sites: readonly string[];
  /** The offset in bytes, as what varies and a number; null: somewhere. */
  readonly place: { readonly varying: string; readonly constant: bigint } | null;
}

/** Where a pointer leads that shares memory with an earlier one, or with a variable. */
export interface Alias {
  readonly to:
    | { readonly kind: 'parameter'; readonly index: number; readonly offset: number }
    | { readonly kind: 'variable'; readonly symbol: string };
  /** In bytes from where that one leads. */
  readonly offset: Int;
  /** It may be one with another of them, for all that is known of the host: it is not told apart from any. */
  readonly mayBeOne?: boolean;
}

/** What knows the memory that the launch passes there again among an execution's objects, where it is no alias of other memory. */
export function passedObjectKey(index: number, offset: number): string {
  return `memory of ${index}+${offset}`;
}

/** Do the two lead to one place? */
export function isOnePointer(
  aliases: ReadonlyMap<PointerKey, Alias>,
  [a, b]: readonly [PointerKey, PointerKey],
): boolean {
  const placeOf = (key: PointerKey) => {
    const alias = aliases.get(key);
    if (alias === undefined) return { root: key, offset: null };
    const { to, offset } = alias;
    const root = to.kind === 'parameter' ? pointerKey(to.index, to.offset) : to.symbol;
    return { root, offset: isConstant(offset) && offset.constant === 0n ? null : offset };
  };
  const [first, second] = [placeOf(a), placeOf(b)];
  return first.root === second.root && first.offset === second.offset;
}

/** Where in its memory a pointer leads that the host passes. */
export interface PointerStart {
  /** In bytes from where the memory begins; of memory that the host was handed, from where that pointer leads. */
  readonly offset: Int;
  /** True of memory that the host asks the runtime for: it begins at a multiple of 256 bytes. */
  readonly isAllocated: boolean;
}

/** What is known of the address to which a pointer leads: it is `start` past a multiple of `unit`. */
export interface Placement {
  readonly unit: bigint;
  readonly start: Int;
  /** What that takes for granted of the pointer, as the rest of a sentence; null: nothing that is not stated. */
  readonly assumption: string | null;
}

/** Memory that the runtime hands out begins at multiples of so many bytes, and so do variables in global memory. */
export const ALLOCATION_UNIT = 256n;
export const AT_ITS_START = `points to the start of an allocation, at a multiple of ${ALLOCATION_UNIT} bytes`;

/** Shared memory of which the launch says how much: programs that cut addresses off align them by so many bytes at most. */
export const DYNAMIC_SHARED_UNIT = 1024n;

/** Of a variable in shared memory whose declaration does not say so. */
export function sharedStart(unit: bigint): string {
  return `starts at a multiple of ${unit} bytes of shared memory`;
}

const PAST_A_START = `points into memory that starts at a multiple of ${ALLOCATION_UNIT} bytes`;

/**
 * @param starts where the pointers of a launch lead
 * @param stated of which addresses somebody says that they are multiples of how much
 */
export function placementsOf(
  starts: ReadonlyMap<PointerKey, PointerStart>,
  stated: ReadonlyMap<PointerKey, bigint>,
  zero: Int,
): Map<PointerKey, Placement> {
  const placements = new Map<PointerKey, Placement>();
  for (const [key, unit] of stated) placements.set(key, { unit, start: zero, assumption: null });
  for (const [key, { offset, isAllocated }] of starts) {
    if (isAllocated) placements.set(key, { unit: ALLOCATION_UNIT, start: offset, assumption: null });
    else if (!stated.has(key) && offset !== zero)
      placements.set(key, { unit: ALLOCATION_UNIT, start: offset, assumption: PAST_A_START });
  }
  return placements;
}

const POINTER_BYTES = 8n;

/** Is memory out of a table known to be none of the other? */
function areApart(a: PassedMemory, b: PassedMemory): boolean {
  const [x, y] = [a.inTable, b.inTable];
  if (x?.place && y?.place && x.table === y.table && x.place.varying === y.place.varying) {
    const distance = x.place.constant - y.place.constant;
    if (distance >= POINTER_BYTES || -distance >= POINTER_BYTES) return true;
  }
  const sitesOf = ({ inTable, site }: PassedMemory) => inTable?.sites ?? (site === null ? [] : [site]);
  const others = new Set(sitesOf(b));
  return sitesOf(a).every((site) => !others.has(site));
}

/** `assumed`: the caller may pass one memory for both. `open`: so may the host's code, for all that was understood. */
export type Separation = 'same' | 'different' | 'assumed' | 'open';

/** What is known of the memory of two pointers of one launch. */
export function separationOf(a: PassedMemory, b: PassedMemory): Separation {
  if (a.key === b.key) return a.isOneOfMany ? 'open' : 'same';
  if (a.kind === 'unknown' || b.kind === 'unknown') return 'open';
  if (a.kind === 'outside' || b.kind === 'outside') return 'assumed';
  // What was there before is none of what was asked for since.
  if (a.kind === 'given') return b.kind === 'allocation' ? 'different' : 'assumed';
  if (b.kind === 'given') return a.kind === 'allocation' ? 'different' : 'assumed';
  if (a.inTable !== undefined || b.inTable !== undefined) return areApart(a, b) ? 'different' : 'open';
  // What this round asked for is none of what other rounds did.
  return a.site !== null && a.site === b.site && a.isOneOfMany && b.isOneOfMany ? 'open' : 'different';
}
