/**
 * What stays known of the host's memory after a call that is not looked into: to a function of another file, through a
 * pointer, or of the program's own that is not worth it. Such a function can write wherever it gets an address from: its
 * arguments, variables of the program, and what was stored for others to find.
 */
import { contentOf, type MemoryObject, type State, type Thread, type Value } from '../kernel/index.ts';
import { isKernelObject, setsArgument } from './opencl-kernels.ts';
import type { HostVariables } from './variables.ts';

/** These leave what they read from outside, or from the device: any value may come. */
const READS =
  /scanf|rsE|^f?read$|^f?gets$|getline|getCmdLineArgument|DeviceProperties|Device(?:Get(?:Attribute|Limit|Count)|TotalMem|ComputeCapability)|GetDeviceCount|[oO]ccupancy|MemGetInfo|FuncGetAttribute|^clGet[A-Z]/;

export class Havoc {
  readonly #variables: HostVariables;
  /** Memory whose address was put where other functions may find it; on any path, which only forgets more. */
  readonly #escaped = new Set<MemoryObject>();

  constructor(variables: HostVariables) {
    this.#variables = variables;
  }

  /** An address is stored somewhere else than in a variable that holds just that address. */
  escapes(value: Value): void {
    for (const object of objectsOf(value)) this.#escaped.add(object);
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
    if (isLibrary) {
      return forget({ thread, state, isKept }, handed, READS.test(name) ? 'input' : 'unknown');
    }
    if (name === null || this.#variables.keepsAddresses(name)) for (const object of handed) this.#escaped.add(object);
    // Who handed in an address may have kept it.
    const isConfined = name !== null && this.#variables.reachesOnlyArguments(name);
    const reachable = isConfined ? handed : [...handed, ...this.#escaped, ...thread.inputs.outsideObjects];
    // Which pointers a function of another file hands out, its author answers for.
    const isLeftOut = name !== null && this.#variables.isLeftOut(name);
    const isElsewhere = isLeftOut || (name !== null && this.#variables.isElsewhere(name));
    const forgotten = forget({ thread, state, isKept }, reachable, 'unknown', isElsewhere ? 'input' : 'unknown');
    const isChanged = name === null ? () => true : this.#variables.changedBy(name);
    return thread.memory.local.havocVariables(forgotten, isChanged, isLeftOut ? 'input' : 'unknown');
  }
}

interface Forgetting {
  readonly thread: Thread;
  readonly state: State;
  /** True for what the call cannot have changed. */
  readonly isKept: (object: MemoryObject) => boolean;
}

/** Nothing is known any more of the objects, and of those that pointers in them lead to. */
function forget(
  { thread, state, isKept }: Forgetting,
  objects: readonly MemoryObject[],
  origin: 'input' | 'unknown',
  ofPointers: 'input' | 'unknown' = origin,
): State {
  const reached = new Set(objects);
  for (const object of reached) {
    if (isKept(object)) {
      reached.delete(object);
      continue;
    }
    for (const { value } of contentOf(state, object.id).slots.values()) {
      for (const target of objectsOf(value)) reached.add(target);
    }
  }
  return thread.memory.local.havocAll(state, reached, origin, ofPointers);
}

function objectsOf(value: Value): MemoryObject[] {
  if (value.kind === 'aggregate') return value.elements.flatMap(objectsOf);
  return value.kind === 'pointer' ? value.targets.map(({ object }) => object) : [];
}
