/** Loads and stores of the thread: of its own memory, and of shared and global memory as far as the thread can know it. */
import { fieldOffset, sizeOf, storeSizeOf, strideOf } from '../ir/layout.ts';
import type { Operand, SourceLocation, Type } from '../ir/program.ts';
import { type Int, integerRange, type Range, type Terms } from '../terms/index.ts';
import type { BarrierCounters } from './barrier-counters.ts';
import { type TableContent, tableContent } from './constant-tables.ts';
import type { ExecutionInput } from './execution.ts';
import { LocalMemory, type MemoryParts } from './local-memory.ts';
import { Load } from './meanings.ts';
import type { MemoryObject, Target, Value } from './memory.ts';
import { SCALAR_LIMIT } from './scalars.ts';
import { findsItsOwn, type State } from './state.ts';
import { afterStore, forwarded, NO_STORES } from './store-forwarding.ts';
import type { Symbols } from './symbols.ts';

type Composite = Type & { kind: 'struct' | 'array' | 'vector' };

export class ThreadMemory {
  readonly local: LocalMemory;
  /** The place of the load or store that is being executed. */
  accessing: SourceLocation | null = null;
  readonly #input: ExecutionInput;
  readonly #terms: Terms;
  readonly #symbols: Symbols;
  readonly #counters: BarrierCounters;
  readonly #parts: MemoryParts;
  /** What host code got at by pointers that it was handed, or that were set before. */
  readonly #handedIn = new Set<MemoryObject>();

  constructor(input: ExecutionInput, symbols: Symbols, counters: BarrierCounters, parts: MemoryParts) {
    this.#input = input;
    this.#terms = input.terms;
    this.#symbols = symbols;
    this.#counters = counters;
    this.#parts = parts;
    this.local = new LocalMemory(input, symbols, parts);
  }

  // ---- loads -------------------------------------------------------------------------------------------------------

