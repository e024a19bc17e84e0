/**
 * Barriers that need not join all threads of a block: tiles of it, some lanes of a warp, named barriers, barrier objects.
 * Here the thread that is executed counts how often it came to each of them and what it waited for; who takes part, and
 * what that orders, is decided over two threads (`check/order/`).
 */
import type { BarrierOperation, CopyQueue } from '../../intrinsics/index.ts';
import { type Cond, type Int, isConstant, rangesUnder, someAtom } from '../../terms/index.ts';
import { argument, type CallSite, define, refuseAt } from '../call-site.ts';
import { rankInCluster } from '../cluster-memory.ts';
import type { AsyncCopy, CopyMakers, PartialBarrier, PartialBarrierUse } from '../kernel-model.ts';
import type { Target, Value } from '../memory.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { type Transfers, unknown } from './transfer.ts';

/** Bytes of a barrier object. */
const OBJECT_BYTES = 8;
/** The argument of a store that takes place later that leads to its object. */
const STORE_OBJECT = 3;

/** The barrier of the caller's aligned tile of `size` threads. */
export function tileBarrier(site: CallSite, state: State, size: bigint): State {
  return passedBy(site, state, site.thread.counters.partialBarrier(`tile:${size}`, { kind: 'tile', size }));
}

/** The barrier of the lanes in the mask, an unsigned number. */
export function lanesBarrier(site: CallSite, state: State, mask: Int): State {
  return passedBy(site, state, site.thread.counters.partialBarrier(`lanes:${mask.id}`, { kind: 'lanes', mask }));
}

/** @param barrier null where there are too many to keep apart: it is taken to order nothing */
function passedBy(
  { thread, frame, call: { location } }: CallSite,
  state: State,
  barrier: PartialBarrier | null,
): State {
  if (barrier === null) return state;
  thread.recorder.partialBarrier(frame, state, { barrier: barrier.id, kind: 'sync', count: null, location });
  return passed(thread, state, barrier);
}

interface NamedBarrier {
  readonly number: Value;
  /** How many threads take part; null: all of the block. */
  readonly count: Value | null;
  /** False where the thread only says that it has come. */
  readonly waits: boolean;
}

/** One of the block's numbered barriers. */
export function namedBarrier(site: CallSite, state: State, { number, count, waits }: NamedBarrier): State {
  const { thread, frame, call } = site;
  const { machine, counters, recorder } = thread;
  const barrier =
    number.kind === 'int' && (count === null || count.kind === 'int')
      ? counters.partialBarrier(`named:${number.term.id}`, { kind: 'named', number: machine.unsigned(number) })
      : null;
  if (barrier === null) {
    refuseAt(site, 'a named barrier of unknown number or count');
    return state;
  }
  const threads = count?.kind === 'int' ? machine.unsigned(count) : null;
  const use = { barrier: barrier.id, kind: waits ? 'sync' : 'arrive', count: threads } as const;
  recorder.partialBarrier(frame, state, { ...use, location: call.location });
  return passed(thread, state, barrier, waits);
}

function passed({ terms: t, counters }: Thread, state: State, barrier: PartialBarrier, waits = true): State {
  const before = counters.partialCount(state, barrier);
  const arrived = t.add(before.arrived, t.one);
  return counters.withPartialCount(state, barrier, { arrived, waited: waits ? arrived : before.waited });
}

// ---- barrier objects ---------------------------------------------------------------------------------------------------

interface ObjectUse {
  readonly target: Target;
  readonly barrier: PartialBarrier;
  /** Of another block's object: the block's rank. */
  readonly owner: Int | null;
  readonly index: Int;
  /** The call's second argument. */
  readonly given: Value | null;
}

/**
 * The object that the call is about; null when it is refused.
 * @param at which argument leads to it
 * @param mayBeElsewhere whether it may be another block's
 * @param isWait whether it is waited for
 */
