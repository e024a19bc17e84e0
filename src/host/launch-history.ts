/**
 * What memory holds when a kernel starts is what was left there: by the program's beginning, by the host, or by an earlier
 * launch. In: launches and writes of the host, in the order in which they come. Out: which memory an earlier launch of the
 * same kernel may have left, or the host has set to something else than zero.
 */
import type { ProgramFunction } from '../ir/program.ts';
import {
  allArguments,
  type CallSite,
  type Leftovers,
  NOTHING_LEFT,
  type State,
  type Thread,
  type Value,
} from '../kernel/index.ts';
import { type Cond, conjuncts, isConstant, single, type Terms } from '../terms/index.ts';
import { splitStruct } from './split-struct.ts';
import { partsOfParameters } from './stub-parameters.ts';

/** `(memory, value, …)`, or with the pitch between them; the value is a byte that is repeated. */
const SETS = /^(cuda|hip)Memset(2D)?(Async)?$/;
/** `(memory, …)`. */
const COPIES =
  /^(cuda|hip)Memcpy(Async|HtoD|HtoDAsync|DtoD|DtoDAsync|2D|2DAsync|Peer|PeerAsync|(2D)?FromArray(Async)?)?$/;

/** Of OpenCL: which argument is the memory; a pattern is taken for something else than zero. */
const OPENCL_WRITES: ReadonlyMap<string, { readonly at: number; readonly isOther: boolean }> = new Map([
  ['clEnqueueWriteBuffer', { at: 1, isOther: false }],
  ['clEnqueueFillBuffer', { at: 1, isOther: true }],
  ['clEnqueueCopyBuffer', { at: 2, isOther: false }],
]);

/** Which memory: `null` is any, as for a pointer that is not known. */
type Memory = ReadonlySet<number> | null;
const NO_MEMORY: Memory = new Set();

const ANY_KERNEL = Symbol('any kernel');

interface Event {
  /** The kernel that is launched, or any kernel; null: the host writes. */
  readonly kernel: string | typeof ANY_KERNEL | null;
  /** By parameter of the kernel; what the host writes to. */
  readonly memory: readonly Memory[];
  /** True when something else than zero is set. */
  readonly isOther: boolean;
  /** True for a kernel that may begin while the one before it runs. */
  readonly mayOverlap: boolean;
  readonly path: Cond;
  readonly iterations: ReadonlySet<number>;
}

/** A launch that was come to, with its arguments. */
interface Launched {
  readonly kernel: string;
  readonly stub: ProgramFunction | undefined;
  readonly values: readonly Value[];
  readonly mayOverlap: boolean;
}

export class LaunchHistory {
  readonly #terms: Terms;
  #events: Event[] = [];

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  /** The host is executed again from its beginning. */
  restart(): void {
    this.#events = [];
  }

  /** @returns the number of the launch */
  launched(thread: Thread, state: State, { kernel, stub, values, mayOverlap }: Launched): number {
    const memory = partsOfParameters(stub, values.length).map(([first, ...others]): Memory => {
      if (first === undefined) return NO_MEMORY;
      const parameter = stub?.parameters[first];
      const isStruct = others.length > 0 || splitStruct(parameter) !== null || parameter?.byValue;
      return isStruct ? null : memoryOf(values[first]!);
    });
    return this.#add(thread, state, { kernel, memory, isOther: false, mayOverlap });
  }

  /** A function is called, and not looked into, that may launch any kernel, with any memory. */
  launchedUnseen(thread: Thread, state: State): void {
    this.#add(thread, state, { kernel: ANY_KERNEL, memory: [null], isOther: false, mayOverlap: false });
  }

  /** Hears of every call. */
  called({ thread, name, ...site }: CallSite<string | null>, state: State): void {
    const written = OPENCL_WRITES.get(name ?? '');
    if (name !== null && written !== undefined) {
      const to = allArguments({ ...site, thread, name })[written.at];
      const memory = [to === undefined ? null : memoryOf(to)];
      this.#add(thread, state, { kernel: null, memory, isOther: written.isOther, mayOverlap: false });
      return;
    }
    const set = name === null ? null : SETS.exec(name);
    if (name === null || (set === null && !COPIES.test(name))) return;
    const values = allArguments({ ...site, thread, name });
    const [to] = values;
    const value = set === null ? undefined : values[set[2] === undefined ? 1 : 2];
    const isOther = value?.kind === 'int' && isConstant(value.term) && value.term.constant !== 0n;
    if (to !== undefined)
      this.#add(thread, state, { kernel: null, memory: [memoryOf(to)], isOther, mayOverlap: false });
  }

  #add(thread: Thread, state: State, what: Omit<Event, 'path' | 'iterations'>): number {
    const iterations = new Set(thread.symbols.iterations.flatMap((iteration) => single(iteration)?.id ?? []));
    const path = this.#terms.and(state.path, state.facts);
    thread.recorder.journal.append(this.#events, () => ({ ...what, path, iterations }));
    return this.#events.length - 1;
  }

  /** What the launch of this number may find left. */
  leftFor(launch: number): Leftovers {
    const event = this.#events[launch];
    if (event === undefined) return NOTHING_LEFT;
    // The one before it may not have put back yet what it has changed.
    if (event.mayOverlap) return { parameters: new Set(event.memory.keys()), isInVariables: true };
    const parameters = event.memory.flatMap((memory, i) => (this.#isLeft(launch, event, memory) ? i : []));
    const isRepeated =
      event.iterations.size > 0 || this.#events.slice(0, launch).some((other) => this.#repeats(other, event));
    return { parameters: new Set(parameters), isInVariables: isRepeated };
  }

  #isLeft(at: number, launch: Event, memory: Memory): boolean {
    const isWritten = (other: Event) =>
      other.kernel !== launch.kernel && other.memory.some((one) => isSame(one, memory)) && isOnTheWay(other, launch);
    const isInTheLoop = (other: Event) => [...launch.iterations].every((iteration) => other.iterations.has(iteration));
    if (launch.iterations.size > 0 && !this.#events.some((other) => isWritten(other) && isInTheLoop(other)))
      return true;
    for (const other of this.#events.slice(0, at).reverse()) {
      if (isWritten(other)) return other.isOther;
      if (this.#repeats(other, launch) && other.memory.some((one) => mayShare(one, memory))) return true;
    }
    return false;
  }

  /** An earlier launch of the kernel, in one run with the later one. */
  #repeats(earlier: Event, later: Event): boolean {
    const isSameKernel = earlier.kernel === ANY_KERNEL || earlier.kernel === later.kernel;
    return isSameKernel && this.#terms.and(earlier.path, later.path).kind !== 'false';
  }
}

function memoryOf(value: Value): Memory {
  // What is found in a table of pointers may be any of them.
  const isKnown = value.kind === 'pointer' && value.targets.every(({ object }) => object.origin.kind !== 'element');
  return isKnown ? new Set(value.targets.map(({ object }) => object.id)) : null;
}

function mayShare(a: Memory, b: Memory): boolean {
  return a === null || b === null || [...a].some((object) => b.has(object));
}

function isSame(a: Memory, b: Memory): boolean {
  return a !== null && b !== null && a.size === 1 && b.size === 1 && [...a].every((object) => b.has(object));
}

/** Whoever comes to the launch has come by here. */
function isOnTheWay(other: Event, launch: Event): boolean {
  const known = new Set(conjuncts(launch.path));
  const isKnown = conjuncts(other.path).every((part) => part.kind === 'true' || known.has(part));
  return isKnown && [...other.iterations].every((iteration) => launch.iterations.has(iteration));
}
