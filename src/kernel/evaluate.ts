/** Operands, and the instructions that only compute: arithmetic, comparisons, addresses, parts of aggregates. */
import { fieldOffset, strideOf } from '../ir/layout.ts';
import type { Instruction, Operand, Type } from '../ir/program.ts';
import { type Cond, type Int, integerRange, isConstant, type MachineIntegers, type Terms } from '../terms/index.ts';
import type { ExecutionInput } from './execution.ts';
import type { Frame } from './frame.ts';
import type { Inputs } from './inputs.ts';
import { sumOverLanes } from './lane-sums.ts';
import { sameBase, type Target, type Value } from './memory.ts';
import { nullSymbol } from './null-symbol.ts';
import type { Objects } from './objects.ts';
import { pointerKey } from './passed-memory.ts';
import type { Recorder } from './recorder.ts';
import { roundedQuotient } from './rounded-quotients.ts';
import type { Symbols } from './symbols.ts';
import { ANY_NUMBER, type Values } from './values.ts';

/** Pairs of targets of two pointers up to which it is said when they are equal. */
const COMPARED_TARGETS = 16;
/** Bits of what lanes hand each other. */
const WORD = 32;
const UNDEFINED: Value = { kind: 'undefined' };

type Predicate = Of<'icmp'>['predicate'];
type Of<Op extends Instruction['op']> = Extract<Instruction, { readonly op: Op }>;

export interface Computed {
  readonly value: Value;
  /** What has to hold for it: that a number is whole in its format. */
  readonly holds: Cond;
}

export interface EvaluatorParts {
  readonly machine: MachineIntegers;
  readonly symbols: Symbols;
  readonly objects: Objects;
  readonly values: Values;
  readonly inputs: Inputs;
  readonly recorder: Recorder;
}

export class Evaluator {
  readonly #terms: Terms;
  readonly #isHost: boolean;
  readonly #nulls: ExecutionInput['nulls'];
  readonly #parts: EvaluatorParts;
  /** What has to hold for what was computed since it was last asked for. */
  #holds: Cond[] = [];

  constructor({ terms, host, nulls }: ExecutionInput, parts: EvaluatorParts) {
    this.#terms = terms;
    this.#isHost = host !== null;
    this.#nulls = nulls;
    this.#parts = parts;
  }

  evaluate(frame: Frame, operand: Operand): Value {
    const { machine, values } = this.#parts;
    const t = this.#terms;
    switch (operand.kind) {
      case 'register':
        return frame.registers[operand.register] ?? UNDEFINED;
      case 'int': {
        const bits = operand.type.kind === 'int' ? operand.type.bits : 64;
        if (bits === 1) return { kind: 'bool', cond: (operand.value & 1n) === 1n ? t.true : t.false };
        return machine.make(bits, t.constant(BigInt.asIntN(bits, operand.value)), true);
      }
      case 'float':
        return values.float(operand.value);
      case 'null':
        return { kind: 'pointer', targets: [] };
      case 'undef':
        return UNDEFINED;
      case 'zero':
        return values.zero(operand.type);
      case 'global':
        return this.#parts.inputs.global(operand.name);
      case 'aggregate':
        return { kind: 'aggregate', elements: operand.elements.map((e) => this.evaluate(frame, e)) };
      case 'bytes':
        return { kind: 'aggregate', elements: Array.from(operand.bytes, (b) => machine.make(8, t.constant(b))) };
      case 'expression':
        return this.#compute(frame, operand.instruction) ?? values.opaque('unknown', 'expression');
      case 'asm':
      case 'metadata':
        return UNDEFINED;
    }
  }

  /** The result of an instruction without effect; unknown for one that is not understood. */
  compute(frame: Frame, instruction: Instruction): Computed {
    const value =
      this.#compute(frame, instruction) ?? this.#parts.values.unknown(instruction.type, 'unknown', instruction.op);
    const holds = this.#terms.and(...this.#holds);
    this.#holds = [];
    return { value, holds };
  }

