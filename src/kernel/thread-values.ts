/**
 * The values of the thread that is executed: unknowns, inputs, addresses, and the objects that addresses point into.
 * First of the layers of the executor (`thread-values` → `thread-memory` → `thread-instructions` → `execute`).
 */

import { fieldOffset, strideOf } from '../ir/layout.ts';
import { AddressSpace, type SourceLocation, type Type } from '../ir/program.ts';
import type { AssumptionKind } from '../model/assumption.ts';
import {
  type Atom,
  type Cond,
  type Int,
  integerRange,
  type MachineInt,
  MachineIntegers,
  type Meaning,
  type Range,
  type SymbolOrigin,
  single,
  someAtom,
  type Terms,
  type Uninterpreted,
} from '../terms/index.ts';
import type { ExecutionInput, Frame } from './execution.ts';
import { LEAF_LIMIT } from './leaves.ts';
import { Address, FloatConstant, Load, Operation } from './meanings.ts';
import type { MemoryObject, Target, Value } from './memory.ts';
import { Recorder } from './recorder.ts';
import { placeIn } from './source-place.ts';
import { joinValues } from './state.ts';

const UNKNOWN: Range = { low: null, high: null };
/** Objects lie in the first 2^56 bytes, and begin at multiples of 256. */
const ALIGNMENT = 256n;
const BASES: Range = { low: 1n, high: 1n << 48n };

/** A function of values that every thread of the launch computes alike, of which nothing else is known. */
function uninterpreted(name: string, range: Range, of: Meaning | null = null): Uninterpreted {
  return { name, sharing: 'launch', origin: 'approximate', range, of };
}

export class ThreadValues {
  readonly terms: Terms;
  readonly machine: MachineIntegers;
  readonly input: ExecutionInput;
  /** Types of stack objects, for copies that go leaf by leaf. */
  readonly stackTypes = new Map<number, Type>();
  readonly recorder: Recorder;
  /** Rounds of the symbolic loops around the current point, outermost first. */
  readonly iterations: Int[] = [];
  /** In which rounds a symbol of the thread's has its value: those of the loops around the place that made it. */
  readonly symbolRounds = new Map<number, readonly Int[]>();
  readonly #made: number[] = [];
  readonly #objects = new Map<string, MemoryObject>();
  #nextObject = 1;
  #nextSymbol = 1;

  constructor(input: ExecutionInput) {
    this.input = input;
    this.terms = input.terms;
    this.recorder = new Recorder(input.terms);
    this.machine = new MachineIntegers(input.terms, (width, bound) => this.recorder.assumeNoOverflow(width, bound));
  }

  /** A value that nothing is known of but its range. */
  unknown(origin: SymbolOrigin, range: Range, hint: string, of: Meaning | null = null): Int {
    return this.#symbol(hint, origin, range, of);
  }

  iterationSymbol(): Int {
    return this.#symbol('round', 'iteration', { low: 0n, high: null });
  }

