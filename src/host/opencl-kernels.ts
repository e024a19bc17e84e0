/**
 * OpenCL's kernel objects, as host code makes them and sets their arguments. Each is a piece of memory of its own: its key
 * says the kernel's name, which never changes, and what stands in it are the arguments that were set last, by parameter.
 */
import { sizeOf } from '../ir/layout.ts';
import {
  AddressSpace,
  type GlobalVariable,
  type Parameter,
  type Program,
  type ProgramFunction,
} from '../ir/program.ts';
import {
  argument,
  type CallSite,
  define,
  type MemoryObject,
  type State,
  scalarsWithin,
  type Target,
  type Thread,
  type Value,
} from '../kernel/index.ts';
import { isConstant } from '../terms/index.ts';
import { placeOfCall, storeError } from './allocations.ts';
import { isNullArgument } from './null-argument.ts';

/** The kernels that are asked for, by name, with the parameters that they have on the device. */
export type OpenclKernels = ReadonlyMap<string, ProgramFunction>;

const CREATE = 'clCreateKernel';
const SET = /^clSetKernelArg(?:SVMPointer)?$/;
/** Each argument has so much room: more than any device takes. */
const SLOT = 1n << 20n;

const ONE = 'OpenCL kernel ';
/** The kernels that the rounds of a loop make: nothing is known of their arguments. */
const SEVERAL = 'OpenCL kernels ';
/** The name of one that is not known: nobody's. */
const UNKNOWN = '?';

/** True for functions that make kernel objects or set their arguments. */
export function handlesKernel(name: string): boolean {
  return name === CREATE || setsArgument(name);
}

export function setsArgument(name: string): boolean {
  return SET.test(name);
}

export function isKernelObject({ key }: MemoryObject): boolean {
  return key.startsWith(ONE) || key.startsWith(SEVERAL);
}

/** The name of the kernel; null when it is not known. */
export function kernelOfObject(object: MemoryObject): string | null {
  if (!isKernelObject(object)) return null;
  const name = object.name;
  return name === UNKNOWN ? null : name;
}

/** `clCreateKernel(program, name, error)`. */
export function createKernel(
  site: CallSite,
  program: Program,
  before: State,
): { readonly state: State; readonly made: readonly MemoryObject[] } {
  const { terms, symbols, objects, values } = site.thread;
  const state = storeError(site, before, 2);
  const name = argument(site, 1);
  const targets = name.kind === 'pointer' ? name.targets : [];
  const made = targets.map((target): Target => {
    const text = textAt(program, target) ?? UNKNOWN;
    const kind = symbols.iterations.length === 0 ? ONE : SEVERAL;
    const object = objects.onHeap(text, `${kind}${text}@${placeOfCall(site)}`);
    return { guard: target.guard, object, base: [], offset: terms.zero };
  });
  define(
    site,
    made.length > 0 ? { kind: 'pointer', targets: made } : values.unknown(site.call.type, 'unknown', CREATE),
  );
  return { state, made: made.map(({ object }) => object) };
}

/** The kernel that a variable holds which another function has filled: of its arguments nothing is known. */
export function kernelHeld({ thread }: CallSite, kernel: string, symbol: string): Target {
  const object = thread.objects.onHeap(kernel, `${ONE}${kernel}@${symbol}`);
  return { guard: thread.terms.true, object, base: [], offset: thread.terms.zero };
}

/** The text of a literal that a pointer leads to the beginning of; null for any other. */
function textAt(program: Program, { object, offset }: Target): string | null {
  const { origin } = object;
  if (origin.kind !== 'variable' || !isConstant(offset) || offset.constant !== 0n) return null;
  return textOfLiteral(program, origin.symbol);
}

/** The text of a literal; null for any other variable. */
export function textOfLiteral({ globals, aliases }: Program, symbol: string): string | null {
  const variable: GlobalVariable | undefined = globals.get(aliases.get(symbol) ?? symbol);
  if (!variable?.isConstant || variable.initializer?.kind !== 'bytes') return null;
  const { bytes } = variable.initializer;
  const end = bytes.indexOf(0);
  return end <= 0 ? null : new TextDecoder().decode(bytes.subarray(0, end));
}

/**
 * `clSetKernelArg(kernel, index, size, value)`, or `(kernel, index, pointer)` of shared virtual memory.
 * @param targets the kernel objects that its first argument may be; null: it is not known
 * @param all the kernel objects that there may be
 */
