/**
 * What stays known of the host's memory after a call that is not looked into: to a function of another file, through a
 * pointer, or of the program's own that is not worth it. Such a function can write wherever it gets an address from: its
 * arguments, variables of the program, and what was stored for others to find.
 */
import { contentOf, type MemoryObject, type State, type Thread, type Value } from '../kernel/index.ts';
import { kernelOfStub } from './kernel-stubs.ts';
import { isKernelObject, setsArgument } from './opencl-kernels.ts';
import type { HostVariables } from './variables.ts';

/** These leave what they read from outside, or from the device: any value may come. */
const READS =
  /scanf|rsE|^f?read$|^f?gets$|getline|getCmdLineArgument|DeviceProperties|Device(?:Get(?:Attribute|Limit|Count)|TotalMem|ComputeCapability)|GetDeviceCount|[oO]ccupancy|MemGetInfo|FuncGetAttribute|^clGet[A-Z]/;

/** These call what they are handed before they return, and keep it no longer. */
const CALLS_AT_ONCE = /^(?:qsort(?:_r)?|bsearch|lfind|lsearch|nftw|ftw|scandir|glob|__gpurace_\w+)$/;
/** These have it called when the program ends. */
const CALLS_IN_THE_END = /^(?:__cxa_(?:thread_)?atexit|atexit|at_quick_exit|on_exit)$/;

/** Of memory of these kinds it is known what it is: it is no variable by another name. */
const MADE_HERE: ReadonlySet<MemoryObject['origin']['kind']> = new Set(['stack', 'allocation', 'variable']);

export class Havoc {
  readonly #variables: HostVariables;
  /** Memory whose address was put outside of the stack, where other functions may find it; on any path, which only forgets more. */
  readonly #published = new Set<MemoryObject>();
  /** The same of what was handed to a function that may have kept it. */
  readonly #lent = new Set<MemoryObject>();
  /**
   * By object of the stack: whose address was put there. Who gets at the one gets at the others, also where it is not known any more what
   * stands there.
   */
  readonly #held = new Map<MemoryObject, Set<MemoryObject>>();
  /** Functions that others may call at any time, with the memory that they were handed beside them; on any path. */
  readonly #callbacks = new Map<string, Set<MemoryObject>>();

  constructor(variables: HostVariables) {
    this.#variables = variables;
  }

  /** An address is stored in an object of the stack which may hold others. */
  isHeld(value: Value, by: MemoryObject): void {
    this.#hold(objectsOf(value), by);
  }