  /** @returns null for what is not understood */
  #compute(frame: Frame, instruction: Instruction): Value | null {
    const value = (operand: Operand) => this.evaluate(frame, operand);
    const { values } = this.#parts;
    switch (instruction.op) {
      case 'binary':
        return this.#binary(instruction, value(instruction.left), value(instruction.right), instruction.type);
      case 'fneg':
        return values.pure('fneg', [value(instruction.operand)], instruction.type);
      case 'cast':
        return this.#cast(instruction, value(instruction.operand), instruction.operand.type, instruction.type);
      case 'icmp':
        return this.#icmp(instruction, value(instruction.left), value(instruction.right));
      case 'fcmp': {
        const operands = [value(instruction.left), value(instruction.right)];
        return values.pure(`fcmp ${instruction.predicate}`, operands, instruction.type);
      }
      case 'select':
        return this.#select(value(instruction.condition), value(instruction.ifTrue), value(instruction.ifFalse));
      case 'freeze':
        return value(instruction.operand);
      case 'getelementptr':
        return this.#elementPointer(instruction, value(instruction.pointer), instruction.indices.map(value));
      case 'extractelement': {
        const [vector, index] = [value(instruction.vector), indexIn(value(instruction.index))];
        return vector.kind === 'aggregate' && index !== null ? (vector.elements[index] ?? null) : null;
      }
      case 'insertelement': {
        const [vector, index] = [value(instruction.vector), indexIn(value(instruction.index))];
        if (instruction.type.kind !== 'vector' || index === null) return null;
        const elements = elementsOf(vector, instruction.type.length);
        elements[index] = value(instruction.element);
        return { kind: 'aggregate', elements };
      }
      case 'shufflevector':
        return shuffled(instruction, value(instruction.left), value(instruction.right));
      case 'extractvalue':
        return extracted(value(instruction.aggregate), instruction.indices);
      case 'insertvalue': {
        const element = value(instruction.element);
        return inserted(value(instruction.aggregate), instruction.indices, instruction.type, element);
      }
      default:
        return null;
    }
  }

  #select(condition: Value, a: Value, b: Value): Value {
    const { values } = this.#parts;
    if (condition.kind === 'aggregate' && a.kind === 'aggregate' && b.kind === 'aggregate') {
      const lane = (x: Value, i: number) => values.choose(values.condition(condition.elements[i]!), x, b.elements[i]!);
      return { kind: 'aggregate', elements: a.elements.map(lane) };
    }
    return values.choose(values.condition(condition), a, b);
  }

  #binary(instruction: Of<'binary'>, a: Value, b: Value, type: Type): Value {
    const { machine, values } = this.#parts;
    if (type.kind === 'vector') {
      const lane = (_: unknown, i: number) => this.#binary(instruction, partOf(a, i), partOf(b, i), type.element);
      return { kind: 'aggregate', elements: Array.from({ length: type.length }, lane) };
    }
    const isWord = (type.kind === 'int' && type.bits === WORD) || type.kind === 'float';
    const range = type.kind === 'int' ? integerRange(type.bits) : ANY_NUMBER;
    const sum = isWord ? sumOverLanes(this.#terms, this.#parts.symbols, instruction.operator, [a, b], range) : null;
    if (type.kind !== 'int') {
      return sum === null ? values.pure(instruction.operator, [a, b], type) : { kind: 'opaque', term: sum };
    }
    if (sum !== null) return machine.make(type.bits, sum, true);
    if (type.bits === 1) return { kind: 'bool', cond: this.#binaryOfFlags(instruction.operator, a, b) };
    const x = values.integer(a, type.bits);
    const y = values.integer(b, type.bits);
    const result = machine.binary(instruction.operator, x, y, instruction.noSignedWrap);
    return result ?? values.pure(instruction.operator, [a, b], type);
  }

  /** Arithmetic modulo 2. */
  #binaryOfFlags(operator: Of<'binary'>['operator'], a: Value, b: Value): Cond {
    const t = this.#terms;
    const x = this.#parts.values.condition(a);
    const y = this.#parts.values.condition(b);
    switch (operator) {
      case 'and':
      case 'mul':
        return t.and(x, y);
      case 'or':
        return t.or(x, y);
      case 'xor':
      case 'add':
      case 'sub':
        return this.#differ(x, y);
      default:
        return this.#parts.symbols.condition();
    }
  }

  #differ(x: Cond, y: Cond): Cond {
    const t = this.#terms;
    return t.or(t.and(x, t.not(y)), t.and(t.not(x), y));
  }

  #cast(instruction: Of<'cast'>, value: Value, from: Type, to: Type): Value | null {
    const t = this.#terms;
    const { machine, objects, values } = this.#parts;
    if (to.kind === 'vector' && from.kind === 'vector' && instruction.operator !== 'bitcast') {
      if (value.kind !== 'aggregate') return null;
      const lane = (e: Value) =>
        this.#cast(instruction, e, from.element, to.element) ?? values.unknown(to.element, 'unknown', 'cast');
      return { kind: 'aggregate', elements: value.elements.map(lane) };
    }
    if (value.kind === 'undefined') return value;
    switch (instruction.operator) {
      case 'trunc': {
        if (to.kind !== 'int') return null;
        const x = values.integer(value, from.kind === 'int' ? from.bits : 64);
        if (to.bits === 1) return { kind: 'bool', cond: t.ne(t.mod(x.term, t.constant(2)), t.zero) };
        return machine.make(to.bits, x.term);
      }
      case 'zext':
      case 'sext':
        return to.kind === 'int' ? this.#extended(instruction, value, from, to.bits) : null;
      case 'bitcast':
        return values.reinterpret(value, to);
      case 'addrspacecast':
        return value;
      case 'ptrtoint':
      case 'ptrtoaddr': {
        if (value.kind !== 'pointer' || to.kind !== 'int' || value.targets.length > 1) return null;
        const [target] = value.targets;
        return machine.make(to.bits, target ? objects.numberOf(target) : t.zero, true);
      }
      case 'inttoptr':
        if (value.kind !== 'int') return null;
        if (value.term === t.zero) return { kind: 'pointer', targets: [] };
        if (!objects.holdsAddress(value.term)) this.#parts.recorder.numberAsPointer();
        return objects.pointerAt(value.term);
      case 'fptosi':
      case 'fptoui': {
        const rounded = this.#isHost && value.kind === 'opaque' ? roundedQuotient(t, value.term) : null;
        if (rounded === null || to.kind !== 'int') return values.pure(instruction.operator, [value], to);
        if (rounded.holds.kind !== 'true') this.#holds.push(rounded.holds);
        return machine.make(to.bits, rounded.term, true);
      }
      default:
        return values.pure(instruction.operator, [value], to);
    }
  }

  #extended(instruction: Of<'cast'>, value: Value, from: Type, bits: number): Value {
    const t = this.#terms;
    const { machine, values } = this.#parts;
    const isSigned = instruction.operator === 'sext';
    if (value.kind === 'bool') {
      return machine.make(bits, t.ite(value.cond, isSigned ? t.constant(-1) : t.one, t.zero), true);
    }
    const x = values.integer(value, from.kind === 'int' ? from.bits : 32);
    return machine.make(bits, isSigned || instruction.nonNegative ? machine.signed(x) : machine.unsigned(x), true);
  }

  #icmp({ predicate, type }: Of<'icmp'>, a: Value, b: Value): Value {
    const { machine, values } = this.#parts;
    if (a.kind === 'aggregate' || b.kind === 'aggregate') return values.pure(`icmp ${predicate}`, [a, b], type);
    const isDefined = a.kind !== 'undefined' && b.kind !== 'undefined';
    if (isDefined && (a.kind === 'bool' || b.kind === 'bool')) {
      const different = this.#differ(values.condition(a), values.condition(b));
      if (predicate === 'eq') return { kind: 'bool', cond: this.#terms.not(different) };
      if (predicate === 'ne') return { kind: 'bool', cond: different };
    } else if (a.kind === 'int' && b.kind === 'int') {
      return { kind: 'bool', cond: machine.compare(predicate, a, b) };
    } else if (a.kind === 'pointer' && b.kind === 'pointer') {
      const cond = this.#comparePointers(predicate, a.targets, b.targets);
      if (cond) return { kind: 'bool', cond };
    }
    return { kind: 'bool', cond: this.#parts.symbols.condition() };
  }

  /** @returns null when it is not known how they compare */
  #comparePointers(predicate: Predicate, a: readonly Target[], b: readonly Target[]): Cond | null {
    if (predicate === 'eq' || predicate === 'ne') {
      if (a.length * b.length > COMPARED_TARGETS) return null;
      const isEqual = this.#isEqual(a, b);
      return predicate === 'eq' ? isEqual : this.#terms.not(isEqual);
    }
    const [x, y] = [a[0], b[0]];
    if (a.length !== 1 || b.length !== 1 || !x || !y) return null;
    return x.guard.kind === 'true' && y.guard.kind === 'true' ? this.#compareTargets(predicate, x, y) : null;
  }

  /** Both lead to the same place, or are null: by a target that is, or where no target's guard holds. */
  #isEqual(a: readonly Target[], b: readonly Target[]): Cond {
    const t = this.#terms;
    const isNone = (targets: readonly Target[]) => t.and(...targets.map(({ guard }) => t.not(guard)));
    const isNullTarget = (targets: readonly Target[]) =>
      t.or(...targets.map((target) => t.and(target.guard, this.#isNull(target))));
    const met = a.flatMap((x) => b.map((y) => t.and(x.guard, y.guard, this.#compareTargets('eq', x, y) ?? t.false)));
    const [noneOfA, noneOfB] = [isNone(a), isNone(b)];
    return t.or(...met, t.and(noneOfB, isNullTarget(a)), t.and(noneOfA, isNullTarget(b)), t.and(noneOfA, noneOfB));
  }

  #compareTargets(predicate: Predicate, x: Target, y: Target): Cond | null {
    const { machine, objects } = this.#parts;
    const compared = (first: Int, second: Int): Cond => {
      // Offsets and addresses are far from the ends of their range.
      const signed = predicate.startsWith('u') ? (`s${predicate.slice(1)}` as Predicate) : predicate;
      return machine.compare(signed, machine.make(64, first, true), machine.make(64, second, true));
    };
    const isOne = x.object === y.object && !isSomeElement(x);
    if (isOne && sameBase(x.base, y.base)) return compared(x.offset, y.offset);
    // Two pointers that come from memory may be the same one, or lead to anything else that there is.
    if (isLoaded(x) || isLoaded(y)) return compared(objects.addressOf(x), objects.addressOf(y));
    if (isElement(x) || isElement(y)) return this.#parts.symbols.condition();
    if (predicate !== 'eq') return null;
    if (this.#isHost && (isHandedIn(x) || isHandedIn(y))) return this.#parts.symbols.condition();
    this.#parts.recorder.compared(x.object, y.object);
    return this.#terms.and(this.#isNull(x), this.#isNull(y));
  }

  /** Memory that has a name is there; whether the host passes a pointer is its choice, and memory may hold any pointer. */
  #isNull(target: Target): Cond {
    const t = this.#terms;
    const { name, origin } = target.object;
    if (isLoaded(target)) return t.eq(this.#parts.objects.addressOf(target), t.zero);
    if (isElement(target)) return this.#parts.symbols.condition();
    if (origin.kind !== 'parameter' && origin.kind !== 'outside') return t.false;
    if (origin.kind === 'parameter') {
      const known = this.#nulls.get(pointerKey(origin.index, origin.offset));
      if (known !== undefined) {
        this.#parts.recorder.mayBeNull(target.object, known ? t.constant(1n) : t.zero);
        return known ? t.true : t.false;
      }
    }
    if (this.#parts.recorder.isThere(target.object)) return t.false;
    const isNull = nullSymbol(t, name);
    this.#parts.recorder.mayBeNull(target.object, isNull);
    return t.ne(isNull, t.zero);
  }

  #elementPointer(instruction: Of<'getelementptr'>, base: Value, indices: readonly Value[]): Value | null {
    const t = this.#terms;
    if (base.kind !== 'pointer') return null;
    let offset: Int = t.zero;
    let type = instruction.source;
    for (const [i, index] of indices.entries()) {
      const number = this.#parts.values.integer(index, 64);
      if (i > 0 && type.kind === 'struct') {
        if (!isConstant(number.term)) return null;
        const field = Number(number.term.constant);
        offset = t.add(offset, t.constant(fieldOffset(type, field)));
        type = type.fields[field] ?? { kind: 'void' };
        continue;
      }
      if (i > 0) type = type.kind === 'array' || type.kind === 'vector' ? type.element : type;
      offset = t.combine(offset, BigInt(strideOf(type)), this.#parts.machine.signed(number));
    }
    return { kind: 'pointer', targets: base.targets.map((x) => ({ ...x, offset: t.add(x.offset, offset) })) };
  }
}

/** True for memory of the host's caller, which may pass it twice. */
function isHandedIn({ object: { origin } }: Target): boolean {
  return origin.kind === 'outside' || origin.kind === 'held';
}

/** What the host finds in a table of pointers may be any of them, or none. */
function isElement({ object }: Target): boolean {
  return object.origin.kind === 'element';
}

/** One of the pointers of a table, and nobody knows which. */
function isSomeElement({ object }: Target): boolean {
  return object.origin.kind === 'element' && object.origin.place === null;
}

function isLoaded({ object }: Target): boolean {
  return object.origin.kind === 'loaded';
}

// ---- parts of aggregates -----------------------------------------------------------------------------------------------

function partOf(value: Value, i: number): Value {
  return value.kind === 'aggregate' ? (value.elements[i] ?? UNDEFINED) : UNDEFINED;
}

/** The elements of an aggregate of so many, to be changed. */
function elementsOf(value: Value, count: number): Value[] {
  return value.kind === 'aggregate' ? [...value.elements] : Array.from({ length: count }, () => UNDEFINED);
}

function indexIn(index: Value): number | null {
  return index.kind === 'int' && isConstant(index.term) ? Number(index.term.constant) : null;
}

function shuffled({ left, mask }: Of<'shufflevector'>, a: Value, b: Value): Value {
  const width = left.type.kind === 'vector' ? left.type.length : 0;
  const pick = (i: number) => (i < 0 ? UNDEFINED : i < width ? partOf(a, i) : partOf(b, i - width));
  return { kind: 'aggregate', elements: mask.map(pick) };
}

function extracted(aggregate: Value, indices: readonly number[]): Value | null {
  let current = aggregate;
  for (const i of indices) {
    if (current.kind !== 'aggregate') return null;
    current = partOf(current, i);
  }
  return current;
}

function inserted(into: Value, path: readonly number[], type: Type, element: Value): Value {
  const [i, ...rest] = path;
  if (i === undefined) return element;
  const count = type.kind === 'struct' ? type.fields.length : type.kind === 'array' ? type.length : 0;
  const elements = elementsOf(into, count);
  const inner = type.kind === 'struct' ? type.fields[i]! : type.kind === 'array' ? type.element : type;
  elements[i] = inserted(elements[i] ?? UNDEFINED, rest, inner, element);
  return { kind: 'aggregate', elements };
}