export function setArgument(
  site: CallSite,
  before: State,
  kernels: OpenclKernels,
  targets: readonly Target[] | null,
  all: Iterable<MemoryObject>,
): State {
  const { thread, name } = site;
  const { terms, machine, memory } = thread;
  define(site, machine.make(32, terms.zero, true));
  const index = argument(site, 1);
  const at = index.kind === 'int' && isConstant(index.term) ? Number(index.term.constant) : null;
  // Any argument of any kernel may be another one now.
  if (
    at === null ||
    targets === null ||
    targets.length === 0 ||
    !targets.every(({ object }) => isKernelObject(object))
  ) {
    return memory.local.havocAll(before, new Set(all), 'unknown', 'unknown');
  }
  let state = before;
  for (const target of targets) {
    const parameter = kernels.get(kernelOfObject(target.object) ?? '')?.parameters[at];
    if (parameter === undefined || isOneOfSeveral(target.object)) continue;
    const slot = { ...target, offset: terms.constant(BigInt(at) * SLOT) };
    const isPointer = name !== 'clSetKernelArg';
    const value = isPointer ? pointerBehind(site, parameter) : valueBehind(site, state, parameter);
    for (const [offset, one, type] of value) {
      const place = { ...slot, offset: terms.add(slot.offset, terms.constant(offset)) };
      state = memory.store(state, place, one, type);
    }
  }
  return state;
}

function isOneOfSeveral({ key }: MemoryObject): boolean {
  return key.startsWith(SEVERAL);
}

/** What is put at which byte of an argument. */
type Part = readonly [offset: number, value: Value, type: Parameter['type']];

const POINTER = { kind: 'pointer', space: 0 } as const;

function pointerBehind(site: CallSite, { type }: Parameter): Part[] {
  return type.kind === 'pointer' ? [[0, argument(site, 2), POINTER]] : [];
}

/** What stands behind the address that is handed over; anything, where it is not of the parameter's size. */
function valueBehind(site: CallSite, state: State, parameter: Parameter): Part[] {
  const { terms, memory, values } = site.thread;
  const [size, address] = [argument(site, 2), argument(site, 3)];
  const bytes = size.kind === 'int' && isConstant(size.term) ? Number(size.term.constant) : null;
  const [from, ...others] = address.kind === 'pointer' ? address.targets : [];
  return scalarsOf(parameter).map(({ offset, type }): Part => {
    if (isNullArgument(site, 3) && type.kind === 'pointer') return [offset, { kind: 'pointer', targets: [] }, type];
    if (from === undefined || others.length > 0 || bytes !== bytesOf(parameter)) {
      return [offset, values.unknown(type, 'unknown', parameter.name), type];
    }
    const place = { ...from, offset: terms.add(from.offset, terms.constant(offset)) };
    const value = memory.load(state, place, type);
    return [offset, value.kind === 'undefined' ? values.unknown(type, 'unknown', parameter.name) : value, type];
  });
}

function bytesOf({ type, byValue }: Parameter): number {
  return sizeOf(byValue ?? type);
}

/** The numbers and pointers of which an argument consists; none for local memory and for what carries no data. */
function scalarsOf(parameter: Parameter): { readonly offset: number; readonly type: Parameter['type'] }[] {
  if (isLocal(parameter)) return [];
  const whole = parameter.byValue ?? parameter.type;
  const scalars = scalarsWithin(whole, 0, 0, sizeOf(whole)) ?? [];
  return scalars.flatMap(({ offset, type }) => {
    if (type.kind === 'pointer') return { offset, type: POINTER };
    return type.kind === 'int' ? { offset, type } : [];
  });
}

/** Memory of the work-group, of which the host says the size alone. */
export function isLocal({ type, byValue }: Parameter): boolean {
  return !byValue && type.kind === 'pointer' && type.space === AddressSpace.shared;
}

/** The arguments with which a kernel object is launched, as a stub of CUDA is handed them. */
export function argumentsIn(thread: Thread, state: State, object: MemoryObject, kernel: ProgramFunction): Value[] {
  const { terms, memory, objects, values } = thread;
  return kernel.parameters.map((parameter, i): Value => {
    const offset = terms.constant(BigInt(i) * SLOT);
    const { type, byValue, name } = parameter;
    if (isLocal(parameter) || (type.kind !== 'int' && type.kind !== 'pointer')) return { kind: 'undefined' };
    const isKnown = !isOneOfSeveral(object);
    if (byValue) return isKnown ? objects.pointerTo(object, offset) : { kind: 'undefined' };
    const held = type.kind === 'pointer' ? POINTER : type;
    const target = { guard: terms.true, object, base: [], offset };
    const value: Value = isKnown ? memory.load(state, target, held) : { kind: 'undefined' };
    return value.kind === 'undefined' ? values.unknown(held, 'unknown', name) : value;
  });
}
