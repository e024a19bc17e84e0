/** Calls that copy, fill, load or store memory, or hand it out. */
import { sizeOf, strideOf } from '../../ir/layout.ts';
import type { Type } from '../../ir/program.ts';
import { isConstant } from '../../terms/index.ts';
import { accessScope } from '../access-scope.ts';
import { argument, type CallSite, define, refuseAt } from '../call-site.ts';
import type { Target, Value } from '../memory.ts';
import { staysKnown } from '../memory-instructions.ts';
import type { AccessEvent } from '../recorder.ts';
import { scalarsWithin } from '../scalars.ts';
import type { State } from '../state.ts';
import { inFirstOfPair } from './clusters.ts';
import { elementOf, nothing, type Transfers, unknown } from './transfer.ts';

type Pointer = Value & { readonly kind: 'pointer' };

/** Copies of more bytes are not followed. */
const COPY_LIMIT = 4096;

type Access = Pick<AccessEvent, 'kind' | 'target' | 'size' | 'alignment' | 'value' | 'copy'> & {
  /** Which argument has the address. */
  readonly at: number;
};

function record({ thread, frame, call }: CallSite, state: State, { at, ...access }: Access): void {
  thread.recorder.access(frame, state, { ...access, pointer: call.arguments[at]!, location: call.location });
}

function lengthAt(site: CallSite, i: number): number | null {
  const value = argument(site, i);
  return value.kind === 'int' && isConstant(value.term) ? Number(value.term.constant) : null;
}

// ---- copies and fills --------------------------------------------------------------------------------------------------

/** `memcpy(to, from, bytes)`; copies between the thread's own objects keep values, scalar by scalar. */
function copy(site: CallSite, before: State): State {
  const { memory } = site.thread;
  const [to, from, bytes] = [argument(site, 0), argument(site, 1), lengthAt(site, 2)];
  if (to.kind !== 'pointer' || from.kind !== 'pointer' || bytes === null) {
    refuseAt(site, 'a memory copy of unknown place or length');
    if (from.kind === 'pointer') tellCopied(site, before, null, from);
    return overwritten(site, before, to);
  }
  let state = before;
  const aligned = (at: number) => Math.max(1, site.call.aligned[at] ?? 1);
  for (const target of from.targets) {
    record(site, state, { kind: 'read', target, size: bytes, alignment: aligned(1), at: 1 });
  }
  tellCopied(site, state, to, from);
  for (const target of to.targets) {
    record(site, state, { kind: 'write', target, size: bytes, alignment: aligned(0), at: 0 });
    const [source, ...others] = from.targets;
    state =
      source && others.length === 0
        ? withCopied(site, state, target, source, bytes)
        : memory.overwrite(state, target, bytes);
  }
  return state;
}

/** Host code that copies addresses out of the stack puts them where others find them. @param to null: it is not known how much goes where */
function tellCopied({ thread }: CallSite, state: State, to: Pointer | null, from: Pointer): void {
  const { host } = thread.input;
  if (host === null) return;
  const staysOnStack = to?.targets.every((target) => staysKnown(thread, target)) ?? false;
  const places = staysOnStack ? to!.targets.map(({ object }) => object) : [null];
  for (const { object } of from.targets) for (const place of places) host.isCopied(state, object, place);
}

/** The state in which anything may stand in what a pointer leads into. */
function overwritten({ thread: { memory, symbols } }: CallSite, before: State, to: Value): State {
  const offset = symbols.unknown('unknown', { low: null, high: null }, 'place');
  const targets = to.kind === 'pointer' ? to.targets : [];
  return targets.reduce((state, target) => memory.overwrite(state, { ...target, offset }, 1), before);
}

function withCopied({ thread }: CallSite, before: State, target: Target, source: Target, bytes: number): State {
  const { terms: t, memory, objects } = thread;
  let state = memory.overwrite(before, target, bytes);
  if (target.object.space !== 'local' || bytes > COPY_LIMIT) return state;
  // What was asked for on the heap is made of what is copied there.
  const like = objects.typeOf(target.object) === undefined ? source : target;
  const type = objects.typeOf(like.object);
  if (!type || !isConstant(like.offset)) return state;
  const start = Number(like.offset.constant);
  for (const scalar of scalarsWithin(type, 0, start, bytes) ?? []) {
    const past = t.constant(scalar.offset - start);
    const from = { ...source, offset: t.add(source.offset, past) };
    const value = memory.load(before, from, scalar.type);
    const to = { ...target, offset: t.add(target.offset, past) };
    if (value.kind !== 'undefined') state = memory.store(state, to, value, scalar.type);
  }
  return state;
}

/** `memset(to, byte, bytes)` */
function fill(site: CallSite, before: State): State {
  const [to, byte, bytes] = [argument(site, 0), argument(site, 1), lengthAt(site, 2)];
  if (to.kind !== 'pointer' || bytes === null) {
    refuseAt(site, 'a memory fill of unknown place or length');
    return overwritten(site, before, to);
  }
  const isZero = byte.kind === 'int' && byte.term === site.thread.terms.zero;
  // Of longer fills only zeros are the value that a store would have.
  const value = byte.kind === 'int' && (bytes === 1 || isZero) ? byte.term : null;
  let state = before;
  for (const target of to.targets) {
    record(site, state, { kind: 'write', target, size: bytes, at: 0, value });
    state = site.thread.memory.overwrite(state, target, bytes);
    if (isZero) state = withZeros(site, state, target, bytes);
  }
  return state;
}

