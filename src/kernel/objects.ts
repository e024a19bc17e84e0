/** The objects of memory that the thread's pointers lead into, and the numbers that stand for their addresses. */
import type { Type } from '../ir/program.ts';
import {
  type Atom,
  type Int,
  type MachineInt,
  type MachineIntegers,
  type Range,
  someAtom,
  someAtomOfValue,
  type Terms,
  type Uninterpreted,
} from '../terms/index.ts';
import type { Frame } from './frame.ts';
import { Address, Load } from './meanings.ts';
import type { MemoryObject, TableElement, Target, Value } from './memory.ts';
import { ALLOCATION_UNIT, type Placement } from './passed-memory.ts';
import type { PointerTable } from './pointer-table.ts';

/** Objects lie in the first 2^56 bytes. */
const BASES: Range = { low: 1n, high: 1n << 48n };

export class Objects {
  readonly #terms: Terms;
  readonly #machine: MachineIntegers;
  readonly #byKey = new Map<string, MemoryObject>();
  readonly #byId = new Map<number, MemoryObject>();
  readonly #types = new Map<number, Type>();
  readonly #placementOf: (object: MemoryObject) => Placement | null;
  readonly #onNumber: (object: MemoryObject) => void;
  /** Numbers of what tables hold. */
  readonly #tableContents = new WeakMap<PointerTable, number>();
  #tables = 0;
  #next = 1;

  /** @param known where objects begin, as far as that is known; and who is told that an address is computed with */
  constructor(
    terms: Terms,
    machine: MachineIntegers,
    known: {
      readonly placementOf: (object: MemoryObject) => Placement | null;
      readonly onNumber: (object: MemoryObject) => void;
    },
  ) {
    this.#terms = terms;
    this.#machine = machine;
    this.#placementOf = known.placementOf;
    this.#onNumber = known.onNumber;
  }

  /** Objects that are made later have this number or a higher one. */
  get next(): number {
    return this.#next;
  }

  /** The object of that key, made when it is new. */
  object(key: string, make: (id: number) => Omit<MemoryObject, 'key'>): MemoryObject {
    const known = this.#byKey.get(key);
    if (known) return known;
    const object = { ...make(this.#next++), key };
    this.#byKey.set(key, object);
    this.#byId.set(object.id, object);
    return object;
  }

  /** The object of that number. */
  numbered(id: number): MemoryObject | undefined {
    return this.#byId.get(id);
  }

  /**
   * An object of stack memory that nobody else knows.
   * @param type null when it has none
   * @param key where each activation by the same way has the same; null: a new object
   */
  onStack(frame: Frame, name: string, type: Type | null, key: string | null = null): MemoryObject {
    const object = this.onHeap(name, key);
    frame.stackObjects.push(object.id);
    if (type) this.declare(object, type);
    return object;
  }

  /** Memory that nobody else knows, and that outlives the function. */
  onHeap(name: string, key: string | null = null): MemoryObject {
    return this.object(key ?? `stack ${this.#next}`, (id) => {
      return { id, space: 'local', name, origin: { kind: 'stack' } };
    });
  }

  /** Memory that the host asks for at a place; one object for each iteration of the loops around. */
  allocation(site: string, iterations: readonly Int[]): MemoryObject {
    const key = iterations.length === 0 ? site : `${site}@${iterations.map(({ id }) => id).join()}`;
    return this.object(key, (id) => {
      return { id, space: 'global', name: site, origin: { kind: 'allocation', site, iterations } };
    });
  }

  /** A name for a table of pointers that no other has. */
  tableName(): string {
    return `table ${this.#tables++}`;
  }

  /**
   * What stands in a table at a place. While nothing is stored in the table, one place has one pointer.
   * @param iterations of the loops around the load
   */
  elementOf(table: PointerTable, offset: Int, iterations: readonly Int[]): MemoryObject {
    const content = this.#tableContents.get(table) ?? this.#tables++;
    this.#tableContents.set(table, content);
    const { name, sites } = table;
    const key = `${name}.${content}[${[offset, ...iterations].map(({ id }) => id).join()}]`;
    return this.#element(key, { table: name, place: { offset, iterations }, sites });
  }

  /** What stands in the table of an element, somewhere. */
  anyLike({ table, sites }: TableElement): MemoryObject {
    return this.#element(`${table}[] of ${[...sites].join()}`, { table, place: null, sites });
  }

  #element(key: string, element: TableElement): MemoryObject {
    return this.object(key, (id) => ({ id, space: 'global', name: key, origin: { kind: 'element', ...element } }));
  }

  /** What a pointer of the host leads to that was set before; one object per key. */
  held(key: string): MemoryObject {
    return this.object(key, (id) => ({ id, space: 'global', name: key, origin: { kind: 'held' } }));
  }

  /** Memory of the host that was there before: behind a parameter, or behind a pointer in such memory. */
  outside(key: string): MemoryObject {
    return this.object(key, (id) => ({ id, space: 'local', name: key, origin: { kind: 'outside' } }));
  }

  /** The object's content is of that type. */
  declare(object: MemoryObject, type: Type): void {
    this.#types.set(object.id, type);
  }

  /** The type of what an object of the thread's own holds, where it is known. */
  typeOf(object: MemoryObject): Type | undefined {
    return this.#types.get(object.id);
  }

