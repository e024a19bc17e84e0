/** Which memory host code passes with a pointer: of one that may lead to several, each with its condition. */
import { sizeOf } from '../ir/layout.ts';
import type { ProgramFunction, Type } from '../ir/program.ts';
import {
  type PassedMemory,
  type PlaceInTable,
  type State,
  scalarsWithin,
  type TableElement,
  type Target,
  type Thread,
  type Value,
} from '../kernel/index.ts';
import type { Cond, Int } from '../terms/index.ts';
import { dependsOnGuess, isGuess } from './guesses.ts';

/** One of the places that a pointer may lead to. */
export interface PassedTarget {
  readonly guard: Cond;
  readonly memory: PassedMemory;
  /** Bytes into the memory. */
  readonly offset: Int;
}

/** A pointer in an argument. */
export interface PassedPointer {
  /** Bytes into the argument: 0 for one that is a pointer itself. */
  readonly at: number;
  /** Their guards exclude each other; none holding means null. */
  readonly targets: readonly PassedTarget[];
}

/** Says what pointers lead to at one launch. */
export class PointerReader {
  readonly #thread: Thread;
  readonly #state: State;
  readonly #isClosed: boolean;

  /** @param isClosed true when what the executed function is handed comes from this program, where it was not followed */
  constructor(thread: Thread, state: State, isClosed: boolean) {
    this.#thread = thread;
    this.#state = state;
    this.#isClosed = isClosed;
  }

  /** @param at of the pointer, in its argument */
  pointer(value: Value, at: number): PassedPointer {
    const { terms } = this.#thread;
    if (value.kind !== 'pointer') {
      const memory = {
        key: 'a pointer that was not followed',
        kind: 'unknown',
        site: null,
        isOneOfMany: true,
      } as const;
      return { at, targets: [{ guard: terms.true, memory, offset: terms.zero }] };
    }
    const targets = value.targets.filter(({ guard }) => terms.and(this.#state.path, guard).kind !== 'false');
    return { at, targets: targets.map((x) => ({ guard: x.guard, memory: this.#memoryOf(x), offset: x.offset })) };
  }

  /** The pointers in a struct of that type that an address leads to. */
  pointersBehind(address: Value, type: Type): PassedPointer[] {
    const { terms, memory } = this.#thread;
    const [target, ...others] = address.kind === 'pointer' ? address.targets : [];
    return pointersIn(type).map((scalar) => {
      if (!target || others.length > 0) return this.pointer({ kind: 'undefined' }, scalar.offset);
      const place = { ...target, offset: terms.add(target.offset, terms.constant(scalar.offset)) };
      return this.pointer(memory.load(this.#state, place, scalar.type), scalar.offset);
    });
  }

  /** The whole numbers in a struct of that type that an address leads to. */
  scalarsBehind(address: Value, type: Type): { at: number; bits: number; value: Value }[] {
    const { terms, memory } = this.#thread;
    const [target, ...others] = address.kind === 'pointer' ? address.targets : [];
    if (!target || others.length > 0) return [];
    return scalarsPassed(type).flatMap((scalar) => {
      if (scalar.type.kind !== 'int') return [];
      const place = { ...target, offset: terms.add(target.offset, terms.constant(scalar.offset)) };
      const value = memory.load(this.#state, place, scalar.type);
      return [{ at: scalar.offset, bits: scalar.type.bits, value }];
    });
  }

  #memoryOf({ object, base }: Target): PassedMemory {
    const { origin } = object;
    const key = [`${object.key}#${object.id}`, ...base.map(({ id }) => id)].join();
    const named = { key, site: null, isOneOfMany: false };
    switch (origin.kind) {
      case 'allocation': {
        const around = this.#thread.symbols.iterations;
        const isOneOfMany = origin.iterations.some((iteration, i) => iteration !== around[i]);
        return { key, kind: 'allocation', site: origin.site, isOneOfMany };
      }
      case 'element': {
        const around = this.#thread.symbols.iterations;
        const { place } = origin;
        const isOfRound = place?.iterations.every((iteration, i) => iteration === around[i]) ?? false;
        const inTable = { table: origin.table, sites: [...origin.sites], place: isOfRound ? placeIn(place!) : null };
        return { key, kind: 'allocation', site: key, isOneOfMany: !isOfRound, inTable };
      }
      case 'variable':
        return { ...named, key: origin.symbol, kind: 'variable' };
      case 'held':
        return { ...named, kind: 'given' };
      case 'outside':
        return { ...named, kind: this.#isClosed ? 'unknown' : 'given' };
      case 'loaded':
        return { ...named, kind: isGuess(origin.of) || dependsOnGuess(base) ? 'unknown' : 'outside' };
      default:
        return { ...named, kind: 'allocation' };
    }
  }
}

/** Where something stood in a table of pointers, in words that are the same for what varies in the same way. */
function placeIn({ offset }: NonNullable<TableElement['place']>): NonNullable<PlaceInTable['place']> {
  const varying = offset.monomials.map(
    ({ coefficient, atoms }) => `${coefficient}*${atoms.map(({ id }) => id).join('*')}`,
  );
  return { varying: varying.join('+'), constant: offset.constant };
}

/** Structs that are passed may have as many scalars: bytes of padding, of which maps of tensors have many, are among them. */
const PASSED_LIMIT = 2048;

/** The scalars of a struct that is passed by value; none where there are too many. */
export function scalarsPassed(type: Type): { offset: number; type: Type }[] {
  return scalarsWithin(type, 0, 0, sizeOf(type), PASSED_LIMIT) ?? [];
}

/** The places of the pointers in a type. */
export function pointersIn(type: Type): { offset: number; type: Type }[] {
  return scalarsPassed(type).filter((scalar) => scalar.type.kind === 'pointer');
}

/** True for functions that only this program calls, whoever it is that it hands their address to. */
export function isInternal({ name }: ProgramFunction): boolean {
  return /^_ZL|^_ZZ|^_ZN?K?S[tabsiod]|_GLOBAL__N_/.test(name);
}