function objectUse(site: CallSite, { path }: State, at = 0, mayBeElsewhere = false, isWait = false): ObjectUse | null {
  const { rings, counters } = site.thread;
  const pointer = argument(site, at);
  const given = site.call.arguments.length > 1 ? argument(site, 1) : null;
  const target = pointer.kind === 'pointer' && pointer.targets.length === 1 ? pointer.targets[0]! : null;
  if (target === null || target.object.space !== 'shared') {
    refuseAt(site, 'a barrier object that is not a variable in shared memory');
    return null;
  }
  const { terms: t, input } = site.thread;
  const [base = null] = target.base;
  const owner = base === rankInCluster(t, input.launch, input.blockIdx) ? null : base;
  if (owner !== null && !mayBeElsewhere) {
    if (isWait) refuseAt(site, 'a wait for a barrier object of another block of the cluster, which PTX does not allow');
    else refuseAt(site, 'a barrier object of another block of the cluster');
    return null;
  }
  const { object, offset } = target;
  const isExploring = site.thread.recorder.journal.isExploring;
  const found = rings.placeOf(object.key, offset, rangesUnder(path));
  const place = found ?? (isExploring ? rings.somewhereIn(object.key, offset) : null);
  if (place === null || !rings.isKnown(place.ring)) {
    refuseAt(site, 'an unidentified barrier object');
    return null;
  }
  const { start, stride, size } = place.ring;
  const name = start === 0n ? object.name : `${object.name}+${start}`;
  const key = `object:${object.key}:${start}:${stride}:${size}`;
  const barrier = counters.partialBarrier(key, { kind: 'object', name, size });
  if (barrier === null) {
    refuseAt(site, 'too many barriers of parts of a block');
    return null;
  }
  return { target, barrier, owner, index: place.index, given };
}

function record(
  { thread, frame, call }: CallSite,
  state: State,
  { target, barrier, index }: ObjectUse,
  event: Pick<PartialBarrierUse, 'kind'> & {
    /** Which argument of a store leads to the object. */
    readonly at?: number;
  } & Partial<Pick<PartialBarrierUse, 'counter' | 'count' | 'parity' | 'queue' | 'copy' | 'owner'>>,
): void {
  const { location } = call;
  const { at = 0, ...use } = event;
  const pointer = call.arguments[at]!;
  const access = { target, size: OBJECT_BYTES, pointer, location };
  if (event.kind === 'init') thread.recorder.access(frame, state, { ...access, kind: 'write' });
  else if (event.kind !== 'copy' && event.kind !== 'box' && event.kind !== 'copy-arrives')
    thread.recorder.access(frame, state, { ...access, kind: 'atomic', scope: 'device' });
  thread.recorder.partialBarrier(frame, state, { count: null, ...use, barrier: barrier.id, index, location });
}

type Operation = (site: CallSite, state: State, use: ObjectUse) => State;

const init: Operation = (site, state, use) => {
  const { given } = use;
  if (given?.kind === 'int') record(site, state, use, { kind: 'init', count: site.thread.machine.signed(given) });
  else refuseAt(site, 'a barrier object of unknown count');
  return unknown(site, state);
};

/** An object that is given back to be memory like any other. */
const invalidate: Operation = ({ thread, frame, call }, state, { target }) => {
  const { location } = call;
  thread.recorder.access(frame, state, {
    target,
    size: OBJECT_BYTES,
    pointer: call.arguments[0]!,
    location,
    kind: 'write',
  });
  return state;
};

const arrive: Operation = (site, state, use) => {
  const { terms: t, machine, counters, recorder } = site.thread;
  const { given, barrier, owner } = use;
  const count = given === null ? t.one : given.kind === 'int' ? machine.unsigned(given) : null;
  if (count === null) refuseAt(site, 'a barrier object with an unknown number of arrivals');
  const counter = owner === null ? barrier : remoteCounter(site, barrier, owner);
  if (counter === null) {
    refuseAt(site, 'too many barriers of parts of a block');
    return unknown(site, state);
  }
  record(site, state, use, { kind: 'arrive', count: count ?? t.one, owner, counter: counter.id });
  const before = counters.partialCount(state, counter);
  const arrived = t.add(before.arrived, t.one);
  // Of what another block's object gives back nobody may make a phase of an object of its own.
  if (owner === null) define(site, machine.make(64, arrived, true));
  else {
    unknown(site, state);
    recorder.assume('memory', TOLD);
  }
  return counters.withPartialCount(state, counter, { ...before, arrived });
};

const TOLD = 'who waits for a barrier object sees what threads of other blocks did before they arrived';

