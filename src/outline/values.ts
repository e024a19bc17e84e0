/**
 * What registers hold in an outline: sums of what stays, pointers into objects, and whether a thread is the one of a condition.
 * Clang keeps every variable in memory of the thread's own; one that is set once is what it was set to. Nothing here proves
 * anything: what is not known is left out of the outline.
 */
import { effectOf } from '../intrinsics/index.ts';
import { fieldOffset, sizeOf, strideOf } from '../ir/layout.ts';
import { operandsOf } from '../ir/operands.ts';
import type { Instruction, Operand, Program, ProgramFunction, Type } from '../ir/program.ts';
import type { Flow, OutlineFrame } from './flow.ts';
import { addSums, constantSum, isConstantSum, type Sum, scaleSum, sumText, termSum } from './numbers.ts';

/** Bytes from an object's beginning: the first and the last that a pointer may point to. */
interface Range {
  readonly from: number;
  readonly to: number;
}

export interface OutlinePointer {
  readonly kind: 'pointer';
  /** Tells objects apart. */
  readonly object: string;
  readonly name: string;
  readonly space: 'shared' | 'global' | 'local';
  /** Null: anywhere in the object. */
  readonly range: Range | null;
  /** The array that arithmetic stays in; null: the object. */
  readonly array: Range | null;
  /** Where exactly it points; null: nobody knows. */
  readonly at: Sum | null;
}

/** True for the thread, or the threads, of which the text speaks. */
interface Truth {
  readonly kind: 'truth';
  readonly text: string;
  readonly isOfThread: boolean;
  readonly isNegated: boolean;
}

type Value = Sum | OutlinePointer | Truth | { readonly kind: 'unknown' };

const UNKNOWN: Value = { kind: 'unknown' };
/** How often stores are looked for again with what the last look has shown. */
const ROUNDS = 3;
const DEPTH_LIMIT = 400;
/** Values that one value is looked through for. */
const PART_LIMIT = 2_000;

interface Stored {
  readonly frame: OutlineFrame;
  readonly operand: Operand;
}

interface Copied {
  readonly to: number;
  readonly bytes: number;
  readonly source: OutlinePointer;
}

export class OutlineValues {
  readonly #program: Program;
  #registers = new Map<OutlineFrame, Map<number, Value>>();
  #cells = new Map<string, Value>();
  /** What is stored to variables of the thread, by object and offset. */
  #stores: ReadonlyMap<string, readonly Stored[]> = new Map();
  #copies: ReadonlyMap<string, readonly Copied[]> = new Map();
  #depth = 0;
  /** By registers: whether they depend on the thread. */
  readonly #dependent = new Map<OutlineFrame, Map<number, boolean>>();

  constructor(program: Program, flow: Flow) {
    this.#program = program;
    for (let round = 0; round < ROUNDS; round++) this.#look(flow);
  }

  pointer(frame: OutlineFrame, operand: Operand): OutlinePointer | null {
    const value = this.#of(frame, operand);
    return value.kind === 'pointer' ? value : null;
  }

  /** The number of bytes that an operand says; null: nobody knows. */
  constant(frame: OutlineFrame, operand: Operand): bigint | null {
    const value = this.#of(frame, operand);
    return value.kind === 'sum' && isConstantSum(value) ? value.constant : null;
  }

  /** The axes of the thread's index in its block that the code asks for. */
  threadAxes({ steps }: Flow): number[] {
    const found = new Set<number>();
    for (const { frame, instruction, effect } of steps) {
      if (instruction.op !== 'call' || (effect?.kind !== 'thread-index' && effect?.kind !== 'global-id')) continue;
      const axis = this.#axis(effect.axis, frame, instruction.arguments[0]);
      if (axis !== null && axis >= 0 && axis <= 2) found.add(axis);
    }
    return [...found].sort();
  }

