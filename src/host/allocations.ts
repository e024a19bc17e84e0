/** Device memory that the host asks for: fresh memory, a size that is positive, and rows no shorter than asked for. */

import { argument, type CallSite, define, type MemoryObject, type State, type Value } from '../kernel/index.ts';
import type { Cond, Int } from '../terms/index.ts';
import { visitAtoms } from '../terms/index.ts';

/** `(pointer to the pointer, bytes, …)`. */
const PLAIN =
  /^(cuda|hip)(Malloc|MallocManaged|MallocAsync|MallocFromPoolAsync|HostAlloc|MallocHost|HostMalloc|ExtMallocWithFlags)$/;
/** `(pointer to the array, what its texels are, …)`. */
const ARRAY = /^(cuda|hip)(MallocArray|Malloc3DArray|MallocMipmappedArray)$/;
/** `(pointer to the pointer, pointer to the pitch, bytes of a row, rows)`. */
const PITCHED = /^(cuda|hip)MallocPitch$/;
/** `(pointer to pointer, pitch, and both sizes; extent by value)`. */
const VOLUME = /^(cuda|hip)Malloc3D$/;

const POINTER = { kind: 'pointer', space: 0 } as const;
const SIZE = { kind: 'int', bits: 64 } as const;
/** Bytes of a row: more than any device has. */
const PITCH_RANGE = { low: 1n, high: 1n << 48n } as const;

/** True for functions that hand out device memory. */
export function allocates(name: string): boolean {
  return [PLAIN, ARRAY, PITCHED, VOLUME].some((pattern) => pattern.test(name));
}

/**
 * @param learns told of what holds when there is memory to launch with
 * @returns the state after the call
 */
export function allocate(site: CallSite, state: State, learns: (condition: Cond) => void): State {
  const { thread, call, name } = site;
  const { objects } = thread;
  const memory = objects.pointerTo(allocationAt(site));
  const allocation = new Allocation(site, state, learns);
  if (PLAIN.test(name)) allocation.plain(memory);
  else if (ARRAY.test(name)) allocation.array(memory);
  else if (PITCHED.test(name)) allocation.pitched(memory);
  else allocation.volume(memory);
  define(site, thread.values.unknown(call.type, 'input', name));
  return allocation.state;
}

class Allocation {
  /** After what was done so far. */
  state: State;
  readonly #site: CallSite;
  readonly #learns: (condition: Cond) => void;

  constructor(site: CallSite, state: State, learns: (condition: Cond) => void) {
    this.state = state;
    this.#site = site;
    this.#learns = learns;
  }

  plain(memory: Value): void {
    this.#isPositive(this.#number(argument(this.#site, 1)));
    this.#store(0, 0, memory, POINTER);
  }

  array(memory: Value): void {
    this.#store(0, 0, memory, POINTER);
  }

  pitched(memory: Value): void {
    const [width, height] = [argument(this.#site, 2), argument(this.#site, 3)].map((x) => this.#number(x));
    this.#isPositive(width!);
    this.#isPositive(height!);
    this.#store(0, 0, memory, POINTER);
    this.#store(1, 0, this.#pitchFor(width!), SIZE);
  }

  volume(memory: Value): void {
    const extent = argument(this.#site, 1);
    const [width, height, depth] = [0, 8, 16].map((offset) => this.#load(extent, offset));
    for (const size of [width, height, depth]) this.#isPositive(this.#number(size!));
    this.#store(0, 0, memory, POINTER);
    this.#store(0, 8, this.#pitchFor(this.#number(width!)), SIZE);
    this.#store(0, 16, width!, SIZE);
    this.#store(0, 24, height!, SIZE);
  }

  #number(value: Value): Int | null {
    return value.kind === 'int' ? this.#site.thread.machine.signed(value) : null;
  }

  #load(pointer: Value, offset: number): Value {
    const { terms: t, memory } = this.#site.thread;
    const [target, ...others] = pointer.kind === 'pointer' ? pointer.targets : [];
    if (!target || others.length > 0) return { kind: 'undefined' };
    return memory.load(this.state, { ...target, offset: t.add(target.offset, t.constant(offset)) }, SIZE);
  }

  /** @param to which argument points there */
  #store(to: number, offset: number, value: Value, type: typeof POINTER | typeof SIZE): void {
    const { terms: t, memory } = this.#site.thread;
    const pointer = argument(this.#site, to);
    for (const target of pointer.kind === 'pointer' ? pointer.targets : []) {
      const at = { ...target, offset: t.add(target.offset, t.constant(offset)) };
      this.state = memory.store(this.state, at, value, type);
    }
  }

  #holds(condition: Cond): void {
    this.#learns(condition);
    this.state = { ...this.state, path: this.#site.thread.terms.and(this.state.path, condition) };
  }

  #isPositive(size: Int | null): void {
    const { terms: t } = this.#site.thread;
    if (size !== null && isPlain(size)) this.#holds(t.le(t.one, size));
  }

  /** A number of bytes that a row takes: at least those that were asked for. */
  #pitchFor(width: Int | null): Value {
    const { terms: t, machine, symbols } = this.#site.thread;
    const pitch = symbols.unknown('input', PITCH_RANGE, 'pitch');
    if (width !== null) this.#holds(t.le(width, pitch));
    return machine.make(64, pitch, true);
  }
}

/** That a size which wraps around is not zero says little of what it was computed from, and costs the solver much. */
export function isPlain(size: Int): boolean {
  let isWrapped = false;
  visitAtoms([size], (atom) => {
    if (atom.kind === 'mod' || atom.kind === 'bits') isWrapped = true;
  });
  return !isWrapped;
}

/** One object for each iteration of the loops around. */
export function allocationAt(site: CallSite): MemoryObject {
  const { symbols, objects } = site.thread;
  return objects.allocation(`${site.name}:${placeOfCall(site)}`, symbols.iterations);
}

/** A wrapper called twice allocates twice, and so does a loop that is run twice: both are part of the place. */
export function placeOfCall({ thread, frame, call }: CallSite): string {
  const places = [...frame.callSites, call.location].map((p) => `${p?.file}:${p?.line}:${p?.column}`).join('>');
  return [places, ...thread.symbols.passes].join('#');
}

/** The state in which a function of OpenCL has told, by the address that is its argument `at`, whether it has failed. */
export function storeError({ thread, ...site }: CallSite, state: State, at: number): State {
  const { memory, values } = thread;
  const address = argument({ thread, ...site }, at);
  const targets = address.kind === 'pointer' ? address.targets : [];
  const type = { kind: 'int', bits: 32 } as const;
  return targets.reduce(
    (before, target) => memory.store(before, target, values.unknown(type, 'input', site.name), type),
    state,
  );
}