/** What counts the thread's arrivals at the object of the block of that rank; null when the kernel has too many barriers. */
function remoteCounter({ thread: { counters } }: CallSite, { id }: PartialBarrier, owner: Int): PartialBarrier | null {
  return counters.partialBarrier(`${id}@${owner.id}`, { kind: 'remote', of: id, owner });
}

/** Behind the last arrival of a thread no phase says anything of what it does. */
const drop: Operation = (site, state, use) => {
  const { terms: t, counters } = site.thread;
  const after = arrive(site, state, { ...use, given: null });
  return counters.withPartialCount(after, use.barrier, {
    ...counters.partialCount(state, use.barrier),
    arrived: t.constant(NEVER_AGAIN),
  });
};

/** More phases than any barrier goes through. */
const NEVER_AGAIN = 1n << 48n;

const copiesArrive: Operation = (site, state, use) => {
  const { terms: t } = site.thread;
  const { given } = use;
  if (given?.kind === 'int' && given.term === t.one) return arrivedBy(site, state, use, 'plain');
  record(site, state, use, { kind: 'copies-hold' });
  return state;
};

/** An arrival of what the thread has begun in a queue. */
function arrivedBy(site: CallSite, state: State, use: ObjectUse, queue: CopyQueue): State {
  const { terms: t, counters } = site.thread;
  const { barrier } = use;
  record(site, state, use, { kind: 'copies-arrive', count: t.one, queue });
  const before = counters.partialCount(state, barrier);
  return counters.withPartialCount(state, barrier, { ...before, arrived: t.add(before.arrived, t.one) });
}

/** The same at the objects of all blocks that a mask names. */
const matricesTell: Operation = (site, state, use) => {
  const { terms: t, counters, recorder } = site.thread;
  const ranks = use.given === null ? null : ranksIn(site, state, use.given);
  if (ranks === null) return state;
  const objects = ranks.map((one) => ({ ...one, counter: remoteCounter(site, use.barrier, one.rank) }));
  if (objects.some(({ counter }) => counter === null)) {
    refuseAt(site, 'too many barriers of parts of a block');
    return state;
  }
  recorder.assume('memory', TOLD);
  let after = state;
  for (const { rank, path, isNamed, counter } of objects) {
    const event = { kind: 'copies-arrive', count: t.one, queue: 'tcgen05', owner: rank, counter: counter!.id } as const;
    record(site, { ...after, path }, { ...use, target: { ...use.target, base: [rank] } }, event);
    const before = counters.partialCount(after, counter!);
    const arrived = t.add(before.arrived, t.ite(isNamed, t.one, t.zero));
    after = counters.withPartialCount(after, counter!, { ...before, arrived });
  }
  return after;
};

/** Blocks of a cluster. */
const LARGEST_CLUSTER = 16n;

/** The ranks of the blocks that a mask may name, with the path on which it does, and when that is; null after a refusal. */
function ranksIn(
  site: CallSite,
  { path }: State,
  mask: Value,
): readonly { readonly rank: Int; readonly path: Cond; readonly isNamed: Cond }[] | null {
  const { terms: t, machine, input } = site.thread;
  const [x, y, z] = input.launch.clusterDim;
  const size = t.mul(x, t.mul(y, z));
  if (mask.kind !== 'int' || !isConstant(size) || size.constant > LARGEST_CLUSTER) {
    refuseAt(site, 'a mask that names an unknown number of blocks');
    return null;
  }
  const bits = machine.unsigned(mask);
  return Array.from({ length: Number(size.constant) }, (_, i) => BigInt(i)).flatMap((rank) => {
    const bit = t.mod(t.div(bits, t.constant(1n << rank)), t.constant(2));
    const isNamed = t.eq(bit, t.one);
    const there = t.and(path, isNamed);
    return there.kind === 'false' ? [] : [{ rank: t.constant(rank), path: there, isNamed }];
  });
}

const expect: Operation = (site, state, use) => {
  const { machine } = site.thread;
  const { barrier, owner, given } = use;
  const counter = owner === null ? barrier : remoteCounter(site, barrier, owner);
  if (counter === null) {
    refuseAt(site, 'too many barriers of parts of a block');
    return state;
  }
  const count = given?.kind === 'int' ? machine.unsigned(given) : null;
  record(site, state, use, { kind: 'expect', count, owner, counter: counter.id });
  return state;
};

