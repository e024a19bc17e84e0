/**
 * Tables of pointers: objects of the host's own in which pointers are stored at indices that are not constant, each the beginning of
 * memory that was just asked for. Two places of such a table lead to different memory, and to none that was asked for elsewhere.
 * Whatever else is stored into one makes it any memory again.
 */
import { content, floorMod, gcd, type Int, isConstant } from '../terms/index.ts';
import type { LocalContent, MemoryObject, Value } from './memory.ts';

const POINTER_BYTES = 8n;
/** Kinds of places that are told apart: members of structs in an array. */
const MOST_PLACES = 8;

/** Offsets that are `rest` past a multiple of `step`; 0: that one offset. */
interface Places {
  readonly step: bigint;
  readonly rest: bigint;
}

export interface PointerTable {
  /** Tables of one name have one history: what stands in different places of them is different memory. */
  readonly name: string;
  /** Where the memory was asked for that the pointers lead to. */
  readonly sites: ReadonlySet<string>;
  /** The objects among it that are in the table by now: one that is stored again is in two places. */
  readonly members: ReadonlyMap<number, MemoryObject>;
  /** Where pointers stand. */
  readonly places: readonly Places[];
}

/**
 * The table after a store of a pointer.
 * @param around the iterations of the loops around the store
 * @returns null where nothing is known of its pointers any more
 */
export function withPointer(
  table: PointerTable,
  offset: Int,
  value: Value,
  around: readonly Int[],
): PointerTable | null {
  const object = beginning(value);
  if (object === undefined) return null;
  if (object !== null && !isNewIn(table, object, around)) return null;
  const place = placesOf(offset);
  const places = table.places.some((one) => isSame(one, place)) ? table.places : [...table.places, place];
  if (places.length > MOST_PLACES) return null;
  if (object === null) return { ...table, places };
  return {
    name: table.name,
    places,
    sites: new Set([...table.sites, siteOf(object)]),
    members: new Map([...table.members, [object.id, object]]),
  };
}

/** The table after so many bytes that are no pointer were stored: null where they may have gone to where a pointer stands. */
export function withOther(table: PointerTable, offset: Int, bytes: number): PointerTable | null {
  const place = placesOf(offset);
  return table.places.some((one) => mayOverlap(one, place, BigInt(bytes))) ? null : table;
}

/** May a pointer be loaded from there that was stored? */
export function mayHold({ places }: PointerTable, offset: Int): boolean {
  const place = placesOf(offset);
  return places.some((one) => mayOverlap(one, place, POINTER_BYTES));
}

/** What holds after either of two paths. */
export function joinTables(a: PointerTable, b: PointerTable): PointerTable | null {
  if (a === b) return a;
  const places = [...a.places, ...b.places.filter((place) => !a.places.some((one) => isSame(one, place)))];
  if (places.length > MOST_PLACES) return null;
  return {
    name: a.name === b.name ? a.name : `${a.name}|${b.name}`,
    places,
    sites: new Set([...a.sites, ...b.sites]),
    members: new Map([...a.members, ...b.members]),
  };
}

export function isSameTable(a: PointerTable | null, b: PointerTable | null): boolean {
  if (a === null || b === null) return a === b;
  const areIn = <T>(some: Iterable<T>, all: { has: (one: T) => boolean }) => [...some].every((one) => all.has(one));
  return (
    a.sites.size === b.sites.size &&
    a.members.size === b.members.size &&
    a.places.length === b.places.length &&
    areIn(a.sites, b.sites) &&
    areIn(a.members.keys(), b.members) &&
    a.places.every((place) => b.places.some((one) => isSame(one, place)))
  );
}

/** The table at the beginning of an iteration: what other iterations have asked for has the same names in this one. */
export function betweenIterations(table: PointerTable, loopsAround: number): PointerTable {
  const members = [...table.members].filter(([, { origin }]) => {
    return origin.kind === 'allocation' && origin.iterations.length <= loopsAround;
  });
  return { ...table, members: new Map(members) };
}

/**
 * The content as a table, before something is stored by index; null where it holds pointers of which this is not known.
 * @param name one that no other table has
 */
export function tableOf({ slots, isHavocked, table }: LocalContent, name: string): PointerTable | null {
  if (table !== null || isHavocked) return table;
  const sites = new Set<string>();
  const members = new Map<number, MemoryObject>();
  const places: Places[] = [];
  for (const [offset, { value }] of slots) {
    if (value.kind === 'int' || value.kind === 'bool' || value.kind === 'opaque') continue;
    const object = beginning(value);
    if (object === undefined) return null;
    if (object === null) continue;
    places.push({ step: 0n, rest: BigInt(offset) });
    if (sites.has(siteOf(object))) return null;
    sites.add(siteOf(object));
    members.set(object.id, object);
  }
  return { name, sites, members, places: shared(places) };
}

/** Many places that are known one by one: all that lie so far apart as these. */
function shared(places: readonly Places[]): readonly Places[] {
  if (places.length <= 1) return places;
  const [first] = places;
  const step = places.reduce((sum, { rest }) => gcd(sum, abs(rest - first!.rest)), 0n);
  return [{ step, rest: floorMod(first!.rest, step) }];
}

/** The memory at whose beginning a pointer leads; null: none, undefined: it may lead elsewhere. */
function beginning(value: Value): MemoryObject | null | undefined {
  if (value.kind !== 'pointer') return undefined;
  const [target, ...others] = value.targets;
  if (target === undefined) return null;
  const isWhole = others.length === 0 && isConstant(target.offset) && target.offset.constant === 0n;
  return isWhole && target.object.origin.kind === 'allocation' ? target.object : undefined;
}

/** Is the memory in no place of the table yet? What the same place of the code has asked for in other iterations is other memory. */
function isNewIn({ sites, members }: PointerTable, object: MemoryObject, around: readonly Int[]): boolean {
  if (members.has(object.id) || object.origin.kind !== 'allocation') return false;
  const { site, iterations } = object.origin;
  return !sites.has(site) || (iterations.length === around.length && iterations.every((one, i) => one === around[i]));
}

function siteOf({ origin, key }: MemoryObject): string {
  return origin.kind === 'allocation' ? origin.site : key;
}

function placesOf(offset: Int): Places {
  if (isConstant(offset)) return { step: 0n, rest: offset.constant };
  const step = content(offset);
  return { step, rest: floorMod(offset.constant, step) };
}

function isSame(a: Places, b: Places): boolean {
  return a.step === b.step && a.rest === b.rest;
}

/** May so many bytes of one lie where a pointer of the other does? */
function mayOverlap(pointer: Places, other: Places, bytes: bigint): boolean {
  const step = gcd(pointer.step, other.step);
  const ahead = other.rest - pointer.rest;
  if (step === 0n) return ahead < POINTER_BYTES && -ahead < bytes;
  const past = floorMod(ahead, step);
  return past < POINTER_BYTES || past + bytes > step;
}

function abs(number: bigint): bigint {
  return number < 0n ? -number : number;
}
