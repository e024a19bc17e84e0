/** The thread's own memory: what stands in which bytes of its stack, of struct arguments, of the host's variables. */
import { sizeOf } from '../ir/layout.ts';
import type { SourceLocation, Type } from '../ir/program.ts';
import {
  type Atom,
  content as contentOfTerm,
  type Int,
  integerRange,
  isConstant,
  type MachineInt,
  type MachineIntegers,
  type SymbolOrigin,
  someAtom,
  type Terms,
  type Uninterpreted,
} from '../terms/index.ts';
import type { ExecutionInput } from './execution.ts';
import type { Inputs } from './inputs.ts';
import { Load } from './meanings.ts';
import {
  HAVOCKED_CONTENT,
  type LocalContent,
  type MemoryObject,
  type Slot,
  type Target,
  type Value,
  withoutSlots,
  withSlot,
} from './memory.ts';
import type { Objects } from './objects.ts';
import { mayHold, type PointerTable, tableOf, withOther, withPointer } from './pointer-table.ts';
import type { Recorder } from './recorder.ts';
import { scalarsWithin } from './scalars.ts';
import { contentOf, type State, withContent } from './state.ts';
import type { Symbols } from './symbols.ts';
import type { Values } from './values.ts';

const POINTER_BYTES = 8n;
/** Two numbers are always one step apart, and say nothing of the next. */
const LEAST_STEPS = 3;
/** Values among which an index chooses. */
const CHOICE_LIMIT = 16;

/** What local and shared memory are made of. */
export interface MemoryParts {
  readonly machine: MachineIntegers;
  readonly objects: Objects;
  readonly values: Values;
  readonly inputs: Inputs;
  readonly recorder: Recorder;
}

/** A number among those that were loaded as one. */
interface NumberWithin {
  /** Bytes into what was loaded. */
  readonly at: number;
  readonly value: MachineInt;
}

/** Bytes of integers that a wider one is taken apart into. */
const SIZES = [4, 2, 1] as const;

/** The integers that fill a place, each at a multiple of its size. */
function piecesOf(from: number, to: number): (readonly [number, number])[] {
  const size = SIZES.find((one) => from % one === 0 && from + one <= to);
  return size === undefined ? [] : [[from, from + size], ...piecesOf(from + size, to)];
}

export class LocalMemory {
  readonly #input: ExecutionInput;
  readonly #symbols: Symbols;
  readonly #terms: Terms;
  readonly #parts: MemoryParts;
  /** What the thread has stored into objects of its own at indices that are not constant, by their ids. */
  readonly #byIndex = new Map<number, 'numbers' | 'pointers'>();
  /** Of numbers that were loaded as one: those that were stored. */
  readonly #numbersIn = new WeakMap<Value, readonly NumberWithin[]>();
  /** Names of numbers that were found in memory of the host, by object, index and size. */
  readonly #found = new Map<string, string>();

  constructor(input: ExecutionInput, symbols: Symbols, parts: MemoryParts) {
    this.#input = input;
    this.#symbols = symbols;
    this.#terms = input.terms;
    this.#parts = parts;
  }

  /**
   * What has the thread stored into an object of its own at an index that is not constant, of which addresses are made, or beside which
   * more is lost?
   */
  storedByIndex(object: number): 'numbers' | 'pointers' | null {
    return this.#byIndex.get(object) ?? null;
  }