/** For the phase that the call to arrive gave. */
const wait: Operation = (site, state, use) => {
  const { counters } = site.thread;
  const { given, barrier } = use;
  const waited = given?.kind === 'int' ? given.term : null;
  record(site, state, use, { kind: 'wait', count: waited });
  unknown(site, state);
  if (waited === null || leansOnGuess(waited)) refuseAt(site, 'a wait for an unknown phase of a barrier object');
  if (waited === null) return state;
  return counters.withPartialCount(state, barrier, { ...counters.partialCount(state, barrier), waited });
};

/** For a phase of which only the parity is named: the thread counts its waits, and what that tells is decided by all of them. */
const waitParity: Operation = (site, state, use) => {
  const { given } = use;
  unknown(site, state);
  if (given?.kind !== 'int') {
    refuseAt(site, 'a wait for an unknown phase of a barrier object');
    return state;
  }
  return waitedByParity(site, state, use, site.thread.machine.unsigned(given));
};

function waitedByParity(site: CallSite, state: State, use: ObjectUse, given: Int): State {
  const { terms: t, counters } = site.thread;
  record(site, state, use, { kind: 'wait', parity: t.mod(given, t.constant(2)) });
  const before = counters.partialCount(state, use.barrier);
  return counters.withPartialCount(state, use.barrier, { ...before, waited: t.add(before.waited, t.one) });
}

/** Says whether a phase is over. Where the thread goes by the answer, it has waited: see `Lessons`. */
const test: Operation = (site, state, use) => {
  const { given } = use;
  if (given?.kind !== 'int') refuseAt(site, 'a wait for an unknown phase of a barrier object');
  else lesson(site, state, use, (later) => wait(site, later, use));
  return state;
};

const testParity: Operation = (site, state, use) => {
  const { given } = use;
  const { machine } = site.thread;
  if (given?.kind !== 'int') refuseAt(site, 'a wait for an unknown phase of a barrier object');
  else lesson(site, state, use, (later) => waitedByParity(site, later, use, machine.unsigned(given)));
  return state;
};

function lesson(site: CallSite, state: State, { barrier }: ObjectUse, learn: (state: State) => State): void {
  const { terms: t, symbols, counters, lessons } = site.thread;
  const condition = symbols.condition();
  const { type } = site.call;
  if (type.kind === 'int' && type.bits > 1) {
    define(site, site.thread.machine.make(type.bits, t.ite(condition, t.one, t.zero), true));
  } else define(site, { kind: 'bool', cond: condition });
  const { waited } = counters.partialCount(state, barrier);
  lessons.learnIf(condition, (later) => {
    // What was true of the phases then says less when the thread has learned of others since.
    return counters.partialCount(later, barrier).waited === waited ? learn(later) : later;
  });
}

function leansOnGuess(term: Int): boolean {
  return someAtom(
    [term],
    (atom) =>
      (atom.kind === 'symbol' || atom.kind === 'apply') && atom.origin !== 'input' && atom.origin !== 'iteration',
  );
}

const OPERATIONS: Readonly<Record<BarrierOperation, Operation>> = {
  init,
  arrive,
  drop,
  wait,
  test,
  expect,
  invalidate,
  'wait-parity': waitParity,
  'test-parity': testParity,
  'copies-arrive': copiesArrive,
  'matrices-arrive': (site, state, use) => arrivedBy(site, state, use, 'tcgen05'),
  'matrices-tell': matricesTell,
};

export const BARRIER_OBJECTS: Transfers<'barrier-object'> = {
  'barrier-object': (site, state, { operation }) => {
    const isWait = operation.startsWith('wait') || operation.startsWith('test');
    const use = objectUse(site, state, 0, operation === 'arrive' || operation === 'expect', isWait);
    return use ? OPERATIONS[operation](site, state, use) : unknown(site, state);
  },
};

