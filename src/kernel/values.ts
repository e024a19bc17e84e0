/** The values of the thread that is executed: made, converted, and told apart. */
import type { Type } from '../ir/program.ts';
import {
  type Cond,
  type Int,
  integerRange,
  type MachineInt,
  type MachineIntegers,
  type Meaning,
  type Range,
  type SymbolOrigin,
  type Terms,
  type Uninterpreted,
} from '../terms/index.ts';
import type { ExecutionInput } from './execution.ts';
import { FloatConstant, Operation } from './meanings.ts';
import type { Value } from './memory.ts';
import type { Objects } from './objects.ts';
import { SCALAR_LIMIT } from './scalars.ts';
import { type Joining, joinStates, joinValues, type State } from './state.ts';
import type { Symbols } from './symbols.ts';

/** Of what is no integer, too. */
export const ANY_NUMBER: Range = { low: null, high: null };
/**
 * Objects that a pointer of host code may lead to before it is one that nobody knows: each time that paths meet, the conditions of all of
 * them grow. A kernel's pointers keep them all: memory that nobody knows is taken to be apart from what has a name.
 */
const MOST_HOST_TARGETS = 32;

export class Values {
  readonly #terms: Terms;
  readonly #machine: MachineIntegers;
  readonly #symbols: Symbols;
  readonly #objects: Objects;
  readonly #joining: Joining;