  pointerTo(object: MemoryObject, offset: Int = this.#terms.zero): Value {
    return { kind: 'pointer', targets: [{ guard: this.#terms.true, object, base: [], offset }] };
  }

  // ---- addresses as numbers ----------------------------------------------------------------------------------------

  /** The target's address as a number that the program computes with: what is cut off it may be what something is aligned by. */
  numberOf(target: Target): Int {
    this.#onNumber(target.object);
    return this.addressOf(target);
  }

  /** The target's address as a number. */
  addressOf({ object, base, offset }: Target): Int {
    const t = this.#terms;
    const of = new Address(object);
    if (object.origin.kind !== 'loaded' && base.length === 0) {
      const { unit, start } = this.#placed(object);
      return t.add(t.scale(t.symbol(`&${object.id}`, 'launch', 'input', BASES, of), unit), t.add(start, offset));
    }
    const start: Uninterpreted = {
      name: `address of ${object.origin.kind === 'loaded' ? object.origin.pointer : object.key}`,
      sharing: 'launch',
      origin: 'unknown',
      range: { low: 0n, high: null },
      of,
    };
    return t.add(t.apply(start, base), offset);
  }

  /** Where nothing is known, at a multiple of what allocations begin at: `onNumber` says where that is assumed. */
  #placed(object: MemoryObject): Pick<Placement, 'unit' | 'start'> {
    return this.#placementOf(object) ?? { unit: ALLOCATION_UNIT, start: this.#terms.zero };
  }

  /** A pointer whose bits are the number `address`: known when it was made from an object's address. */
  pointerAt(address: Int): Value {
    const t = this.#terms;
    const [known] = this.#madeFrom(address);
    if (known) return { kind: 'pointer', targets: [known] };
    const atom = address.monomials.find((m) => m.coefficient === 1n && m.atoms.length === 1)?.atoms[0];
    if (atom?.kind === 'apply') {
      const offset = t.sub(address, t.ofAtom(atom));
      return { kind: 'pointer', targets: [{ guard: t.true, object: this.#behind(atom), base: atom.args, offset }] };
    }
    const object = this.#behind({ name: 'an unknown pointer', of: null, origin: 'input' });
    const base = atom?.kind === 'symbol' ? t.ofAtom(atom) : address;
    return { kind: 'pointer', targets: [{ guard: t.true, object, base: [base], offset: t.sub(address, base) }] };
  }

  /** The pointer that a number was made from, arithmetic in between included; null when that is not known. */
  pointerBehind(number: MachineInt): Value | null {
    const [target, ...others] = this.#madeFrom(number.term);
    if (target === undefined || others.length > 0) return null;
    // The register holds the address modulo its width, and so the offset.
    const offset = this.#machine.signed(this.#machine.make(number.width, target.offset));
    return { kind: 'pointer', targets: [{ ...target, offset }] };
  }

  /** Does a number depend on where something lies? */
  holdsAddress(term: Int): boolean {
    return someAtom([term], (atom) => this.#startingAt(atom) !== null);
  }

  /** What the pointers point to whose addresses `address` is a sum of. */
  #madeFrom(address: Int): Target[] {
    const t = this.#terms;
    return address.monomials.flatMap(({ coefficient, atoms }): Target[] => {
      const [atom] = atoms;
      if (atom === undefined || atoms.length > 1) return [];
      const object = this.#startingAt(atom);
      if (object === null) return [];
      const { unit, start } = atom.kind === 'symbol' ? this.#placed(object) : { unit: 1n, start: t.zero };
      if (coefficient !== unit) return [];
      const base = atom.kind === 'apply' ? atom.args : [];
      const offset = t.sub(address, t.add(t.scale(t.ofAtom(atom), unit), start));
      return [{ guard: t.true, object, base, offset }];
    });
  }

  /** Does a number depend on where something of the thread's own lies? */
  holdsOwnAddress(term: Int): boolean {
    return someAtom([term], (atom) => this.#startingAt(atom)?.space === 'local');
  }

  /** The object at whose beginning a number is; null for any other number. */
  #startingAt(atom: Atom): MemoryObject | null {
    if ((atom.kind !== 'symbol' && atom.kind !== 'apply') || !(atom.of instanceof Address)) return null;
    return this.#byKey.get(atom.of.object) ?? null;
  }

  /** The memory behind the pointers that a function yields: a load, mostly. */
  #behind({ name, of, origin }: Pick<Uninterpreted, 'name' | 'of' | 'origin'>): MemoryObject {
    const from = of instanceof Load ? of.object : null;
    return this.object(`loaded ${name}`, (id) => ({
      id,
      space: 'global',
      name: from ? `*${from.name}[…]` : `memory behind ${name}`,
      origin: { kind: 'loaded', pointer: name, from, of: origin },
    }));
  }
}

/**
 * True for a place that is computed from where other objects lie, or from an address that was taken apart; not where these only
 * chose between places.
 */
export function leadsElsewhere({ object, base, offset }: Target): boolean {
  const isAddress = (atom: Atom) => (atom.kind === 'symbol' || atom.kind === 'apply') && atom.of instanceof Address;
  const isOfOther = (atom: Atom) => isAddress(atom) && !('of' in atom && (atom.of as Address).object === object.key);
  return someAtomOfValue([offset], isOfOther) || someAtomOfValue(base, isAddress);
}
