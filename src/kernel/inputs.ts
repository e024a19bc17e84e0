/**
 * What the executed function is handed: its arguments, the variables of the program, and for host code the memory behind
 * them. Memory outside is known by what is read of it: scalars of which the layout is written down as they are asked for.
 */
import { fieldOffset, sizeOf, strideOf } from '../ir/layout.ts';
import { AddressSpace, type GlobalVariable, type Parameter, type Type } from '../ir/program.ts';
import { halvesOf, type RegisterHalves } from '../ir/split-struct.ts';
import { type Int, integerRange, type MachineIntegers, type Terms } from '../terms/index.ts';
import type { ExecutionInput, OutsideMemory } from './execution.ts';
import { EMPTY_CONTENT, type LocalContent, type MemoryObject, type Slot, type Value } from './memory.ts';
import type { Objects } from './objects.ts';
import { type Alias, passedObjectKey, pointerKey } from './passed-memory.ts';
import type { Recorder } from './recorder.ts';
import { SCALAR_LIMIT, scalarsWithin } from './scalars.ts';
import { contentOf, type State, withContent } from './state.ts';
import type { Values } from './values.ts';

const HALF_BITS = 32;

/** A pointer that the launch passes: the number of the parameter, and the bytes into it. */
interface PassedPlace {
  readonly index: number;
  readonly offset: number;
}

export class Inputs {
  readonly #input: ExecutionInput;
  readonly #terms: Terms;
  readonly #machine: MachineIntegers;
  readonly #objects: Objects;
  readonly #values: Values;
  readonly #recorder: Recorder;
  /** What objects held that were filled from outside, before anything was stored. */
  readonly #contents = new Map<number, LocalContent>();
  readonly #filled = new Map<number, MemoryObject>();
  readonly #layout = new Map<string, Map<number, Type>>();
  #isIncomplete = false;

  constructor(
    input: ExecutionInput,
    parts: { machine: MachineIntegers; objects: Objects; values: Values; recorder: Recorder },
  ) {
    this.#input = input;
    this.#terms = input.terms;
    this.#machine = parts.machine;
    this.#objects = parts.objects;
    this.#values = parts.values;
    this.#recorder = parts.recorder;
  }

  // ---- arguments and variables ---------------------------------------------------------------------------------------