  /** @param host null for a kernel */
  constructor(
    terms: Terms,
    machine: MachineIntegers,
    symbols: Symbols,
    objects: Objects,
    host: ExecutionInput['host'],
  ) {
    this.#terms = terms;
    this.#machine = machine;
    this.#symbols = symbols;
    this.#objects = objects;
    const unknown = (hint: string) => symbols.unknown('approximate', ANY_NUMBER, hint);
    // What is stored by a pointer of which it is not known any more where it leads may be stored there.
    const forgets = (value: Value) => host?.isPublished(value);
    this.#joining = {
      either: (a, b) => {
        for (const value of [a, b]) forgets(value);
        return { kind: 'opaque', term: unknown('values of different kinds meet') };
      },
      pointerTo: (targets) => {
        const pointer: Value = { kind: 'pointer', targets };
        if (host === null || targets.length <= MOST_HOST_TARGETS) return pointer;
        forgets(pointer);
        return objects.pointerAt(unknown('one of many pointers'));
      },
    };
  }

  // ---- joins -------------------------------------------------------------------------------------------------------

  /** The value that is `a` where the condition holds and `b` elsewhere. */
  choose(condition: Cond, a: Value, b: Value): Value {
    return joinValues(this.#terms, condition, a, b, this.#joining);
  }

  /** Joins two states that exclude each other. */
  join(a: State, b: State): State {
    return joinStates(this.#terms, a, b, this.#joining);
  }

  // ---- values of types ---------------------------------------------------------------------------------------------

  /** An unknown value of a type. */
  unknown(type: Type, origin: SymbolOrigin, hint: string): Value {
    switch (type.kind) {
      case 'int': {
        const term = this.#symbols.unknown(origin, integerRange(type.bits), hint);
        if (type.bits === 1) return { kind: 'bool', cond: this.#terms.ne(term, this.#terms.zero) };
        return this.#machine.make(type.bits, term, true);
      }
      case 'pointer':
        return this.#objects.pointerAt(this.#symbols.unknown(origin, { low: 0n, high: null }, hint));
      case 'vector':
      case 'array':
      case 'struct':
        return this.#ofParts(type, (part) => this.unknown(part, origin, hint));
      default:
        return this.opaque(origin, hint);
    }
  }

  /** A value that is compared and handed on, and nothing else. */
  opaque(origin: SymbolOrigin, hint: string): Value {
    return { kind: 'opaque', term: this.#symbols.unknown(origin, ANY_NUMBER, hint) };
  }

  zero(type: Type): Value {
    switch (type.kind) {
      case 'int':
        if (type.bits === 1) return { kind: 'bool', cond: this.#terms.false };
        return this.#machine.make(type.bits, this.#terms.zero, true);
      case 'pointer':
        return { kind: 'pointer', targets: [] };
      case 'array':
      case 'vector':
      case 'struct':
        return this.#ofParts(type, (part) => this.zero(part));
      default:
        return this.float(0);
    }
  }

  #ofParts(type: Type & { kind: 'array' | 'vector' | 'struct' }, make: (part: Type) => Value): Value {
    if (type.kind === 'struct') return { kind: 'aggregate', elements: type.fields.map(make) };
    if (type.length > SCALAR_LIMIT) return { kind: 'undefined' };
    return { kind: 'aggregate', elements: Array.from({ length: type.length }, () => make(type.element)) };
  }

  /** A floating constant. */
  float(value: number): Value {
    const name = `float:${Object.is(value, -0) ? '-0' : value}`;
    return { kind: 'opaque', term: this.#terms.apply(uninterpreted(name, ANY_NUMBER, new FloatConstant(value)), []) };
  }

  // ---- conversions -------------------------------------------------------------------------------------------------

  condition(value: Value): Cond {
    const t = this.#terms;
    if (value.kind === 'bool') return value.cond;
    if (value.kind === 'int') return t.ne(t.mod(value.term, t.constant(2)), t.zero);
    return this.#symbols.condition();
  }

  integer(value: Value, bits: number): MachineInt {
    if (value.kind === 'int') return value;
    return this.#machine.make(bits, this.#numberOf(value, bits), true);
  }

  #numberOf(value: Exclude<Value, MachineInt>, bits: number): Int {
    const t = this.#terms;
    if (value.kind === 'bool') return t.ite(value.cond, t.one, t.zero);
    const [target, ...others] = value.kind === 'pointer' ? value.targets : [];
    if (target && others.length === 0) return this.#objects.numberOf(target);
    return this.#symbols.unknown('unknown', integerRange(bits), value.kind);
  }

  /** The same bits, read as another type. */
  reinterpret(value: Value, type: Type): Value {
    if (value.kind === 'undefined') return value;
    if (type.kind === 'int') {
      if (type.bits === 8 && value.kind === 'bool') return this.integer(value, 8);
      if (value.kind === 'int' && value.width === type.bits) return value;
      if (value.kind === 'opaque') return this.pure('bitcast', [value], type);
      if (value.kind === 'pointer' && value.targets.length === 1) return this.integer(value, type.bits);
      return value.kind === 'bool' ? value : this.unknown(type, 'unknown', 'bits');
    }
    if (type.kind === 'pointer') {
      if (value.kind === 'pointer' || value.kind === 'function' || value.kind === 'choice') return value;
      if (value.kind === 'int') return this.#objects.pointerAt(value.term);
      return this.unknown(type, 'unknown', 'pointer');
    }
    if (type.kind === 'float' && value.kind === 'int') return this.pure('bitcast', [value], type);
    return value;
  }

  // ---- values as terms ---------------------------------------------------------------------------------------------

  /** The value's identity as a number: equal numbers, equal values. */
  identity(value: Value): Int {
    const t = this.#terms;
    switch (value.kind) {
      case 'int':
        return this.#machine.signed(value);
      case 'bool':
        return t.ite(value.cond, t.one, t.zero);
      case 'opaque':
        return value.term;
      case 'aggregate':
        return t.apply(
          uninterpreted('tuple', ANY_NUMBER),
          value.elements.map((e) => this.identity(e)),
        );
      case 'pointer':
        if (value.targets.length === 1) return this.#objects.addressOf(value.targets[0]!);
        return this.#symbols.unknown('unknown', ANY_NUMBER, 'pointer');
      default:
        return this.#symbols.unknown('unknown', ANY_NUMBER, value.kind);
    }
  }

  /** A function of its arguments that is not interpreted: floating arithmetic and the like. */
  pure(name: string, args: readonly Value[], type: Type): Value {
    const ids = args.map((a) => this.identity(a));
    return this.#result(name, ids, type);
  }

  #result(name: string, args: readonly Int[], type: Type): Value {
    const t = this.#terms;
    const of = new Operation(name);
    switch (type.kind) {
      case 'int': {
        const fn = uninterpreted(type.bits === 1 ? name : `${name}:i${type.bits}`, integerRange(type.bits), of);
        const term = t.apply(fn, args);
        if (type.bits === 1) return { kind: 'bool', cond: t.ne(term, t.zero) };
        return this.#machine.make(type.bits, term, true);
      }
      case 'vector': {
        const lane = (_: unknown, i: number) => this.#result(`${name}.${i}`, args, type.element);
        return { kind: 'aggregate', elements: Array.from({ length: type.length }, lane) };
      }
      case 'pointer':
        return this.unknown(type, 'unknown', name);
      default:
        return { kind: 'opaque', term: t.apply(uninterpreted(name, ANY_NUMBER, of), args) };
    }
  }
}

/** A function of values that every thread of the launch computes alike, of which nothing else is known. */
function uninterpreted(name: string, range: Range, of: Meaning | null = null): Uninterpreted {
  return { name, sharing: 'launch', origin: 'approximate', range, of };
}