  #axis(axis: 'x' | 'y' | 'z' | 'argument', frame: OutlineFrame, argument: Operand | undefined): number | null {
    if (axis !== 'argument') return 'xyz'.indexOf(axis);
    const value = argument === undefined ? null : this.constant(frame, argument);
    return value === null ? null : Number(value);
  }

  /** What a condition compares, the same text whichever way it does; null: nobody knows. */
  compared(frame: OutlineFrame, condition: Operand): string | null {
    const made = condition.kind === 'register' ? frame.definitions.get(condition.register) : undefined;
    if (made?.op !== 'icmp') return null;
    const [a, b] = [this.#of(frame, made.left), this.#of(frame, made.right)];
    if (a.kind !== 'sum' || b.kind !== 'sum') return null;
    const texts = [addSums(a, b, -1n), addSums(b, a, -1n)].map(sumText);
    return texts.sort()[0]!;
  }

  /** A value that all threads of a block have, in words; null: nobody knows. */
  uniform(frame: OutlineFrame, operand: Operand): string | null {
    if (operand.kind === 'float') return `${operand.value}`;
    const value = this.#of(frame, operand);
    return value.kind === 'sum' && !value.isOfThread ? sumText(value) : null;
  }

  /** Whether a value differs between the threads of a block by their index; what is not known does not. */
  dependsOnThread(frame: OutlineFrame, operand: Operand): boolean {
    if (operand.kind !== 'register') return false;
    let known = this.#dependent.get(frame);
    if (known === undefined) {
      known = new Map();
      this.#dependent.set(frame, known);
    }
    const before = known.get(operand.register);
    if (before !== undefined) return before;
    const found = this.#parts(frame, operand, new Set());
    known.set(operand.register, found);
    return found;
  }

  #parts(frame: OutlineFrame, operand: Operand, seen: Set<string>): boolean {
    if (operand.kind !== 'register') return false;
    const key = `${frame.id}%${operand.register}`;
    if (seen.has(key) || seen.size > PART_LIMIT) return false;
    seen.add(key);
    const value = this.#of(frame, operand);
    if (value.kind === 'sum' || value.kind === 'truth') return value.isOfThread;
    const of = (part: Operand) => this.#parts(frame, part, seen);
    const { caller, definitions } = frame;
    if (operand.register < frame.fn.parameters.length) {
      const passed = caller?.call.arguments[operand.register];
      return caller !== null && passed !== undefined && this.#parts(caller.frame, passed, seen);
    }
    const made = definitions.get(operand.register);
    if (made === undefined) return false;
    if (made.op === 'load') {
      const from = this.pointer(frame, made.pointer);
      if (from?.space !== 'local') return from === null || from.at === null ? of(made.pointer) : from.at.isOfThread;
      const stores = (this.#stores.get(cellKey(from)) ?? []).slice(0, PART_LIMIT);
      return stores.some((stored) => this.#parts(stored.frame, stored.operand, seen));
    }
    if (made.op === 'call') {
      const inner = frame.callees.get(made);
      return inner?.returned.some((part) => this.#parts(inner, part, seen)) ?? false;
    }
    // Which of its values a phi has, as of `a && b`, hangs on the branches in front of it.
    return [...operandsOf(made), ...(made.op === 'phi' ? choicesOf(frame.fn, made) : [])].some(of);
  }

  /** The condition of one thread of the block that holds where a branch is taken; null: there is none. */
  guard(frame: OutlineFrame, condition: Operand, isTrue: boolean): string | null {
    const value = this.#of(frame, condition);
    if (value.kind !== 'truth' || !value.isOfThread || value.isNegated === isTrue) return null;
    return value.text;
  }

  #look({ steps }: Flow): void {
    const stores = new Map<string, Stored[]>();
    const copies = new Map<string, Copied[]>();
    for (const { frame, instruction, effect } of steps) {
      if (instruction.op === 'store') {
        const target = this.pointer(frame, instruction.pointer);
        if (target?.space !== 'local') continue;
        added(stores, cellKey(target), { frame, operand: instruction.value });
      } else if (instruction.op === 'call' && effect?.kind === 'memcpy') {
        const [to, from, size] = instruction.arguments;
        const target = to && this.pointer(frame, to);
        const source = from && this.pointer(frame, from);
        if (target?.space !== 'local' || !source || target.range?.from !== target.range?.to) continue;
        const bytes = Number((size && this.constant(frame, size)) ?? 0n);
        added(copies, target.object, { to: target.range?.from ?? 0, bytes, source });
      }
    }
    this.#stores = stores;
    this.#copies = copies;
    this.#registers = new Map();
    this.#cells = new Map();
  }

  #of(frame: OutlineFrame, operand: Operand): Value {
    switch (operand.kind) {
      case 'register':
        return this.#register(frame, operand.register);
      case 'int':
        return constantSum(operand.value);
      case 'zero':
        return operand.type.kind === 'int' ? constantSum(0n) : UNKNOWN;
      case 'global':
        return this.#variable(operand.name);
      case 'expression':
        return this.#instruction(frame, operand.instruction);
      default:
        return UNKNOWN;
    }
  }

  #variable(symbol: string): Value {
    const variable = this.#program.globals.get(this.#program.aliases.get(symbol) ?? symbol);
    if (variable === undefined || variable.space === 4) return UNKNOWN;
    const space = variable.space === 3 ? 'shared' : 'global';
    return pointerTo(`variable ${variable.name}`, variable.sourceName, space);
  }

  #register(frame: OutlineFrame, register: number): Value {
    let known = this.#registers.get(frame);
    if (known === undefined) {
      known = new Map();
      this.#registers.set(frame, known);
    }
    const value = known.get(register);
    if (value !== undefined) return value;
    if (this.#depth > DEPTH_LIMIT) return UNKNOWN;
    known.set(register, UNKNOWN);
    this.#depth++;
    const found = this.#computed(frame, register);
    this.#depth--;
    known.set(register, found);
    return found;
  }

  #computed(frame: OutlineFrame, register: number): Value {
    const { fn, caller, definitions } = frame;
    const parameter = fn.parameters[register];
    if (parameter !== undefined) {
      if (caller !== null) {
        const passed = caller.call.arguments[register];
        return passed === undefined ? UNKNOWN : this.#of(caller.frame, passed);
      }
      if (parameter.byValue !== null) return pointerTo(`parameter ${register}`, parameter.name, 'local');
      if (parameter.type.kind === 'pointer') {
        const space = parameter.type.space === 3 ? 'shared' : 'global';
        return pointerTo(`parameter ${register}`, parameter.name, space);
      }
      return parameter.type.kind === 'int' ? termSum(parameter.name, false) : UNKNOWN;
    }
    const made = definitions.get(register);
    return made === undefined ? UNKNOWN : this.#instruction(frame, made);
  }

  #instruction(frame: OutlineFrame, made: Instruction): Value {
    switch (made.op) {
      case 'alloca':
        return pointerTo(`local ${frame.id}%${made.result}`, '', 'local');
      case 'cast':
      case 'freeze':
        return this.#of(frame, made.operand);
      case 'getelementptr':
        return this.#element(frame, made);
      case 'load':
        return this.#load(frame, made);
      case 'binary':
        return this.#binary(frame, made);
      case 'icmp':
        return this.#compared(frame, made);
      case 'call':
        return this.#call(frame, made);
      case 'phi':
        return same(made.incoming.map(({ value }) => this.#of(frame, value)));
      default:
        return UNKNOWN;
    }
  }

  #element(frame: OutlineFrame, made: Extract<Instruction, { readonly op: 'getelementptr' }>): Value {
    const base = this.#of(frame, made.pointer);
    if (base.kind !== 'pointer') return UNKNOWN;
    let { range, array, at } = base;
    let type: Type = made.source;
    const step = (index: Value, stride: number, bound: Range | null) => {
      const sum = index.kind === 'sum' ? index : null;
      at = at === null || sum === null ? null : addSums(at, sum, BigInt(stride));
      if (sum !== null && isConstantSum(sum)) {
        const by = Number(sum.constant) * stride;
        range = range && { from: range.from + by, to: range.to + by };
      } else range = bound;
    };
    for (const [i, operand] of made.indices.entries()) {
      const index = this.#of(frame, operand);
      if (i === 0) {
        step(index, strideOf(type), array && { from: array.from, to: array.to - 1 });
      } else if (type.kind === 'struct') {
        const field = index.kind === 'sum' ? Number(index.constant) : 0;
        step(constantSum(BigInt(fieldOffset(type, field))), 1, null);
        type = type.fields[field] ?? { kind: 'void' };
        array = range && { from: range.from, to: range.to + Math.max(sizeOf(type), 1) };
      } else if (type.kind === 'array' || type.kind === 'vector') {
        const stride = strideOf(type.element);
        const whole: Range | null = range && { from: range.from, to: range.to + Math.max(type.length * stride, 1) };
        if (type.length > 0) array = whole;
        step(
          index,
          stride,
          whole && type.length > 0
            ? { from: whole.from, to: whole.to - stride }
            : array && { from: array.from, to: array.to - 1 },
        );
        type = type.element;
      }
    }
    return { ...base, range, array, at };
  }

  #load(frame: OutlineFrame, { pointer, type }: Extract<Instruction, { readonly op: 'load' }>): Value {
    const from = this.#of(frame, pointer);
    if (from.kind !== 'pointer') return UNKNOWN;
    if (from.space === 'local') return this.#cell(from, type);
    if (type.kind !== 'pointer') return UNKNOWN;
    const space = type.space === 3 ? 'shared' : 'global';
    const { at } = from;
    const place = at === null ? '?' : sumText(at);
    return pointerTo(`behind ${from.object}+${place}`, `*${from.name}[…]`, space);
  }

  #cell(from: OutlinePointer, type: Type): Value {
    const key = cellKey(from);
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    this.#cells.set(key, UNKNOWN);
    const value = this.#stored(from, key, type);
    this.#cells.set(key, value);
    return value;
  }

  #stored(from: OutlinePointer, key: string, type: Type): Value {
    const stores = this.#stores.get(key) ?? [];
    if (stores.length > 0) return one(stores.map(({ frame, operand }) => this.#of(frame, operand)));
    const exact = from.range !== null && from.range.from === from.range.to ? from.range.from : null;
    const copies =
      exact === null
        ? []
        : (this.#copies.get(from.object) ?? []).filter(({ to, bytes }) => to <= exact && exact < to + bytes);
    const [copy] = copies;
    if (copy !== undefined && copies.length === 1 && exact !== null && copy.source.range !== null) {
      const shift = exact - copy.to;
      const { range, at } = copy.source;
      const moved = {
        ...copy.source,
        range: { from: range.from + shift, to: range.to + shift },
        at: at && addSums(at, constantSum(BigInt(shift))),
      };
      return moved.space === 'local' ? this.#cell(moved, type) : UNKNOWN;
    }
    if (!from.object.startsWith('parameter ') || exact === null) return UNKNOWN;
    // A struct that the launch passes.
    const name = `${from.name}+${exact}`;
    if (type.kind === 'pointer') return pointerTo(`behind ${from.object}+${exact}`, `*${from.name}[…]`, 'global');
    return type.kind === 'int' ? termSum(name, false) : UNKNOWN;
  }

  #binary(frame: OutlineFrame, { operator, left, right }: Extract<Instruction, { readonly op: 'binary' }>): Value {
    const a = this.#of(frame, left);
    const b = this.#of(frame, right);
    if (a.kind === 'truth' && operator === 'xor' && b.kind === 'sum' && isConstantSum(b) && b.constant !== 0n)
      return { ...a, isNegated: !a.isNegated };
    if (a.kind !== 'sum' || b.kind !== 'sum') return UNKNOWN;
    if (operator === 'add') return addSums(a, b);
    if (operator === 'sub') return addSums(a, b, -1n);
    if (operator === 'mul' && isConstantSum(b)) return scaleSum(a, b.constant);
    if (operator === 'mul' && isConstantSum(a)) return scaleSum(b, a.constant);
    if (operator === 'shl' && isConstantSum(b) && b.constant >= 0n && b.constant < 64n)
      return scaleSum(a, 1n << b.constant);
    return termSum(`(${sumText(a)} ${operator} ${sumText(b)})`, a.isOfThread || b.isOfThread);
  }

  #compared(frame: OutlineFrame, { predicate, left, right }: Extract<Instruction, { readonly op: 'icmp' }>): Value {
    if (predicate !== 'eq' && predicate !== 'ne') return UNKNOWN;
    const a = this.#of(frame, left);
    const b = this.#of(frame, right);
    const isNegated = predicate === 'ne';
    if (b.kind !== 'sum') return UNKNOWN;
    if (a.kind === 'truth') {
      if (!isConstantSum(b) || b.constant > 1n || b.constant < 0n) return UNKNOWN;
      return { ...a, isNegated: a.isNegated !== ((b.constant === 0n) !== isNegated) };
    }
    if (a.kind !== 'sum') return UNKNOWN;
    const difference = addSums(a, b, -1n);
    return { kind: 'truth', text: `${sumText(difference)}=0`, isOfThread: difference.isOfThread, isNegated };
  }

  #call(frame: OutlineFrame, made: Extract<Instruction, { readonly op: 'call' }>): Value {
    const inner = frame.callees.get(made);
    if (inner !== undefined) return same(inner.returned.map((operand) => this.#of(inner, operand)));
    const effect = made.callee.kind === 'global' ? effectOf(made.callee.name) : undefined;
    const [first] = made.arguments;
    switch (effect?.kind) {
      case 'thread-index':
      case 'global-id':
      case 'block-index':
      case 'block-size':
      case 'grid-size':
      case 'global-size':
      case 'global-offset': {
        const axis = this.#axis(effect.axis, frame, first);
        const isOfThread = effect.kind === 'thread-index' || effect.kind === 'global-id';
        return axis === null ? UNKNOWN : termSum(`${effect.kind}.${axis}`, isOfThread);
      }
      case 'linear-thread-index':
      case 'linear-global-id':
      case 'lane-id':
      case 'warp-index':
        return termSum(effect.kind, true);
      case 'warps-per-block':
      case 'dynamic-shared-size':
        return termSum(effect.kind, false);
      case 'warp-size':
        return constantSum(BigInt(this.#program.warpSize));
      case 'scope':
      case 'address':
        return first === undefined ? UNKNOWN : this.#of(frame, first);
      default:
        return UNKNOWN;
    }
  }
}

/** The conditions of the branches right in front of a phi, and of the blocks that it joins. */
function choicesOf({ blocks }: ProgramFunction, { incoming }: Extract<Instruction, { readonly op: 'phi' }>): Operand[] {
  const joined = new Set(incoming.map(({ block }) => block));
  return blocks.flatMap(({ terminator }, i) => {
    if (terminator.op !== 'condbr') return [];
    const isBefore = joined.has(i) || joined.has(terminator.ifTrue) || joined.has(terminator.ifFalse);
    return isBefore ? [terminator.condition] : [];
  });
}

function added<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}

function pointerTo(object: string, name: string, space: OutlinePointer['space']): OutlinePointer {
  return { kind: 'pointer', object, name, space, range: { from: 0, to: 0 }, array: null, at: constantSum(0n) };
}

function cellKey({ object, range }: OutlinePointer): string {
  return range !== null && range.from === range.to ? `${object}+${range.from}` : `${object}+?`;
}

/** The value that all of them are. */
function same(values: readonly Value[]): Value {
  const [first] = values;
  if (first === undefined || values.some((value) => textOf(value) !== textOf(first))) return UNKNOWN;
  return first;
}

/** The value of a variable that is set to these: of pointers into one object, that object. */
function one(values: readonly Value[]): Value {
  const all = same(values);
  if (all.kind !== 'unknown') return all;
  const pointers = values.flatMap((value) => (value.kind === 'pointer' ? [value] : []));
  const [first] = pointers;
  if (first === undefined || pointers.some(({ object }) => object !== first.object)) return UNKNOWN;
  return { ...first, range: null, array: null, at: null };
}

function textOf(value: Value): string {
  switch (value.kind) {
    case 'sum':
      return sumText(value);
    case 'pointer':
      return `${value.object} ${value.at === null ? `${value.range?.from} ${value.range?.to}` : sumText(value.at)}`;
    case 'truth':
      return `${value.isNegated} ${value.text}`;
    default:
      return '';
  }
}
