/** The sizes and arguments of launches, as host code hands them over. */
import type { ClusterSize } from '../ir/cluster-size.ts';
import { sizeOf } from '../ir/layout.ts';
import type { Parameter, ProgramFunction, Type } from '../ir/program.ts';
import type { State, Thread, Value } from '../kernel/index.ts';
import { type Int, isConstant, type MachineInt } from '../terms/index.ts';
import { isLocal } from './opencl-kernels.ts';
import { type PassedPointer, type PointerReader, pointersIn } from './passed-pointers.ts';
import { splitStruct } from './split-struct.ts';
import { partsOfParameters } from './stub-parameters.ts';

export type Argument =
  | { readonly kind: 'int'; readonly term: Int }
  /** A pointer, or the pointers and numbers in a struct that is passed by value. */
  | {
      readonly kind: 'pointers';
      readonly pointers: readonly PassedPointer[];
      readonly numbers: readonly PassedNumber[];
      /** Of a pointer: what is passed where the kernel has a struct of that type instead (`asPassed`). */
      readonly behind?: (type: Type) => Argument;
    }
  | { readonly kind: 'other' };

/**
 * The argument as a parameter of the kernel has it. An object of a class with a copy constructor of its own the host passes by its
 * address, and the kernel has it by value.
 */
export function asPassed(argument: Argument, { byValue }: Parameter): Argument {
  return (argument.kind === 'pointers' && byValue && argument.behind?.(byValue)) || argument;
}

/** A number that the host passes. */
export interface PassedNumber {
  /** Bytes into the argument: 0 for one that is a number itself. */
  readonly at: number;
  /** Null: as wide as its parameter. */
  readonly bits: number | null;
  readonly term: Int;
}

/** The numbers in an argument. */
export function numbersIn(argument: Argument | undefined): readonly PassedNumber[] {
  if (argument?.kind === 'int') return [{ at: 0, bits: null, term: argument.term }];
  return argument?.kind === 'pointers' ? argument.numbers : [];
}

/** All numbers that a launch passes. */
export function numbersOf({ args }: { readonly args: readonly Argument[] }): Int[] {
  return args.flatMap((argument) => numbersIn(argument).map(({ term }) => term));
}

/** The argument with other terms for its numbers. */
export function withNumbers(argument: Argument, int: (term: Int) => Int): Argument {
  if (argument.kind === 'int') return { ...argument, term: int(argument.term) };
  if (argument.kind !== 'pointers') return argument;
  const { behind } = argument;
  return {
    ...argument,
    numbers: argument.numbers.map((number) => ({ ...number, term: int(number.term) })),
    ...(behind === undefined ? {} : { behind: (type) => withNumbers(behind(type), int) }),
  };
}

/** The fields of a `dim3` that is passed in two registers. */
export function sizesInRegisters(thread: Thread, low: Value, high: Value): [Int, Int, Int] {
  const { terms: t, machine, symbols } = thread;
  const word = t.constant(1n << 32n);
  const anything = () => symbols.unknown('unknown', { low: 1n, high: (1n << 31n) - 1n }, 'size');
  const both = low.kind === 'int' ? machine.unsigned(low) : null;
  return [
    both ? t.mod(both, word) : anything(),
    both ? t.div(both, word) : anything(),
    high.kind === 'int' ? machine.unsigned(high) : anything(),
  ];
}

/** The fields of the `dim3` behind a pointer. */
export function dimensions(thread: Thread, state: State, pointer: Value): [Int, Int, Int] {
  const field = (i: number): Int => {
    const target = pointer.kind === 'pointer' && pointer.targets.length === 1 ? pointer.targets[0]! : null;
    const anything = () => thread.symbols.unknown('unknown', { low: 1n, high: (1n << 31n) - 1n }, 'size');
    if (!target) return anything();
    const at = { ...target, offset: thread.terms.add(target.offset, thread.terms.constant(4 * i)) };
    const value = thread.memory.load(state, at, { kind: 'int', bits: 32 });
    return value.kind === 'int' ? extentOf(thread, value) : anything();
  };
  return [field(0), field(1), field(2)];
}

/** Bytes of an attribute of a launch, of which the value comes behind the number that says what it is, at its alignment. */
const ATTRIBUTE_BYTES = 72;
const ATTRIBUTE_VALUE = 8;
/** The number of the one that says how large clusters are. */
const CLUSTER_DIMENSION = 4n;
const MOST_ATTRIBUTES = 16n;

/** The numbers of those that let a kernel begin before the one before it has ended. */
const OVERLAPS = new Set([6n, 7n]);

/** What the attributes of a launch say. */
export interface LaunchAttributes {
  /** Null where no size is given, or it is not all numbers. */
  readonly clusterDim: ClusterSize | null;
  /** True when the kernel may begin while the one before it runs. */
  readonly mayOverlap: boolean;
}

export const NO_ATTRIBUTES: LaunchAttributes = { clusterDim: null, mayOverlap: false };

