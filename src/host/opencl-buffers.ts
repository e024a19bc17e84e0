/** Memory of OpenCL: a handle is taken for the address of its memory, so that a part of a buffer lies within it. */
import { argument, type CallSite, define, type State, type Value } from '../kernel/index.ts';
import type { Cond } from '../terms/index.ts';
import { allocationAt, isPlain, storeError } from './allocations.ts';

/** By function: which arguments say the bytes and take the error; of shared virtual memory none takes it. */
const BUFFERS: ReadonlyMap<string, { readonly bytes: number; readonly error: number | null }> = new Map([
  ['clCreateBuffer', { bytes: 2, error: 4 }],
  ['clCreateBufferWithProperties', { bytes: 3, error: 5 }],
  ['clSVMAlloc', { bytes: 2, error: null }],
]);
/** `(buffer, flags, type, region, error)`. */
const PART = 'clCreateSubBuffer';

const SIZE = { kind: 'int', bits: 64 } as const;
/** Bytes into a buffer. */
const ORIGIN = { low: 0n, high: 1n << 48n } as const;

export function createsBuffer(name: string): boolean {
  return BUFFERS.has(name) || name === PART;
}

/**
 * @param learns told of what holds when there is memory to launch with
 * @returns the state after the call
 */
export function createBuffer(site: CallSite, before: State, learns: (condition: Cond) => void): State {
  const { terms: t, machine, objects } = site.thread;
  const buffer = BUFFERS.get(site.name);
  if (buffer === undefined) {
    define(site, partOf(site, before));
    return storeError(site, before, 4);
  }
  const state = buffer.error === null ? before : storeError(site, before, buffer.error);
  define(site, objects.pointerTo(allocationAt(site)));
  const bytes = argument(site, buffer.bytes);
  const size = bytes.kind === 'int' ? machine.signed(bytes) : null;
  if (size === null || !isPlain(size)) return state;
  const isPositive = t.le(t.one, size);
  learns(isPositive);
  return { ...state, path: t.and(state.path, isPositive) };
}

function partOf(site: CallSite, state: State): Value {
  const { terms: t, machine, memory, symbols, values } = site.thread;
  const [whole, region] = [argument(site, 0), argument(site, 3)];
  if (whole.kind !== 'pointer') return values.unknown(site.call.type, 'unknown', site.name);
  const [from, ...others] = region.kind === 'pointer' ? region.targets : [];
  const origin: Value =
    from === undefined || others.length > 0 ? { kind: 'undefined' } : memory.load(state, from, SIZE);
  const offset = origin.kind === 'int' ? machine.unsigned(origin) : symbols.unknown('unknown', ORIGIN, 'origin');
  const targets = whole.targets.map((target) => ({ ...target, offset: t.add(target.offset, offset) }));
  return { kind: 'pointer', targets };
}
