/** Variables that a loop carries from one iteration to the next: slots of the thread's own objects. */
import { type Atom, type Int, single } from '../../terms/index.ts';
import { type Slot, type Value, withSlot } from '../memory.ts';
import type { PointerTable } from '../pointer-table.ts';
import { contentOf, type State } from '../state.ts';
import type { Thread } from '../thread.ts';

export interface Carried {
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  /** The value before the loop, or undefined when there is none. */
  readonly entry: Value | undefined;
  /** What stands for it at the start of an iteration. */
  start: Value;
  /** Assumed not negative; kept only while an iteration preserves it. */
  nonNegative: boolean;
  /** A number that is an address, and stays one within the same memory; kept only while an iteration preserves it. */
  isAddress: boolean;
}

/** What the variable holds in a state. */
export function valueIn(state: State, { object, offset }: Pick<Carried, 'object' | 'offset'>): Value | undefined {
  return contentOf(state, object).slots.get(offset)?.value;
}

/** The state in which carried variables have values. The memory of the state is copied once. */
export function withValues(state: State, values: Iterable<readonly [Carried, Value]>): State {
  const memory = new Map(state.memory);
  for (const [{ object, offset, size }, value] of values) {
    memory.set(object, withSlot(memory.get(object) ?? contentOf(state, object), offset, size, value));
  }
  return { ...state, memory };
}

/** What is known of an object to which iterations store at unknown places. */
export interface Havocked {
  /** Where pointers and functions stood of which iterations leave nothing known. */
  readonly lost: ReadonlySet<number>;
  readonly table: PointerTable | null;
}

/** The state in which stores at unknown places may have changed the objects. */
export function withHavocked(state: State, objects: ReadonlyMap<number, Havocked>): State {
  if (objects.size === 0) return state;
  const memory = new Map(state.memory);
  for (const [object, { lost, table }] of objects) {
    const slots = new Map([...contentOf(state, object).slots].filter(([offset]) => !lost.has(offset)));
    memory.set(object, { slots, isHavocked: true, table, last: null });
  }
  return { ...state, memory };
}

/** @param slot where an iteration has changed it */
export function newCarried(thread: Thread, entry: State, object: number, offset: number, slot: Slot): Carried {
  const before = valueIn(entry, { object, offset });
  const isAddress = before?.kind === 'int' && thread.objects.pointerBehind(before) !== null;
  const low = before?.kind === 'int' ? before.term.range.low : null;
  const carried: Carried = {
    object,
    offset,
    size: slot.size,
    entry: before,
    start: slot.value,
    nonNegative: !isAddress && low !== null && low >= 0n,
    isAddress,
  };
  carried.start = startValue(thread, carried);
  return carried;
}

/** A fresh symbol of the kind of the variable's value. */
export function startValue(thread: Thread, carried: Carried): Value {
  const { terms: t, machine, symbols } = thread;
  const like = carried.entry && carried.entry.kind !== 'undefined' ? carried.entry : carried.start;
  const fresh = (low: bigint | null, high: bigint | null) => symbols.unknown('approximate', { low, high }, 'carried');
  switch (like.kind) {
    case 'int': {
      if (carried.isAddress) return machine.make(like.width, t.add(like.term, fresh(null, null)));
      const half = 1n << BigInt(like.width - 1);
      return machine.make(like.width, fresh(carried.nonNegative ? 0n : -half, half - 1n), true);
    }
    case 'bool':
      return { kind: 'bool', cond: t.ne(fresh(0n, 1n), t.zero) };
    case 'pointer':
      return { kind: 'pointer', targets: like.targets.map((x) => ({ ...x, offset: fresh(null, null) })) };
    case 'aggregate':
      return {
        kind: 'aggregate',
        elements: like.elements.map((e) =>
          startValue(thread, { ...carried, entry: e, start: e, nonNegative: false, isAddress: false }),
        ),
      };
    case 'function':
      return like;
    default:
      return { kind: 'opaque', term: fresh(null, null) };
  }
}

export function sameValue(a: Value | undefined, b: Value): boolean {
  if (a === undefined || a.kind !== b.kind) return false;
  if (a === b) return true;
  if (a.kind === 'int' && b.kind === 'int') return a.term === b.term;
  if (a.kind === 'opaque' && b.kind === 'opaque') return a.term === b.term;
  if (a.kind === 'bool' && b.kind === 'bool') return a.cond === b.cond;
  if (a.kind === 'function' && b.kind === 'function') return a.name === b.name;
  if (a.kind === 'pointer' && b.kind === 'pointer') {
    return (
      a.targets.length === b.targets.length &&
      a.targets.every((x, i) => {
        const y = b.targets[i]!;
        return x.object === y.object && x.offset === y.offset && x.guard === y.guard;
      })
    );
  }
  if (a.kind === 'aggregate' && b.kind === 'aggregate') {
    return a.elements.length === b.elements.length && a.elements.every((x, i) => sameValue(x, b.elements[i]!));
  }
  return false;
}

/** The terms that a value is made of, in an order that values of one kind share. */
export function termsOf(value: Value): Int[] {
  switch (value.kind) {
    case 'int':
    case 'opaque':
      return [value.term];
    case 'bool':
      return value.cond.kind === 'ne' || value.cond.kind === 'eq' || value.cond.kind === 'le' ? [value.cond.term] : [];
    case 'pointer':
      return value.targets.map((x) => x.offset);
    case 'aggregate':
      return value.elements.flatMap(termsOf);
    default:
      return [];
  }
}

/** The atoms of the terms that stand for a variable at the start of an iteration. */
export function startAtoms({ start }: Carried): Atom[] {
  return termsOf(start).flatMap((term) => term.monomials.flatMap((m) => m.atoms));
}

/** The id of the newest start symbol: what is newer was made inside the iteration. */
export function newestSymbol(carried: readonly Carried[]): number {
  return carried.flatMap(startAtoms).reduce((newest, atom) => Math.max(newest, atom.id), 0);
}

/** The terms that stand for the start symbols of variables with a closed form, by the ids of the symbols. */
export function startsToTerms(values: ReadonlyMap<Carried, Value>): Map<number, Int> {
  const known = new Map<number, Int>();
  for (const [carried, value] of values) {
    const to = termsOf(value);
    termsOf(carried.start).forEach((term, i) => {
      const atom = single(term);
      if (atom && to[i]) known.set(atom.id, to[i]);
    });
  }
  return known;
}