/** What cannot be followed may be anything. */
export function launchAttributes(thread: Thread, state: State, pointer: Value, count: Value): LaunchAttributes {
  const target = pointer.kind === 'pointer' && pointer.targets.length === 1 ? pointer.targets[0]! : null;
  const number = (value: Value) => {
    const term = value.kind === 'int' ? thread.machine.unsigned(value) : null;
    return term !== null && isConstant(term) ? term.constant : null;
  };
  const many = number(count);
  if (many === 0n) return NO_ATTRIBUTES;
  const anything = { clusterDim: null, mayOverlap: true };
  if (target === null || many === null || many > MOST_ATTRIBUTES) return anything;
  const { terms: t, memory } = thread;
  const word = (at: number) => {
    const place = { ...target, offset: t.add(target.offset, t.constant(at)) };
    return number(memory.load(state, place, { kind: 'int', bits: 32 }));
  };
  let clusterDim: ClusterSize | null = null;
  let mayOverlap = false;
  for (let i = 0; i < Number(many); i++) {
    const id = word(ATTRIBUTE_BYTES * i);
    if (id === null) return anything;
    // Whether it is allowed or forbidden hangs on its value, which is a switch of the caller's in many programs.
    if (OVERLAPS.has(id) && word(ATTRIBUTE_BYTES * i + ATTRIBUTE_VALUE) !== 0n) mayOverlap = true;
    if (id !== CLUSTER_DIMENSION) continue;
    const [x, y, z] = [0, 1, 2].map((axis) => word(ATTRIBUTE_BYTES * i + ATTRIBUTE_VALUE + 4 * axis));
    clusterDim =
      x == null || y == null || z == null || x < 1n || y < 1n || z < 1n ? null : [Number(x), Number(y), Number(z)];
  }
  return { clusterDim, mayOverlap };
}

/**
 * A size as a number. What signed arithmetic gave is that number: read as unsigned, a negative one is beyond every limit,
 * and its launch fails.
 */
export function extentOf({ machine }: Thread, value: MachineInt): Int {
  return value.signedExact ? machine.signed(value) : machine.unsigned(value);
}

/**
 * The values behind an array of pointers, one per parameter, and of structs that are passed by value their address; nothing
 * is known of those that cannot be followed.
 */
export function pointedTo(thread: Thread, state: State, stub: ProgramFunction | undefined, array: Value): Value[] {
  const only = (value: Value) => (value.kind === 'pointer' && value.targets.length === 1 ? value.targets[0]! : null);
  const slots = only(array);
  const parameters = stub?.parameters ?? [];
  // A struct that clang splits has one pointer and several parameters.
  const parts = partsOfParameters(stub, parameters.length);
  return parameters.map((parameter, i): Value => {
    const { type, byValue } = parameter;
    if (slots === null || splitStruct(parameter) !== null) return { kind: 'undefined' };
    const slot = parts.findIndex((ofOne) => ofOne.includes(i));
    const at = { ...slots, offset: thread.terms.add(slots.offset, thread.terms.constant(8 * slot)) };
    const address = thread.memory.load(state, at, { kind: 'pointer', space: 0 });
    if (byValue) return address;
    const place = only(address);
    return place === null ? { kind: 'undefined' } : thread.memory.load(state, place, type);
  });
}

const REGISTER_BYTES = 8;

/**
 * Arguments by parameter of the kernel. The registers of a struct that is split are of eight bytes each.
 */
export function argumentsOf(
  thread: Thread,
  stub: ProgramFunction | undefined,
  values: readonly Value[],
  reader: PointerReader,
): Argument[] {
  return partsOfParameters(stub, values.length).map((parts): Argument => {
    const [first] = parts;
    if (first === undefined) return { kind: 'other' };
    const parameter = stub?.parameters[first];
    if (splitStruct(parameter) === null) return argumentOf(thread, parameter, values[first]!, reader);
    const pointers: PassedPointer[] = [];
    const numbers: PassedNumber[] = [];
    let bytes = 0;
    for (const part of parts) {
      const { type } = stub!.parameters[part]!;
      const value = values[part]!;
      for (const [i, { offset }] of pointersIn(type).entries()) {
        const field = value.kind === 'aggregate' ? value.elements[i]! : value;
        pointers.push(reader.pointer(field, bytes + offset));
      }
      numbers.push(...numbersInRegister(thread, type, value, bytes));
      bytes += REGISTER_BYTES * Math.ceil(sizeOf(type) / REGISTER_BYTES);
    }
    return { kind: 'pointers', pointers, numbers };
  });
}

function argumentOf(
  { terms, machine }: Thread,
  parameter: Parameter | undefined,
  value: Value,
  reader: PointerReader,
): Argument {
  const behind = (type: Type): Argument => {
    const pointers = reader.pointersBehind(value, type);
    return { kind: 'pointers', pointers, numbers: numbersBehind(reader, value, type, machine) };
  };
  if (parameter?.byValue) return behind(parameter.byValue);
  if (parameter !== undefined && isLocal(parameter)) return { kind: 'other' };
  if (value.kind === 'int') return { kind: 'int', term: machine.signed(value) };
  if (value.kind === 'bool') return { kind: 'int', term: terms.ite(value.cond, terms.one, terms.zero) };
  if (value.kind !== 'pointer' && parameter?.type.kind !== 'pointer') return { kind: 'other' };
  return { kind: 'pointers', pointers: [reader.pointer(value, 0)], numbers: [], behind };
}

/** The numbers in a struct of that type that an address leads to. */
function numbersBehind(reader: PointerReader, address: Value, type: Type, machine: Thread['machine']): PassedNumber[] {
  return reader.scalarsBehind(address, type).flatMap(({ at, bits, value }) => {
    return value.kind === 'int' ? [{ at, bits, term: machine.signed(value) }] : [];
  });
}

/** The numbers in a register that holds a part of a struct. */
function numbersInRegister({ machine, memory }: Thread, type: Type, value: Value, at: number): PassedNumber[] {
  if (type.kind !== 'int' || value.kind !== 'int') return [];
  const within = memory.local.numbersWithin(value);
  if (within.length === 0) return [{ at, bits: type.bits, term: machine.signed(value) }];
  return within.map((one) => ({ at: at + one.at, bits: one.value.width, term: machine.signed(one.value) }));
}