function withZeros({ thread }: CallSite, before: State, target: Target, bytes: number): State {
  const { terms, memory, objects, values } = thread;
  const type = target.object.space === 'local' ? objects.typeOf(target.object) : undefined;
  if (!type || !isConstant(target.offset)) return before;
  let state = before;
  for (const scalar of scalarsWithin(type, 0, Number(target.offset.constant), bytes) ?? []) {
    const to = { ...target, offset: terms.constant(scalar.offset) };
    state = memory.store(state, to, values.zero(scalar.type), scalar.type);
  }
  return state;
}

// ---- vectors -----------------------------------------------------------------------------------------------------------

interface Lanes {
  readonly half: boolean;
  /** Elements from one index to the next. */
  readonly stride: number;
  readonly lanes: number;
}

/** What `vloadN(index, pointer)` or its like goes to, as an array; null when that is not understood. */
function lanesAt(
  site: CallSite,
  element: Type,
  { half, stride, lanes }: Lanes,
  [indexArgument, pointerArgument]: readonly [number, number],
): { readonly targets: readonly Target[]; readonly type: Type } | null {
  const { terms: t, machine } = site.thread;
  const lane: Type = half ? { kind: 'float', format: 'half' } : element;
  const index = argument(site, indexArgument);
  const pointer = argument(site, pointerArgument);
  if (pointer.kind !== 'pointer') {
    refuseAt(site, 'a vector access through a pointer that is not understood');
    return null;
  }
  const type: Type = { kind: 'array', length: lanes, element: lane };
  if (index.kind !== 'int') return { targets: pointer.targets, type };
  const moved = t.scale(machine.signed(index), BigInt(stride * strideOf(lane)));
  return { targets: pointer.targets.map((x) => ({ ...x, offset: t.add(x.offset, moved) })), type };
}

function loadLanes(site: CallSite, state: State, effect: Lanes): State {
  const { memory, values } = site.thread;
  const anything = () => values.unknown(site.call.type, 'unknown', 'vector');
  const from = lanesAt(site, elementOf(site.call.type), effect, [0, 1]);
  let value: Value | null = null;
  for (const target of from?.targets ?? []) {
    record(site, state, { kind: 'read', target, size: sizeOf(from!.type), at: 1 });
    value = value === null ? memory.load(state, target, from!.type) : anything();
  }
  define(site, value ?? anything());
  return state;
}

function storeLanes(site: CallSite, before: State, effect: Lanes): State {
  const { memory } = site.thread;
  const stored = site.call.arguments[0]?.type ?? site.call.type;
  const to = lanesAt(site, elementOf(stored), effect, [1, 2]);
  const value = argument(site, 0);
  let state = before;
  for (const target of to?.targets ?? []) {
    record(site, state, { kind: 'write', target, size: sizeOf(to!.type), at: 2 });
    state = memory.store(state, target, value, to!.type);
  }
  return state;
}

export const MEMORY: Transfers<
  | 'memcpy'
  | 'memset'
  | 'vector-load'
  | 'vector-store'
  | 'stale-read'
  | 'split'
  | 'allocate'
  | 'free'
  | 'scope'
  | 'address'
  | 'address-space-test'
> = {
  memcpy: (site, state) => {
    define(site, argument(site, 0));
    return copy(site, state);
  },
  memset: (site, state) => {
    define(site, argument(site, 0));
    return fill(site, state);
  },
  'vector-load': loadLanes,
  'vector-store': storeLanes,
  'stale-read': (site, state) => {
    const { recorder } = site.thread;
    const [address, size] = [argument(site, 0), lengthAt(site, 1)];
    if (address.kind !== 'pointer' || size === null) return state;
    const copy = recorder.staleRead();
    for (const target of address.targets) record(site, state, { kind: 'read', target, size, at: 0, copy });
    return state;
  },
  split: (site, before, effect) => {
    const pointer = argument(site, effect.argument);
    unknown(site, before);
    const size = Math.max(1, sizeOf(elementOf(site.call.type)));
    let state = before;
    for (const target of pointer.kind === 'pointer' ? pointer.targets : []) {
      record(site, state, { kind: 'write', target, size, at: 0 });
      state = site.thread.memory.overwrite(state, target, size);
    }
    return state;
  },
  allocate: (site, state) => {
    const { objects, input } = site.thread;
    const object = input.host ? objects.onHeap(site.name) : objects.onStack(site.frame, site.name, null);
    define(site, objects.pointerTo(object));
    return state;
  },
  free: nothing,
  scope: (site, state) => {
    accessScope(site.thread.recorder, null, site.place);
    define(site, argument(site, 0));
    return state;
  },
  address: (site, state) => {
    const given = argument(site, 0);
    const pointer =
      given.kind === 'int' ? (site.thread.objects.pointerBehind(given) ?? inFirstOfPair(site, given)) : null;
    if (pointer === null) refuseAt(site, 'inline assembly with an address that is not known to come from a pointer');
    // A kernel that is refused needs no access to go with it.
    define(site, pointer ?? { kind: 'pointer', targets: [] });
    return state;
  },
  'address-space-test': unknown,
};