  #symbol(hint: string, origin: SymbolOrigin, range: Range, of: Meaning | null = null): Int {
    const term = this.terms.symbol(`${hint}#${this.#nextSymbol++}`, 'thread', origin, range, of);
    const atom = single(term);
    if (atom) {
      this.symbolRounds.set(atom.id, [...this.iterations]);
      this.#made.push(atom.id);
    }
    return term;
  }

  /** How many symbols the thread has so far. */
  get symbolCount(): number {
    return this.#made.length;
  }

  /** The symbols from number `from` on, before number `to`, have another value in each round `k` of the loop to come. */
  varyWith(k: Int, from: number, to: number): void {
    for (let i = from; i < to; i++) this.symbolRounds.set(this.#made[i]!, [...this.iterations, k]);
  }

  /** The value that is `a` where the condition holds and `b` elsewhere. */
  choose(condition: Cond, a: Value, b: Value): Value {
    return joinValues(this.terms, condition, a, b, (why) => this.anything(why));
  }

  protected anything(hint: string): Int {
    return this.unknown('approximate', { low: null, high: null }, hint);
  }

  unknownCondition(): Cond {
    return this.terms.ne(this.unknown('unknown', { low: 0n, high: 1n }, 'condition'), this.terms.zero);
  }

  protected opaque(hint: string): Value {
    return { kind: 'opaque', term: this.unknown('unknown', { low: null, high: null }, hint) };
  }

  /** An unknown value of a type. */
  unknownOf(type: Type, origin: SymbolOrigin, hint: string): Value {
    switch (type.kind) {
      case 'int':
        if (type.bits === 1) {
          return {
            kind: 'bool',
            cond: this.terms.ne(this.unknown(origin, { low: 0n, high: 1n }, hint), this.terms.zero),
          };
        }
        return this.machine.make(type.bits, this.unknown(origin, integerRange(type.bits), hint), true);
      case 'pointer':
        return this.loadedPointer(this.unknown(origin, { low: 0n, high: null }, hint));
      case 'vector':
      case 'array':
        if (type.length > LEAF_LIMIT) return { kind: 'undefined' };
        return {
          kind: 'aggregate',
          elements: Array.from({ length: type.length }, () => this.unknownOf(type.element, origin, hint)),
        };
      case 'struct':
        return { kind: 'aggregate', elements: type.fields.map((f) => this.unknownOf(f, origin, hint)) };
      default:
        return { kind: 'opaque', term: this.unknown(origin, { low: null, high: null }, hint) };
    }
  }

  condition(value: Value): Cond {
    const t = this.terms;
    if (value.kind === 'bool') return value.cond;
    if (value.kind === 'int') return t.ne(t.mod(value.term, t.constant(2)), t.zero);
    return this.unknownCondition();
  }

  /** The value's identity as a number: equal numbers, equal values. */
  protected identity(value: Value): Int {
    const t = this.terms;
    switch (value.kind) {
      case 'int':
        return this.machine.signed(value);
      case 'bool':
        return t.ite(value.cond, t.one, t.zero);
      case 'opaque':
        return value.term;
      case 'aggregate':
        return t.apply(
          uninterpreted('tuple', UNKNOWN),
          value.elements.map((e) => this.identity(e)),
        );
      case 'pointer':
        if (value.targets.length === 1) return this.addressOf(value.targets[0]!);
        return this.unknown('unknown', { low: null, high: null }, 'pointer');
      default:
        return this.unknown('unknown', { low: null, high: null }, value.kind);
    }
  }

  /** A function of its arguments that is not interpreted: floating arithmetic and the like. */
  pure(name: string, args: readonly Value[], type: Type): Value {
    const ids = args.map((a) => this.identity(a));
    const make = (leaf: Type, suffix: string): Value => {
      const of = new Operation(name + suffix);
      if (leaf.kind === 'int') {
        const fn = uninterpreted(leaf.bits === 1 ? of.name : `${of.name}:i${leaf.bits}`, integerRange(leaf.bits), of);
        const term = this.terms.apply(fn, ids);
        if (leaf.bits === 1) return { kind: 'bool', cond: this.terms.ne(term, this.terms.zero) };
        return this.machine.make(leaf.bits, term, true);
      }
      if (leaf.kind === 'vector') {
        return {
          kind: 'aggregate',
          elements: Array.from({ length: leaf.length }, (_, i) => make(leaf.element, `${suffix}.${i}`)),
        };
      }
      if (leaf.kind === 'pointer') return this.unknownOf(leaf, 'unknown', name);
      return { kind: 'opaque', term: this.terms.apply(uninterpreted(of.name, UNKNOWN, of), ids) };
    };
    return make(type, '');
  }

  zero(type: Type): Value {
    switch (type.kind) {
      case 'int':
        return type.bits === 1
          ? { kind: 'bool', cond: this.terms.false }
          : this.machine.make(type.bits, this.terms.zero, true);
      case 'pointer':
        return { kind: 'pointer', targets: [] };
      case 'array':
      case 'vector':
        if (type.length > LEAF_LIMIT) return { kind: 'undefined' };
        return { kind: 'aggregate', elements: Array.from({ length: type.length }, () => this.zero(type.element)) };
      case 'struct':
        return { kind: 'aggregate', elements: type.fields.map((f) => this.zero(f)) };
      default:
        return this.float(0);
    }
  }

  /** A floating constant. */
  float(value: number): Value {
    const name = `float:${Object.is(value, -0) ? '-0' : value}`;
    return { kind: 'opaque', term: this.terms.apply(uninterpreted(name, UNKNOWN, new FloatConstant(value)), []) };
  }

  asInt(value: Value, bits: number): MachineInt {
    if (value.kind === 'int') return value;
    if (value.kind === 'bool')
      return this.machine.make(bits, this.terms.ite(value.cond, this.terms.one, this.terms.zero), true);
    if (value.kind === 'pointer' && value.targets.length === 1) {
      return this.machine.make(bits, this.addressOf(value.targets[0]!), true);
    }
    return this.machine.make(bits, this.unknown('unknown', integerRange(bits), value.kind), true);
  }

  assume(kind: AssumptionKind, text: string, location: SourceLocation | null = null): void {
    this.recorder.assume({ kind, text, place: placeIn(this.input.program, location) });
  }

  /** The kernel does something that is not understood; without a place of its own, the kernel's counts. */
  refuse(text: string, location: SourceLocation | null): void {
    const { program, kernel } = this.input;
    this.recorder.refuse({ kind: 'unsupported', text, place: placeIn(program, location ?? kernel.location) });
  }

  protected object(key: string, make: (id: number) => Omit<MemoryObject, 'key'>): MemoryObject {
    let object = this.#objects.get(key);
    if (!object) {
      object = { ...make(this.#nextObject++), key };
      this.#objects.set(key, object);
    }
    return object;
  }

  /** An object of stack memory that nobody else knows. */
  stackObject(frame: Frame, name: string, type: Type | null): MemoryObject {
    const object = this.object(`stack ${this.#nextObject}`, (id) => {
      return { id, space: 'local', name, origin: { kind: 'stack' } };
    });
    frame.stackObjects.push(object.id);
    if (type) this.stackTypes.set(object.id, type);
    return object;
  }

  /** Memory that the host allocates; one object per key. */
  allocation(key: string): MemoryObject {
    return this.object(key, (id) => ({ id, space: 'global', name: key, origin: { kind: 'allocation' } }));
  }

  /** Memory of the host that was there before: behind a parameter, or behind a pointer in such memory. */
  protected outside(key: string): MemoryObject {
    return this.object(key, (id) => ({ id, space: 'local', name: key, origin: { kind: 'outside' } }));
  }

  pointerTo(object: MemoryObject, offset: Int = this.terms.zero): Value {
    return { kind: 'pointer', targets: [{ guard: this.terms.true, object, base: [], offset }] };
  }

  protected globalValue(name: string): Value {
    const { program } = this.input;
    const symbol = program.aliases.get(name) ?? name;
    if (program.functions.has(symbol)) return { kind: 'function', name: symbol };
    const variable = program.globals.get(symbol);
    if (!variable) return { kind: 'pointer', targets: [] };
    const space =
      this.input.host && !variable.isConstant
        ? // The host is one thread: its variables are as private as a kernel's stack.
          'local'
        : variable.space === AddressSpace.shared
          ? 'shared'
          : variable.space === AddressSpace.constant || variable.isConstant
            ? 'constant'
            : 'global';
    if (space === 'local')
      this.stackTypes.set(
        this.object(`variable ${symbol}`, (id) => ({
          id,
          space,
          name: variable.sourceName,
          origin: { kind: 'variable', symbol },
        })).id,
        variable.type,
      );
    // All `extern __shared__` arrays of a kernel start at the same address.
    const key = space === 'shared' && variable.isExternal ? 'dynamic shared memory' : `variable ${symbol}`;
    return this.pointerTo(
      this.object(key, (id) => ({ id, space, name: variable.sourceName, origin: { kind: 'variable', symbol } })),
    );
  }

  protected parameterValue(index: number, name: string, type: Type, byValue: Type | null): Value {
    if (byValue) {
      return this.pointerTo(
        this.object(`parameter ${index}`, (id) => ({
          id,
          space: 'local',
          name,
          origin: { kind: 'parameter', index, offset: 0 },
        })),
      );
    }
    return this.inputValue(index, name, 0, type);
  }

  /** A scalar or pointer that the host passes: parameter `index`, or a field of it at `offset`. */
  protected inputValue(index: number, name: string, offset: number, type: Type): Value {
    const t = this.terms;
    if (type.kind === 'pointer' && this.input.host) return this.pointerTo(this.outside(name));
    if (type.kind === 'pointer') {
      const alias = offset === 0 ? this.input.aliases.get(index) : undefined;
      const at = alias?.parameter ?? index;
      const parameterName = alias ? this.input.kernel.parameters[at]!.name : name;
      const object = this.object(`memory of ${at}+${offset}`, (id) => ({
        id,
        space:
          type.space === AddressSpace.shared ? 'shared' : type.space === AddressSpace.constant ? 'constant' : 'global',
        name: parameterName,
        origin: { kind: 'parameter', index: at, offset },
      }));
      return this.pointerTo(object, alias?.offset ?? t.zero);
    }
    if (type.kind === 'int') {
      const bound = offset === 0 ? this.input.bindings.get(index) : undefined;
      const range = integerRange(type.bits);
      const term = bound ?? t.symbol(name, 'launch', 'input', range);
      if (offset === 0) this.recorder.parameter(name, term);
      if (type.bits === 1) return { kind: 'bool', cond: t.ne(t.mod(term, t.constant(2)), t.zero) };
      return this.machine.make(type.bits, term, true);
    }
    if (type.kind === 'vector' || type.kind === 'array') {
      const stride = strideOf(type.element);
      return {
        kind: 'aggregate',
        elements: Array.from({ length: Math.min(type.length, LEAF_LIMIT) }, (_, i) =>
          this.inputValue(index, `${name}[${i}]`, offset + i * stride, type.element),
        ),
      };
    }
    if (type.kind === 'struct') {
      return {
        kind: 'aggregate',
        elements: type.fields.map((f, i) => this.inputValue(index, `${name}.${i}`, offset + fieldOffset(type, i), f)),
      };
    }
    return { kind: 'opaque', term: t.symbol(name, 'launch', 'input', { low: null, high: null }) };
  }

  /** A pointer whose bits are the number `address`: known when it was made from an object's address. */
  loadedPointer(address: Int): Value {
    const t = this.terms;
    const [known] = this.#madeFrom(address);
    if (known) return { kind: 'pointer', targets: [known] };
    const atom = address.monomials.find((m) => m.coefficient === 1n && m.atoms.length === 1)?.atoms[0];
    if (atom?.kind === 'apply') {
      const target = {
        guard: t.true,
        object: this.#behind(atom),
        base: atom.args,
        offset: t.sub(address, t.ofAtom(atom)),
      };
      return { kind: 'pointer', targets: [target] };
    }
    const object = this.#behind({ name: 'an unknown pointer', of: null });
    const base = atom?.kind === 'symbol' ? t.ofAtom(atom) : address;
    return { kind: 'pointer', targets: [{ guard: t.true, object, base: [base], offset: t.sub(address, base) }] };
  }

  /** The pointer that a number was made from, arithmetic in between included; null when that is not known. */
  recoveredPointer(number: MachineInt): Value | null {
    const [target, ...others] = this.#madeFrom(number.term);
    if (target === undefined || others.length > 0) return null;
    // The register holds the address modulo its width, and so the offset.
    const offset = this.machine.signed(this.machine.make(number.width, target.offset));
    return { kind: 'pointer', targets: [{ ...target, offset }] };
  }

  /** Does a number depend on where something lies? */
  holdsAddress(term: Int): boolean {
    return someAtom([term], (atom) => this.#startingAt(atom) !== null);
  }

  /** What the pointers point to whose addresses `address` is a sum of. */
  #madeFrom(address: Int): Target[] {
    const t = this.terms;
    return address.monomials.flatMap(({ coefficient, atoms }): Target[] => {
      const [atom] = atoms;
      if (atom === undefined || atoms.length > 1) return [];
      const object = this.#startingAt(atom);
      const unit = atom.kind === 'symbol' ? ALIGNMENT : 1n;
      if (object === null || coefficient !== unit) return [];
      const base = atom.kind === 'apply' ? atom.args : [];
      return [{ guard: t.true, object, base, offset: t.sub(address, t.scale(t.ofAtom(atom), unit)) }];
    });
  }

  /** The object at whose beginning a number is; null for any other number. */
  #startingAt(atom: Atom): MemoryObject | null {
    if ((atom.kind !== 'symbol' && atom.kind !== 'apply') || !(atom.of instanceof Address)) return null;
    return this.#objects.get(atom.of.object) ?? null;
  }

  /** The memory behind the pointers that a function yields: a load, mostly. */
  #behind({ name, of }: Pick<Uninterpreted, 'name' | 'of'>): MemoryObject {
    return this.object(`loaded ${name}`, (id) => ({
      id,
      space: 'global',
      name: of instanceof Load ? `*${of.object.name}[…]` : `memory behind ${name}`,
      origin: { kind: 'loaded', pointer: name },
    }));
  }

  /** The target's address as a number. */
  protected addressOf(target: Target): Int {
    const t = this.terms;
    const { origin, id } = target.object;
    const of = new Address(target.object);
    if (origin.kind === 'loaded') {
      const fn: Uninterpreted = {
        name: `address of ${origin.pointer}`,
        sharing: 'launch',
        origin: 'unknown',
        range: { low: 0n, high: null },
        of,
      };
      return t.add(t.apply(fn, target.base), target.offset);
    }
    const base = t.symbol(`&${id}`, 'launch', 'input', BASES, of);
    return t.add(t.scale(base, ALIGNMENT), target.offset);
  }
}