  /** Loads a value of `type` from one target; no access is recorded. */
  load(state: State, target: Target, type: Type, volatile = false): Value {
    if (isHandedIn(target.object)) this.#handedIn.add(target.object);
    if (isComposite(type)) {
      if (type.kind !== 'struct' && type.length > SCALAR_LIMIT) return { kind: 'undefined' };
      const elements = partsOf(type).map((part) =>
        this.load(state, this.#at(target, part.offset), part.type, volatile),
      );
      return { kind: 'aggregate', elements };
    }
    if (target.object.space === 'local') return this.local.load(state, target, type, this.accessing);
    const { machine, objects, values } = this.#parts;
    const own = volatile || this.#input.isLockstep ? undefined : forwarded(state.stores, target, storeSizeOf(type));
    if (own) return values.reinterpret(own, type);
    const term = this.#contentTerm(state, target, type, volatile);
    switch (type.kind) {
      case 'int':
        if (type.bits === 1) return { kind: 'bool', cond: this.#terms.ne(term, this.#terms.zero) };
        return machine.make(type.bits, term, true);
      case 'pointer':
        return this.#functionOfTable(target, volatile) ?? objects.pointerAt(term);
      default:
        return { kind: 'opaque', term };
    }
  }

  /**
   * What a load from shared or global memory yields. Memory that the kernel never writes is a function of the address.
   * Else, until a race is found, all threads of a block that read one address in one barrier interval read the same,
   * unless the reader itself has written the object since the barrier, or has fenced and may see what a lock or a flag
   * brought (the first race of a run cannot depend on another race, so this is sound for finding one).
   */
  #contentTerm(state: State, { object, base, offset }: Target, type: Type, volatile: boolean): Int {
    const t = this.#terms;
    const table = this.#tableAt(object, offset, type);
    if (table?.kind === 'term') return table.term;
    const range = table?.range ?? rangeOf(type);
    const bits = type.kind === 'int' ? type.bits : 0;
    const name = `${object.name}[]:${object.id}:${type.kind}${bits}`;
    const of = new Load(object, type);
    if (type.kind === 'pointer') this.#parts.recorder.pointerLoaded(object);
    if (object.space === 'constant' || (this.#input.readOnly.has(object.key) && !volatile)) {
      return t.apply({ name, sharing: 'launch', origin: 'input-memory', range, of }, [...base, offset]);
    }
    if (volatile || findsItsOwn(state, object.id)) return this.#symbols.unknown('unknown', range, `${object.name}[]`);
    const { block, warp, partialBarriers } = this.#counters.interval(state, object.space);
    const counts = [...partialBarriers.values()].flatMap(({ arrived, waited }) => [arrived, waited]);
    return t.apply({ name, sharing: 'block', origin: 'unknown', range, of }, [...base, offset, block, warp, ...counts]);
  }

  #tableAt({ origin, name }: Target['object'], offset: Int, type: Type): TableContent | null {
    const variable = origin.kind === 'variable' ? this.#input.program.globals.get(origin.symbol) : undefined;
    const content = variable === undefined ? null : tableContent(this.#terms, variable, offset, type);
    if (content !== null && !variable?.isConstant) this.#hostKeeps(name);
    return content;
  }

  #hostKeeps(name: string): void {
    this.#parts.recorder.assume('memory', `the host does not change ${name}`);
  }

  /** The function that a table of functions holds, unless somebody may have written it since it was initialised. */
  #functionOfTable({ object, offset }: Target, volatile: boolean): Value | null {
    const { values } = this.#parts;
    const { origin } = object;
    const variable = origin.kind === 'variable' ? this.#input.program.globals.get(origin.symbol) : undefined;
    if (!variable?.initializer || variable.isExternal || volatile) return null;
    if (object.space !== 'constant' && !this.#input.readOnly.has(object.key)) return null;
    const functions = this.#functionsIn(variable.initializer, variable.type, 0);
    const last = functions.at(-1);
    if (!last) return null;
    if (!variable.isConstant) this.#hostKeeps(object.name);
    return functions
      .slice(0, -1)
      .reduceRight(
        (rest, { at, value }) => values.choose(this.#terms.eq(offset, this.#terms.constant(at)), value, rest),
        last.value,
      );
  }

  #functionsIn(initializer: Operand, type: Type, at: number): { at: number; value: Value }[] {
    // PTX has numbers in the place of addresses.
    if (initializer.kind === 'expression') {
      const { instruction } = initializer;
      const isAddress = instruction.op === 'cast' && instruction.operator === 'ptrtoint';
      return isAddress ? this.#functionsIn(instruction.operand, type, at) : [];
    }
    if (initializer.kind === 'global') {
      const value = this.#parts.inputs.global(initializer.name);
      return value.kind === 'function' ? [{ at, value }] : [];
    }
    if (initializer.kind !== 'aggregate') return [];
    return initializer.elements.flatMap((element, i) => {
      if (type.kind === 'struct') return this.#functionsIn(element, type.fields[i]!, at + fieldOffset(type, i));
      return type.kind === 'array' ? this.#functionsIn(element, type.element, at + i * strideOf(type.element)) : [];
    });
  }

  // ---- stores ------------------------------------------------------------------------------------------------------

  /** Stores a value of `type` to one target; no access is recorded. */
  store(before: State, target: Target, value: Value, type: Type): State {
    const isParted = target.object.space === 'local' && value.kind === 'aggregate' && isComposite(type);
    const state = isParted ? before : this.#withOtherNames(before, target, type);
    if (target.object.space !== 'local') return this.#storeShared(state, target, value, type);
    if (value.kind !== 'aggregate' || !isComposite(type)) {
      return this.local.store(state, target, value, type, this.accessing);
    }
    const parts = partsOf(type);
    return value.elements.reduce(
      (stored: State, element, i) => this.store(stored, this.#at(target, parts[i]!.offset), element, parts[i]!.type),
      state,
    );
  }

  #storeShared(state: State, target: Target, value: Value, type: Type): State {
    const { object } = target;
    if (holdsPointer(value)) this.#parts.recorder.pointerStored(object, this.accessing);
    if (value.kind === 'int' && this.#parts.objects.holdsAddress(value.term)) {
      this.#parts.recorder.addressStored(object, this.accessing);
    }
    const isScalar = type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer';
    const known = isScalar && value.kind !== 'undefined' ? value : null;
    const stores = afterStore(this.#terms, state.stores, target, isScalar ? storeSizeOf(type) : 0, known);
    if (state.written.has(object.id)) return { ...state, stores };
    return { ...state, stores, written: new Set([...state.written, object.id]) };
  }

  /** Host code stores by a pointer that was not followed to where it got its address: other memory may be meant that has a name. */
  #withOtherNames(state: State, { object }: Target, type: Type): State {
    const { origin } = object;
    const { host } = this.#input;
    const isAnywhere = origin.kind === 'loaded';
    if (host === null || !(isAnywhere || isHandedIn(object))) return state;
    if (this.#handedIn.size > (this.#handedIn.has(object) ? 1 : 0)) host.takesApart();
    if (isHandedIn(object)) this.#handedIn.add(object);
    const variables = this.#parts.inputs.variables((symbol) => host.isPointedTo(symbol));
    const objects = isAnywhere ? [...host.reachable(state), ...variables] : variables;
    const after = this.local.afterStoreAnywhere(state, objects, type);
    return isAnywhere ? { ...after, stores: NO_STORES } : after;
  }

  /** Something is stored, of which nothing is known. */
  overwrite(before: State, target: Target, bytes: number): State {
    const state = this.#withOtherNames(before, target, { kind: 'void' });
    if (target.object.space === 'local') return this.local.overwrite(state, target, bytes);
    return this.#storeShared(state, target, { kind: 'undefined' }, { kind: 'void' });
  }

  #at(target: Target, offset: number): Target {
    return { ...target, offset: this.#terms.add(target.offset, this.#terms.constant(offset)) };
  }
}

/** Memory behind a pointer that host code was handed, or that was set before it. */
function isHandedIn({ origin }: MemoryObject): boolean {
  return origin.kind === 'outside' || origin.kind === 'held';
}

function isComposite(type: Type): type is Composite {
  return type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector';
}

/** What a composite type consists of, with offsets in bytes. */
function partsOf(type: Composite): { offset: number; type: Type }[] {
  if (type.kind === 'struct') return type.fields.map((field, i) => ({ offset: fieldOffset(type, i), type: field }));
  const stride = type.kind === 'vector' ? sizeOf(type.element) : strideOf(type.element);
  return Array.from({ length: type.length }, (_, i) => ({ offset: i * stride, type: type.element }));
}

function rangeOf(type: Type): Range {
  if (type.kind === 'int') return integerRange(type.bits);
  return { low: type.kind === 'pointer' ? 0n : null, high: null };
}

/** A pointer into memory, not null: on its own or in an aggregate. */
function holdsPointer(value: Value): boolean {
  if (value.kind === 'aggregate') return value.elements.some(holdsPointer);
  return value.kind === 'pointer' && value.targets.length > 0;
}