  /** A global of the program: a function, or the address of a variable. */
  global(name: string): Value {
    const { program } = this.#input;
    const symbol = program.aliases.get(name) ?? name;
    if (program.functions.has(symbol)) return { kind: 'function', name: symbol };
    const variable = program.globals.get(symbol);
    if (!variable) return { kind: 'pointer', targets: [] };
    const space = this.#spaceOf(variable);
    // All `extern __shared__` arrays of a kernel start at the same address.
    const key = space === 'shared' && variable.isExternal ? 'dynamic shared memory' : `variable ${symbol}`;
    const object = this.#objects.object(key, (id) => {
      return { id, space, name: variable.sourceName, ...columnsIn(variable), origin: { kind: 'variable', symbol } };
    });
    if (space === 'local') this.#objects.declare(object, variable.type);
    return this.#objects.pointerTo(object);
  }

  #spaceOf(variable: GlobalVariable): MemoryObject['space'] {
    // The host is one thread: its variables are as private as a kernel's stack.
    if (this.#input.host && !variable.isConstant) return 'local';
    if (variable.space === AddressSpace.shared) return 'shared';
    return variable.space === AddressSpace.constant || variable.isConstant ? 'constant' : 'global';
  }

  /** What the kernel's parameter of that index holds. */
  parameter(index: number): Value {
    const { name, type, byValue } = this.#input.kernel.parameters[index]!;
    if (!byValue) return this.#argument(index, name, 0, type);
    const object = this.#objects.object(`parameter ${index}`, (id) => {
      return { id, space: 'local', name, origin: { kind: 'parameter', index, offset: 0 } };
    });
    return this.#objects.pointerTo(object);
  }

  /** A scalar or pointer that the host passes: parameter `index`, or a field of it at `offset`. */
  #argument(index: number, name: string, offset: number, type: Type): Value {
    const t = this.#terms;
    switch (type.kind) {
      case 'pointer':
        return this.#pointerArgument(index, name, offset, type.space);
      case 'int': {
        const bound = this.#input.bindings.get(pointerKey(index, offset));
        const isWhole = this.#input.host !== null && bound === undefined && offset === 0;
        const halves = isWhole ? halvesOf(this.#input.kernel, index) : null;
        if (halves !== null) return this.#machine.make(type.bits, this.#ofHalves(halves));
        const term = bound ?? t.symbol(name, 'launch', 'input', integerRange(type.bits));
        if (offset === 0) this.#recorder.parameter(name, term);
        if (type.bits === 1) return { kind: 'bool', cond: t.ne(t.mod(term, t.constant(2)), t.zero) };
        return this.#machine.make(type.bits, term, true);
      }
      case 'vector':
      case 'array': {
        const stride = strideOf(type.element);
        const element = (_: unknown, i: number) =>
          this.#argument(index, `${name}[${i}]`, offset + i * stride, type.element);
        return { kind: 'aggregate', elements: Array.from({ length: Math.min(type.length, SCALAR_LIMIT) }, element) };
      }
      case 'struct': {
        const field = (f: Type, i: number) => this.#argument(index, `${name}.${i}`, offset + fieldOffset(type, i), f);
        return { kind: 'aggregate', elements: type.fields.map(field) };
      }
      case 'opaque':
        if (isImage(type)) return this.#objects.pointerTo(this.#imageOf(index, name));
        return { kind: 'opaque', term: t.symbol(name, 'launch', 'input', { low: null, high: null }) };
      default:
        return { kind: 'opaque', term: t.symbol(name, 'launch', 'input', { low: null, high: null }) };
    }
  }

  /** Two numbers in one register of the host's, each of them as free as the other. */
  #ofHalves({ areUnsigned, names: [low, high] }: RegisterHalves): Int {
    const t = this.#terms;
    const size = 1n << BigInt(HALF_BITS);
    const half = (name: string) => {
      if (areUnsigned) return t.symbol(name, 'launch', 'input', { low: 0n, high: size - 1n });
      return t.mod(t.symbol(name, 'launch', 'input', integerRange(HALF_BITS)), t.constant(size));
    };
    return t.add(half(low), t.mul(t.constant(size), half(high)));
  }

  #pointerArgument(index: number, name: string, offset: number, addressSpace: number): Value {
    if (this.#input.host) return this.#objects.pointerTo(this.#objects.outside(name));
    const alias = this.#input.aliases.get(pointerKey(index, offset));
    if (alias?.to.kind === 'variable') {
      const variable = this.global(alias.to.symbol);
      if (variable.kind === 'pointer' && variable.targets[0]) {
        return this.#objects.pointerTo(variable.targets[0].object, alias.offset);
      }
    }
    const to = alias?.to.kind === 'parameter' ? alias.to : { index, offset };
    return this.#objects.pointerTo(
      this.#memoryOf(to, addressSpace, alias ? null : name),
      alias?.offset ?? this.#terms.zero,
    );
  }

  /** Where a pointer leads that shares the memory of a parameter. */
  sharing({ to, offset }: Alias): Value {
    if (to.kind !== 'parameter') return { kind: 'pointer', targets: [] };
    return this.#objects.pointerTo(this.#memoryOf(to, AddressSpace.global, null), offset);
  }

  /** @param name of the object; null: that of the parameter whose memory it is */
  #memoryOf(to: PassedPlace, addressSpace: number, name: string | null): MemoryObject {
    const owner = this.#input.kernel.parameters[to.index]!;
    return this.#objects.object(passedObjectKey(to.index, to.offset), (id) => ({
      id,
      space:
        addressSpace === AddressSpace.shared
          ? 'shared'
          : addressSpace === AddressSpace.constant
            ? 'constant'
            : 'global',
      name: name === null || owner.byValue ? nameOfPointer(owner, to.offset) : name,
      ...(to.offset === 0 ? columnsIn(owner) : {}),
      origin: { kind: 'parameter', index: to.index, offset: to.offset },
    }));
  }

  #imageOf(index: number, name: string): MemoryObject {
    return this.#objects.object(`image ${index}`, (id) => {
      return { id, space: 'global', name, origin: { kind: 'image', index } };
    });
  }

  /** The variables of the program that were come to and pass a test of their symbol. */
  variables(test: (symbol: string) => boolean): readonly MemoryObject[] {
    return [...this.#filled.values()].filter(({ origin }) => origin.kind === 'variable' && test(origin.symbol));
  }

  // ---- objects that are filled from outside --------------------------------------------------------------------------

  /**
   * The state in which an object holds what the outside put into it: a struct parameter, a variable of the host. Every
   * scalar gets its slot, so that a store on one branch does not win over the input on the other.
   */
  fill(state: State, object: MemoryObject, type: Type): State {
    // What is too large to be taken apart is read as it is asked for, until something is stored in it.
    return this.#fillWith(state, object, scalarsWithin(type, 0, 0, sizeOf(type)) ?? []);
  }

  /** An object of which is read what is asked for, while nobody has changed it. */
  leaveOpen(object: MemoryObject): void {
    this.#filled.set(object.id, object);
  }

  /** The state in which memory outside has the scalars of a layout in it. */
  fillOutside(state: State, key: string, layout: ReadonlyMap<number, Type>): State {
    const scalars = [...layout].map(([offset, type]) => ({ offset, type }));
    return this.#fillWith(state, this.#objects.outside(key), scalars);
  }

  #fillWith(state: State, object: MemoryObject, scalars: readonly { offset: number; type: Type }[]): State {
    const slots = new Map<number, Slot>();
    for (const { offset, type } of scalars) {
      slots.set(offset, { size: sizeOf(type), value: this.at(object, offset, type) });
    }
    const content: LocalContent = { slots, isHavocked: false, table: null, last: null };
    this.#contents.set(object.id, content);
    this.#filled.set(object.id, object);
    return withContent(state, object.id, content);
  }

  /** What stands in an object before anything was stored there. */
  at(object: MemoryObject, offset: number, type: Type): Value {
    const { origin } = object;
    if (origin.kind === 'outside') this.#noteRead(object, offset, type);
    if (origin.kind === 'parameter') return this.#argument(origin.index, `${object.name}@${offset}`, offset, type);
    const name = offset === 0 ? object.name : `${object.name}@${offset}`;
    if (type.kind === 'int' && type.bits > 1) {
      const term = this.#terms.symbol(name, 'launch', 'input', integerRange(type.bits));
      return this.#machine.make(type.bits, term, true);
    }
    if (type.kind === 'pointer' && origin.kind === 'outside') {
      return this.#objects.pointerTo(this.#objects.outside(`*${name}`));
    }
    if (type.kind === 'pointer') return this.#objects.pointerTo(this.#objects.held(`what ${name} points to`));
    return this.#values.unknown(type, 'input', name);
  }

  #noteRead(object: MemoryObject, offset: number, type: Type): void {
    this.#filled.set(object.id, object);
    const layout = this.#layout.get(object.key) ?? new Map<number, Type>();
    this.#layout.set(object.key, layout);
    const size = sizeOf(type);
    // Bytes that are seen as this and as that are left to be read as they are asked for.
    for (const [at, other] of layout) if (at < offset + size && offset < at + sizeOf(other)) return;
    layout.set(offset, type);
  }

  /** Something is stored outside where nobody has read before: an execution that begins with it knows more. */
  storedUnread(object: MemoryObject, offset: number, type: Type): void {
    this.#noteRead(object, offset, type);
    this.#isIncomplete = true;
  }

  /** What an object was filled with. */
  contentOf(object: MemoryObject): LocalContent | undefined {
    return this.#contents.get(object.id);
  }

  /** True while nothing has been stored in an object whose content comes from outside, be it that nobody has asked yet what that is. */
  isUntouched(state: State, object: MemoryObject): boolean {
    return contentOf(state, object.id) === (this.#contents.get(object.id) ?? EMPTY_CONTENT);
  }

  /** The scalars that are known to be in memory outside. */
  layoutOf(object: MemoryObject): ReadonlyMap<number, Type> {
    return this.#layout.get(object.key) ?? new Map();
  }

  /** Objects that were filled from outside. */
  get filled(): readonly MemoryObject[] {
    return [...this.#filled.values()];
  }

  /** Objects of the host whose content is not the executed function's own. */
  get outsideObjects(): readonly MemoryObject[] {
    return this.filled.filter(({ origin }) => origin.kind === 'outside');
  }

  get outside(): OutsideMemory {
    return { layout: this.#layout, isIncomplete: this.#isIncomplete };
  }
}

/** OpenCL's `image2d_t` and its like, as clang has them for SPIR-V. */
function isImage({ name }: Type & { kind: 'opaque' }): boolean {
  return name.startsWith('target("spirv.Image"');
}

/** `dim.data` for a member of a struct that is passed by value, where the source tells how its members are called. */
function nameOfPointer({ name, byValue, members }: Parameter, offset: number): string {
  if (byValue?.kind !== 'struct') return byValue ? `${name}@${offset}` : name;
  const at = byValue.fields.findIndex((field, i) => field.kind === 'pointer' && fieldOffset(byValue, i) === offset);
  const member = members?.length === byValue.fields.length ? members[at] : undefined;
  return member === undefined ? `${name}@${offset}` : `${name}.${member}`;
}

function columnsIn({ columns }: Pick<Parameter, 'columns'>): Pick<MemoryObject, 'columns'> {
  return columns === undefined ? {} : { columns };
}