/** A copy that a phase of the object in argument 6 waits for; where the object is not known, it never ends. */
export function boundCopy(
  site: CallSite,
  state: State,
  counted: 'arrival' | 'bytes',
  { by, bytes }: { readonly by: CopyMakers; readonly bytes: Int },
): AsyncCopy {
  const { counters, recorder } = site.thread;
  const use = objectUse(site, state, 6);
  if (use === null) return recorder.boundCopy(by, { kind: 'never', counted });
  const { arrived } = counters.partialCount(state, use.barrier);
  const copy = recorder.boundCopy(by, { kind: 'phase', barrier: use.barrier.id, arrived, counted, owner: null });
  record(site, state, use, { kind: counted === 'bytes' ? 'copy' : 'copy-arrives', count: bytes, copy: copy.id });
  return copy;
}

/** A store that the object in its last argument waits for, which may be another block's; where the object is not known, it never ends. */
export function boundStore(site: CallSite, state: State, to: readonly Target[], bytes: Int): AsyncCopy {
  const { counters, recorder } = site.thread;
  const use = objectUse(site, state, STORE_OBJECT, true);
  if (use === null) return recorder.boundCopy('thread', { kind: 'never', counted: 'store' });
  const { arrived } = counters.partialCount(state, use.barrier);
  const owner = use.target.base[0] ?? null;
  if (to.some(({ object, base }) => object.space !== 'shared' || (base[0] ?? null) !== owner)) {
    refuseAt(site, 'an asynchronous store whose barrier object lies in the memory of another block');
    return recorder.boundCopy('thread', { kind: 'never', counted: 'store' });
  }
  const barrier = use.barrier.id;
  const store = recorder.boundCopy('thread', { kind: 'phase', barrier, arrived, counted: 'store', owner });
  record(site, state, use, { kind: 'store', count: bytes, copy: store.id, owner, at: STORE_OBJECT });
  return store;
}

/**
 * A copy to the memory of each block that the mask names, for the object of that block: one for each, with the state in which it is
 * made, and the block's rank. Where it is not known which blocks these are, nothing is.
 * @param at which argument is the object
 */
export function boundMulticast(
  site: CallSite,
  state: State,
  { mask, bytes, at }: { readonly mask: Value; readonly bytes: Int; readonly at: number },
): readonly { readonly copy: AsyncCopy; readonly state: State; readonly rank: Int }[] | null {
  const { counters, recorder } = site.thread;
  const use = objectUse(site, state, at);
  const ranks = use && ranksIn(site, state, mask);
  if (use === null || ranks === null) return null;
  const { arrived } = counters.partialCount(state, use.barrier);
  return ranks.map(({ rank, path }) => {
    const end = { kind: 'phase', barrier: use.barrier.id, arrived, counted: 'multicast', owner: rank } as const;
    const copy = recorder.boundCopy('thread', end);
    const there = { ...state, path };
    record(site, there, { ...use, owner: rank }, { kind: 'store', count: bytes, copy: copy.id, owner: rank, at });
    return { copy, state: there, rank };
  });
}

/**
 * A box of a tensor that a phase of the object in argument 1 waits for; where the object is not known, it never ends.
 * @param kind `copy`: it is known how large it is
 */
export function boundBox(site: CallSite, state: State, bytes: Int, kind: 'box' | 'copy'): AsyncCopy {
  const { counters, recorder } = site.thread;
  const counted = 'bytes';
  const use = objectUse(site, state, 1);
  if (use === null) return recorder.boundCopy('thread', { kind: 'never', counted });
  const { arrived } = counters.partialCount(state, use.barrier);
  const end = { kind: 'phase', barrier: use.barrier.id, arrived, counted, owner: null } as const;
  const copy = recorder.boundCopy('thread', end);
  record(site, state, use, { kind, count: bytes, copy: copy.id });
  return copy;
}

/** The same for an object of another block, which counts its bytes as those of a multicast. */
export function boundElsewhere(site: CallSite, state: State, bytes: Int): AsyncCopy {
  const { counters, recorder } = site.thread;
  const counted = 'multicast';
  const use = objectUse(site, state, 1, true);
  if (use === null) return recorder.boundCopy('thread', { kind: 'never', counted });
  const { barrier, owner } = use;
  const { arrived } = counters.partialCount(state, barrier);
  const copy = recorder.boundCopy('thread', { kind: 'phase', barrier: barrier.id, arrived, counted, owner });
  record(site, state, use, { kind: 'store', count: bytes, copy: copy.id, owner, at: 1 });
  return copy;
}