  /** Is it an array with other members beside it, which a store at any index may seem to change? */
  #hasOtherMembers(object: MemoryObject): boolean {
    const type = this.#parts.objects.typeOf(object);
    const isPart = (field: Type) => field.kind === 'struct' || field.kind === 'array';
    return type?.kind === 'struct' && type.fields.some(isPart) && !type.fields.every(isPart);
  }

  /** The numbers that a number was loaded from, where they were stored one by one: the members of a small struct. */
  numbersWithin(value: Value): readonly NumberWithin[] {
    return this.#numbersIn.get(value) ?? [];
  }

  // ---- loads -------------------------------------------------------------------------------------------------------

  /** @param place of the load, for a pointer that is not followed */
  load(
    state: State,
    { object, offset }: Pick<Target, 'object' | 'offset'>,
    type: Type,
    place: SourceLocation | null,
  ): Value {
    const content = contentOf(state, object.id);
    if (type.kind === 'pointer' && content.table !== null && mayHold(content.table, offset)) {
      const { objects } = this.#parts;
      return objects.pointerTo(objects.elementOf(content.table, offset, this.#symbols.iterations));
    }
    if (!isConstant(offset)) {
      const { last } = content;
      if (last?.offset === offset && last.size === sizeOf(type))
        return this.#parts.values.reinterpret(last.value, type);
      return this.#loadAnywhere(state, object, offset, type) ?? this.#lost(type, `${object.name}[]`, place);
    }
    const at = Number(offset.constant);
    const value = this.#loadAt(content, object, at, type, place);
    if (type.kind === 'int' && content.slots.get(at)?.size !== sizeOf(type)) {
      const numbers: NumberWithin[] = [];
      for (const [start, { size, value: part }] of content.slots) {
        const isWithin = start >= at && start + size <= at + sizeOf(type);
        if (isWithin && part.kind === 'int') numbers.push({ at: start - at, value: part });
      }
      if (numbers.length > 0) this.#numbersIn.set(value, numbers);
    }
    return value;
  }

  #loadAt(content: LocalContent, object: MemoryObject, at: number, type: Type, place: SourceLocation | null): Value {
    const size = sizeOf(type);
    const slot = content.slots.get(at);
    if (slot && slot.size === size) {
      this.#noteArgument(object, at, slot);
      return this.#parts.values.reinterpret(slot.value, type);
    }
    const { machine } = this.#parts;
    if (type.kind === 'int') {
      const whole = this.#putTogether(content, at, size);
      if (whole !== null) return machine.make(type.bits, whole, false);
    }
    for (const [start, other] of content.slots) {
      if (start >= at + size || at >= start + other.size) continue;
      // A part of a wider integer: its bits from that byte on (little endian).
      if (start <= at && at + size <= start + other.size && other.value.kind === 'int' && type.kind === 'int') {
        const t = this.#terms;
        const shifted = t.div(machine.pattern(other.value), t.constant(1n << BigInt(8 * (at - start))));
        return machine.make(type.bits, t.mod(shifted, t.constant(1n << BigInt(type.bits))));
      }
      return this.#lost(type, object.name, place);
    }
    if (!content.isHavocked && isInput(object)) return this.#parts.inputs.at(object, at, type);
    return content.isHavocked ? this.#lost(type, object.name, place) : { kind: 'undefined' };
  }

  /** A field of a struct parameter counts as an argument once the kernel reads it. */
  #noteArgument(object: MemoryObject, at: number, { value }: Slot): void {
    const isInputValue = this.#parts.inputs.contentOf(object)?.slots.get(at)?.value === value;
    if (isInputValue && object.origin.kind === 'parameter' && value.kind === 'int') {
      this.#parts.recorder.parameter(`${object.name}@${at}`, value.term);
    }
  }

  /** What stands at an index that is not constant; null when that is not followed. */
  #loadAnywhere(state: State, object: MemoryObject, offset: Int, type: Type): Value | null {
    const content = contentOf(state, object.id);
    const chosen = type.kind === 'pointer' ? this.#amongSlots(object, content, offset, type) : null;
    if (chosen) return chosen;
    if (object.origin.kind === 'parameter' && this.#parts.inputs.isUntouched(state, object)) {
      const fn: Uninterpreted = {
        name: `${object.name}[]:${object.id}:${sizeOf(type)}`,
        sharing: 'launch',
        origin: 'input',
        range: type.kind === 'int' ? integerRange(type.bits) : { low: null, high: null },
        of: new Load(object, type),
      };
      const term = this.#terms.apply(fn, [offset]);
      if (type.kind === 'int' && type.bits > 1) return this.#parts.machine.make(type.bits, term, true);
      if (type.kind === 'pointer') return this.#parts.objects.pointerAt(term);
    }
    return this.#amongSlots(object, content, offset, type) ?? this.#asFound(state, object, offset, type);
  }

  /** A number in memory of the host where nobody has stored anything: whoever reads it again at that index finds the same. */
  #asFound(state: State, object: MemoryObject, offset: Int, type: Type): Value | null {
    const isNumber = type.kind === 'int' && type.bits > 1;
    const isInHost = this.#input.host !== null && isInput(object);
    if (!isNumber || !isInHost || !this.#parts.inputs.isUntouched(state, object)) return null;
    const isGiven = (atom: Atom) => atom.kind !== 'symbol' || (atom.sharing === 'launch' && atom.origin === 'input');
    if (someAtom([offset], (atom) => atom.kind === 'apply' || !isGiven(atom))) return null;
    const key = `${object.key} ${offset.id} ${type.bits}`;
    const name = this.#found.get(key) ?? this.#symbols.newName(`${object.name}[]`);
    this.#found.set(key, name);
    const term = this.#terms.symbol(name, 'launch', 'input', integerRange(type.bits));
    return this.#parts.machine.make(type.bits, term, true);
  }

  /** What stands at an index that is not constant: one of the values that were stored. */
  #amongSlots(object: MemoryObject, content: LocalContent, offset: Int, type: Type): Value | null {
    const { values } = this.#parts;
    // A pointer is read where pointers are, whatever else the object holds.
    const fits = ({ value }: Slot) =>
      type.kind !== 'pointer' || value.kind === 'pointer' || value.kind === 'function' || value.kind === 'choice';
    const slots = [...content.slots].filter(([, slot]) => fits(slot)).sort(([a], [b]) => a - b);
    const last = slots.at(-1);
    const isUniform = slots.every(([, slot]) => slot.size === sizeOf(type));
    const isWhole = !content.isHavocked || this.#isFilled(object, content);
    if (!last || !isWhole || slots.length > CHOICE_LIMIT || !isUniform) return null;
    const inSteps = type.kind === 'int' ? this.#inSteps(slots, offset, sizeOf(type)) : null;
    if (inSteps !== null) return inSteps;
    return slots
      .slice(0, -1)
      .reduceRight(
        (rest, [at, slot]) =>
          values.choose(this.#terms.eq(offset, this.#terms.constant(at)), values.reinterpret(slot.value, type), rest),
        values.reinterpret(last[1].value, type),
      );
  }

  /** Numbers that grow from slot to slot by the same: then it is the index that counts, and not which of the slots it is. */
  #inSteps(slots: readonly (readonly [number, Slot])[], offset: Int, size: number): MachineInt | null {
    const t = this.#terms;
    const [start] = slots[0]!;
    const values = slots.flatMap(([at, { value }], i) =>
      value.kind === 'int' && value.width === 8 * size && at === start + i * size ? value : [],
    );
    const [first, second] = values;
    if (first === undefined || second === undefined || values.length < Math.max(slots.length, LEAST_STEPS)) return null;
    const step = t.sub(second.term, first.term);
    const at = (index: Int) => t.add(first.term, t.mul(step, index));
    if (values.some(({ term }, i) => at(t.constant(BigInt(i))) !== term)) return null;
    const index = quotientBy(t, t.sub(offset, t.constant(BigInt(start))), BigInt(size));
    const isExact = values.every(({ signedExact }) => signedExact);
    return index && this.#parts.machine.make(first.width, at(index), isExact);
  }

  /** True when every byte of an object has been stored to since anything may have stood in it. */
  #isFilled(object: MemoryObject, { slots }: LocalContent): boolean {
    const type = this.#parts.objects.typeOf(object);
    const stored = [...slots.values()].reduce((sum, { size }) => sum + size, 0);
    return type !== undefined && stored === sizeOf(type);
  }

  /** The bits of smaller integers that lie side by side (little endian): a `dim3` that is passed in registers. */
  #putTogether(content: LocalContent, at: number, size: number): Int | null {
    const t = this.#terms;
    let sum = t.zero;
    for (let offset = 0; offset < size; ) {
      const part = content.slots.get(at + offset);
      if (part?.value.kind !== 'int' || part.size >= size || offset + part.size > size) return null;
      sum = t.combine(sum, 1n << BigInt(8 * offset), this.#parts.machine.pattern(part.value));
      offset += part.size;
    }
    return sum;
  }

  /** A value that is not followed. A pointer could be any: nothing is known of who else has it. */
  #lost(type: Type, hint: string, place: SourceLocation | null): Value {
    if (type.kind === 'pointer' && !this.#input.host) {
      this.#parts.recorder.refuse(`a pointer that the thread keeps in ${hint} at an unknown index`, place);
    }
    return this.#parts.values.unknown(type, 'unknown', hint);
  }

  // ---- stores ------------------------------------------------------------------------------------------------------

  store(
    state: State,
    { object, offset, guard }: Target,
    value: Value,
    type: Type,
    place: SourceLocation | null,
  ): State {
    const { inputs, values } = this.#parts;
    const before = contentOf(state, object.id);
    const table = this.#tableAfter(object, before, offset, value, type);
    if (table !== null && type.kind === 'pointer') {
      return withContent(state, object.id, { ...HAVOCKED_CONTENT, table });
    }
    const content = before.table === null ? before : { ...before, table };
    if (!isConstant(offset)) {
      if (type.kind === 'pointer') this.#byIndex.set(object.id, 'pointers');
      const isLost = type.kind === 'int' || this.#hasOtherMembers(object);
      if (isLost && !this.#byIndex.has(object.id)) this.#byIndex.set(object.id, 'numbers');
      const slots = this.#pointersAfter(content, { offset, guard }, value, type);
      const last = guard.kind === 'true' ? { offset, size: sizeOf(type), value } : null;
      return withContent(state, object.id, { slots, isHavocked: true, table, last });
    }
    const at = Number(offset.constant);
    if (object.origin.kind === 'outside' && !inputs.contentOf(object)?.slots.has(at)) {
      inputs.storedUnread(object, at, type);
      return withContent(state, object.id, HAVOCKED_CONTENT);
    }
    if (isInput(object) && inputs.contentOf(object)?.slots.size === 0) {
      // Too large to be followed: nothing is known of it any more.
      return withContent(state, object.id, HAVOCKED_CONTENT);
    }
    const stored =
      guard.kind === 'true' ? value : values.choose(guard, value, this.load(state, { object, offset }, type, place));
    const size = sizeOf(type);
    const beside = this.#restOf(content, at, size);
    return withContent(state, object.id, withSlot(beside, at, size, stored));
  }

  /**
   * The pointers of an object after a store at an index that is not constant. Numbers are not stored over pointers (C++, [basic.lval]), but
   * for those that bytes are copied by; where a pointer was stored, each may be that one now.
   */
  #pointersAfter(
    { slots }: LocalContent,
    { offset, guard }: Pick<Target, 'offset' | 'guard'>,
    value: Value,
    type: Type,
  ): Map<number, Slot> {
    if (isOnlyNumber(type)) return new Map([...slots].filter(([, slot]) => isPointer(slot.value)));
    if (!this.#input.host) return new Map();
    const t = this.#terms;
    const pointers = [...slots].filter(([at, slot]) => slot.value.kind === 'pointer' && isApart(t, offset, at));
    if (type.kind !== 'pointer' || pointers.length > CHOICE_LIMIT) return new Map();
    return new Map(
      pointers.map(([at, slot]) => {
        const isThis = t.and(guard, t.eq(offset, t.constant(at)));
        return [at, { ...slot, value: this.#parts.values.choose(isThis, value, slot.value) }];
      }),
    );
  }

  /** What an object is as a table of pointers after a store; null where it is none. */
  #tableAfter(object: MemoryObject, content: LocalContent, offset: Int, value: Value, type: Type): PointerTable | null {
    if (content.table === null && (content.isHavocked || isConstant(offset))) return null;
    const table = this.asTable(object.id, content);
    if (type.kind !== 'pointer') return table && withOther(table, offset, sizeOf(type));
    return table && withPointer(table, offset, value, this.#symbols.iterations);
  }

  /** The content as a table of pointers: of memory of the host that holds nothing but what is known to have been stored there. */
  asTable(object: number, content: LocalContent): PointerTable | null {
    if (content.table !== null || this.#input.host === null) return content.table;
    const { objects } = this.#parts;
    const known = objects.numbered(object);
    const isOwn = known?.origin.kind === 'stack' || (known !== undefined && this.#isKnownVariable(known));
    return isOwn ? tableOf(content, objects.tableName()) : null;
  }

  /** A variable of which every pointer is in its slots, or null since the program began. */
  #isKnownVariable(object: MemoryObject): boolean {
    const { host, program } = this.#input;
    const { origin } = object;
    const variable = origin.kind === 'variable' ? program.globals.get(origin.symbol) : undefined;
    if (variable === undefined) return false;
    const isFilled = (this.#parts.inputs.contentOf(object)?.slots.size ?? 0) > 0;
    const isZero = variable.initializer?.kind === 'zero' && !variable.isExternal;
    return isFilled || (isZero && host?.isInitial(variable.name) === true);
  }

  /** The content with the number around a place taken apart, so that what is beside the place stays known. */
  #restOf(content: LocalContent, at: number, size: number): LocalContent {
    const around = [...content.slots].find(([start, slot]) => start <= at && at + size <= start + slot.size);
    const [start, slot] = around ?? [0, null];
    if (slot === null || slot.size === size || slot.value.kind !== 'int') return content;
    const { machine } = this.#parts;
    const bits = machine.pattern(slot.value);
    const part = (from: number, to: number): Value => {
      const t = this.#terms;
      const width = 8 * (to - from);
      const shifted = t.div(bits, t.constant(1n << BigInt(8 * (from - start))));
      return machine.make(width, t.mod(shifted, t.constant(1n << BigInt(width))));
    };
    const beside = [...piecesOf(start, at), ...piecesOf(at + size, start + slot.size)];
    return beside.reduce((after, [from, to]) => withSlot(after, from, to - from, part(from, to)), content);
  }

  // ---- what is not known any more -----------------------------------------------------------------------------------

  /**
   * The state after a store by a pointer that may lead to any of the objects: to what has the type that is stored (C++,
   * [basic.lval]), and by characters to anything.
   * @param type `void` where it is not known
   */
  afterStoreAnywhere(state: State, objects: Iterable<MemoryObject>, type: Type): State {
    const isOne = type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer';
    const size = isOne && sizeOf(type) > 1 ? sizeOf(type) : null;
    let memory: Map<number, LocalContent> | null = null;
    for (const object of objects) {
      const content = object.space === 'local' ? contentOf(state, object.id) : null;
      const hit = [...(content?.slots ?? [])].filter(
        ([, slot]) =>
          !isOfClass(slot) &&
          (size === null || (slot.size === size && isPointer(slot.value) === (type.kind === 'pointer'))),
      );
      if (content === null || (hit.length === 0 && content.table === null && content.last === null)) continue;
      const slots = new Map(content.slots);
      for (const [at] of hit) slots.delete(at);
      memory ??= new Map(state.memory);
      const table = type.kind === 'pointer' || size === null ? null : content.table;
      memory.set(object.id, { slots, isHavocked: true, table, last: null });
    }
    return memory === null ? state : { ...state, memory };
  }

  /** The state in which any bytes may stand in a part of an object. */
  overwrite(state: State, { object, offset }: Target, bytes: number): State {
    const at = isConstant(offset) ? Number(offset.constant) : null;
    const content = contentOf(state, object.id);
    const cleared = withoutSlots(content, at, bytes);
    const table = content.table && withOther(content.table, offset, bytes);
    return withContent(state, object.id, { ...cleared, isHavocked: true, table, last: null });
  }

  /** The state in which nothing is known of an object's content. */
  havoc(
    state: State,
    object: MemoryObject,
    origin: SymbolOrigin = 'unknown',
    ofPointers: SymbolOrigin = origin,
  ): State {
    return this.havocAll(state, [object], origin, ofPointers);
  }

  /** The same of many objects at once: the memory of the state is copied once. */
  havocAll(state: State, objects: Iterable<MemoryObject>, origin: SymbolOrigin, ofPointers: SymbolOrigin): State {
    const memory = new Map(state.memory);
    for (const object of objects) {
      if (object.space !== 'local') continue;
      const ofClass = [...contentOf(state, object.id).slots].filter(([, slot]) => isOfClass(slot));
      const { slots, ...content } = this.#anyContent(object, origin, ofPointers);
      memory.set(object.id, { ...content, slots: new Map([...slots, ...ofClass]) });
    }
    return { ...state, memory };
  }

  /** The state after code that may have changed variables of the host. @param isChanged asked by symbol */
  havocVariables(state: State, isChanged: (symbol: string) => boolean, ofPointers: SymbolOrigin = 'unknown'): State {
    const memory = new Map(state.memory);
    for (const object of this.#parts.inputs.filled) {
      const { origin } = object;
      if (origin.kind !== 'variable' || !isChanged(origin.symbol)) continue;
      memory.set(object.id, this.#anyContent(object, 'unknown', ofPointers));
    }
    return { ...state, memory };
  }

  /** What may stand in an object after anything: the scalars that it is known to have keep the value that they then have. */
  #anyContent(object: MemoryObject, origin: SymbolOrigin = 'unknown', ofPointers: SymbolOrigin = origin): LocalContent {
    const { objects, inputs, values } = this.#parts;
    const slots = new Map<number, Slot>();
    // Variables of the stack have lost their names.
    const name = object.origin.kind === 'stack' ? `a variable of ${object.name}` : object.name;
    const fill = (offset: number, type: Type): void => {
      const value = values.unknown(type, type.kind === 'pointer' ? ofPointers : origin, name);
      slots.set(offset, { size: sizeOf(type), value });
    };
    const type = this.#input.host ? objects.typeOf(object) : undefined;
    if (type) for (const scalar of scalarsWithin(type, 0, 0, sizeOf(type)) ?? []) fill(scalar.offset, scalar.type);
    for (const [offset, scalar] of inputs.layoutOf(object)) fill(offset, scalar);
    return { slots, isHavocked: true, table: null, last: null };
  }
}

/** Is it the pointer by which an object finds the functions of its class? Which class it is of, nobody changes (C++23, [basic.life]). */
function isOfClass({ value }: Slot): boolean {
  const isTable = ({ object }: Target) => object.origin.kind === 'variable' && object.origin.symbol.startsWith('_ZTV');
  return value.kind === 'pointer' && value.targets.length > 0 && value.targets.every(isTable);
}

/** A number divided by one of which it is a multiple, as its coefficients say; null where they do not. */
function quotientBy(terms: Terms, term: Int, divisor: bigint): Int | null {
  const numbers = [term.constant, ...term.monomials.map(({ coefficient }) => coefficient)];
  return numbers.every((n) => n % divisor === 0n) ? terms.div(term, terms.constant(divisor)) : null;
}

/** No pointer is copied as such a number: not by a byte at a time, nor as one of its own size. */
function isOnlyNumber(type: Type): boolean {
  if (type.kind === 'vector') return isOnlyNumber(type.element);
  return type.kind === 'float' || (type.kind === 'int' && (type.bits === 16 || type.bits === 32));
}

function isPointer({ kind }: Value): boolean {
  return kind === 'pointer' || kind === 'function' || kind === 'choice';
}

/** Is a pointer at one place the one at the other, or beside it? */
function isApart(terms: Terms, offset: Int, at: number): boolean {
  const distance = terms.sub(offset, terms.constant(at));
  return distance.constant % POINTER_BYTES === 0n && contentOfTerm(distance) % POINTER_BYTES === 0n;
}

/** Objects of the thread's own whose content comes from outside. */
function isInput(object: MemoryObject): boolean {
  return (
    object.space === 'local' &&
    (object.origin.kind === 'parameter' || object.origin.kind === 'variable' || object.origin.kind === 'outside')
  );
}