  /** What an object holds is copied: into another one of the stack, or to where others may find it. */
  isCopied(state: State, from: MemoryObject, to: MemoryObject | null): void {
    const values = [...contentOf(state, from.id).slots.values()];
    const objects = [...values.flatMap(({ value }) => objectsOf(value)), ...(this.#held.get(from) ?? [])];
    if (to !== null) this.#hold(objects, to);
    else for (const object of objects) this.#published.add(object);
  }

  #hold(objects: readonly MemoryObject[], by: MemoryObject): void {
    if (objects.length === 0) return;
    const held = this.#held.get(by) ?? new Set();
    for (const object of objects) held.add(object);
    this.#held.set(by, held);
  }

  /** An address is stored outside of the stack. */
  isPublished(value: Value): void {
    for (const object of objectsOf(value)) this.#published.add(object);
  }

  /** The objects to which a pointer may lead of which nothing is known. */
  reachable(state: State): Iterable<MemoryObject> {
    return reachedFrom(state, this.#published, () => false);
  }

  /** The state behind a launch: the kernel may write the memory that it gets at, which host code may read as well. */
  afterLaunch(state: State, values: readonly Value[]): State {
    return afterWrites(state, reachedFrom(state, [...values.flatMap(objectsOf), ...this.#published], isKernelObject));
  }

  /**
   * @param name null for a call through a pointer
   * @returns the state after the call
   */
  after(thread: Thread, state: State, name: string | null, values: readonly Value[]): State {
    const isLibrary = name !== null && this.#variables.isLibrary(name);
    // Behind a handle of OpenCL nobody gets but by the functions that are made for it.
    const keepsKernels = isLibrary || (name !== null && !this.#variables.mayCall(name, setsArgument));
    const isKept = (object: MemoryObject) => keepsKernels && isKernelObject(object);
    const handed = values.flatMap(objectsOf);
    if (!isLibrary) return this.#afterCallbacks(thread, this.#afterOwn({ thread, state, isKept }, name, handed));
    const reached = reachedFrom(state, handed, isKept);
    const called = this.#functionsIn(state, values, reached);
    const after = this.#afterCallbacks(
      thread,
      this.#forget(thread, state, reached, READS.test(name) ? 'input' : 'unknown'),
    );
    if (called.length === 0 || CALLS_IN_THE_END.test(name)) return after;
    if (!CALLS_AT_ONCE.test(name)) {
      for (const callback of called)
        this.#callbacks.set(callback, new Set([...(this.#callbacks.get(callback) ?? []), ...reached]));
    }
    return called.reduce(
      (before: State, callback) => this.#afterOwn({ thread, state: before, isKept }, callback, [...reached]),
      after,
    );
  }

  /** The state after a call of a function of the program, or of one that is not known. */
  #afterOwn({ thread, state, isKept }: Forgetting, name: string | null, handed: readonly MemoryObject[]): State {
    if (name === null || this.#variables.keepsAddresses(name)) for (const object of handed) this.#lent.add(object);
    // Who handed in an address may have kept it.
    const isConfined = name !== null && this.#variables.reachesOnlyArguments(name);
    const found = [...handed, ...this.#lent, ...this.#published, ...thread.inputs.outsideObjects];
    // Which pointers a function of another file hands out, its author answers for.
    const isLeftOut = name !== null && this.#variables.isLeftOut(name);
    const isElsewhere = isLeftOut || (name !== null && this.#variables.isElsewhere(name));
    const reached = isConfined ? reachedFrom(state, handed, isKept) : reachedFrom(state, found, isKept, this.#held);
    const forgotten = this.#forget(thread, state, reached, 'unknown', isElsewhere ? 'input' : 'unknown');
    // Who gets no further than to what it is handed changes that, and no variable besides.
    const isAllKnown = handed.every(({ origin }) => MADE_HERE.has(origin.kind));
    if (isConfined && isAllKnown) return forgotten;
    const isChanged = name === null ? () => true : this.#variables.changedBy(name);
    return thread.memory.local.havocVariables(forgotten, isChanged, isLeftOut ? 'input' : 'unknown');
  }

  /** The state after a call in which others may have called what they were handed before. */
  #afterCallbacks(thread: Thread, state: State): State {
    return [...this.#callbacks].reduce(
      (before: State, [name, lent]) =>
        this.#afterOwn({ thread, state: before, isKept: isKernelObject }, name, [...lent]),
      state,
    );
  }

  /** The program's own functions among what is handed on, and in the memory that it leads to. */
  #functionsIn(state: State, values: readonly Value[], reached: Iterable<MemoryObject>): readonly string[] {
    const names = new Set(values.flatMap(functionsOf));
    for (const object of reached) {
      for (const { value } of contentOf(state, object.id).slots.values()) {
        for (const name of functionsOf(value)) names.add(name);
      }
    }
    return [...names].filter((name) => kernelOfStub(name) === null && !this.#variables.isLibrary(name));
  }

  /** Nothing is known any more of the objects, which pointers in them lead to as well. */
  #forget(
    thread: Thread,
    state: State,
    reached: ReadonlySet<MemoryObject>,
    origin: 'input' | 'unknown',
    ofPointers: 'input' | 'unknown' = origin,
  ): State {
    // Where pointers in them lead is not known any more, and that may still be there.
    for (const object of reached) {
      for (const { value } of contentOf(state, object.id).slots.values()) this.isPublished(value);
    }
    return thread.memory.local.havocAll(afterWrites(state, reached), reached, origin, ofPointers);
  }
}

/** The state in which anything may have been written to memory that the runtime has handed out. */
function afterWrites(state: State, objects: Iterable<MemoryObject>): State {
  const written = [...objects].flatMap(({ id, origin }) => (origin.kind === 'allocation' ? [id] : []));
  if (written.length === 0) return state;
  const stores = new Map(state.stores);
  for (const id of written) stores.delete(id);
  return { ...state, stores, written: new Set([...state.written, ...written]) };
}

interface Forgetting {
  readonly thread: Thread;
  readonly state: State;
  /** True for what the call cannot have changed. */
  readonly isKept: (object: MemoryObject) => boolean;
}

/**
 * The objects, and those that pointers in them lead to.
 * @param held whose address was put into an object before
 */
function reachedFrom(
  state: State,
  objects: Iterable<MemoryObject>,
  isKept: Forgetting['isKept'],
  held: ReadonlyMap<MemoryObject, ReadonlySet<MemoryObject>> = new Map(),
): ReadonlySet<MemoryObject> {
  const reached = new Set(objects);
  for (const object of reached) {
    if (isKept(object)) {
      reached.delete(object);
      continue;
    }
    for (const { value } of [...contentOf(state, object.id).slots.values(), ...(state.stores.get(object.id) ?? [])]) {
      for (const target of objectsOf(value)) reached.add(target);
    }
    for (const target of held.get(object) ?? []) reached.add(target);
  }
  return reached;
}

function objectsOf(value: Value): MemoryObject[] {
  if (value.kind === 'aggregate') return value.elements.flatMap(objectsOf);
  return value.kind === 'pointer' ? value.targets.map(({ object }) => object) : [];
}

function functionsOf(value: Value): string[] {
  switch (value.kind) {
    case 'function':
      return [value.name];
    case 'choice':
      return [...functionsOf(value.ifTrue), ...functionsOf(value.ifFalse)];
    case 'aggregate':
      return value.elements.flatMap(functionsOf);
    default:
      return [];
  }
}
