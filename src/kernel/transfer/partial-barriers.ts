/**
 * Barriers that need not join all threads of a block: tiles of it, some lanes of a warp, named barriers, barrier objects.
 * Here the thread that is executed counts how often it came to each of them and what it waited for; who takes part, and
 * what that orders, is decided over two threads (`check/order/`).
 */
import { type Int, isConstant, someAtom } from '../../terms/index.ts';
import { argument, type CallSite, define, refuseAt } from '../call-site.ts';
import type { PartialBarrier } from '../kernel-model.ts';
import type { Target, Value } from '../memory.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { type Transfers, unknown } from './transfer.ts';

/** Bytes of a barrier object. */
const OBJECT_BYTES = 8;

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
  /** The count of `init`, the phase of `wait`. */
  readonly given: Value | null;
}

/** The object that the call is about; null when it is refused. */
function objectUse(site: CallSite): ObjectUse | null {
  const pointer = argument(site, 0);
  const given = site.call.arguments.length > 1 ? argument(site, 1) : null;
  const target = pointer.kind === 'pointer' && pointer.targets.length === 1 ? pointer.targets[0]! : null;
  if (target === null || target.object.space !== 'shared' || !isConstant(target.offset)) {
    refuseAt(site, 'a barrier object that is not a variable in shared memory');
    return null;
  }
  const { object, offset } = target;
  const name = offset.constant === 0n ? object.name : `${object.name}+${offset.constant}`;
  const key = `object:${object.key}:${offset.constant}`;
  const barrier = site.thread.counters.partialBarrier(key, { kind: 'object', name });
  if (barrier === null) {
    refuseAt(site, 'too many barriers of parts of a block');
    return null;
  }
  return { target, barrier, given };
}

function record(
  { thread, frame, call }: CallSite,
  state: State,
  { target, barrier }: ObjectUse,
  kind: 'init' | 'arrive' | 'wait',
  count: Int | null = null,
): void {
  const { location } = call;
  const access = { target, size: OBJECT_BYTES, pointer: call.arguments[0]!, location };
  if (kind === 'init') thread.recorder.access(frame, state, { ...access, kind: 'write' });
  else thread.recorder.access(frame, state, { ...access, kind: 'atomic', scope: 'block' });
  thread.recorder.partialBarrier(frame, state, { barrier: barrier.id, kind, count, location });
}

function init(site: CallSite, state: State, use: ObjectUse): State {
  if (use.given?.kind === 'int') record(site, state, use, 'init', site.thread.machine.signed(use.given));
  else refuseAt(site, 'a barrier object of unknown count');
  return unknown(site, state);
}

function arrive(site: CallSite, state: State, use: ObjectUse): State {
  const { terms: t, machine, counters } = site.thread;
  record(site, state, use, 'arrive');
  const before = counters.partialCount(state, use.barrier);
  const arrived = t.add(before.arrived, t.one);
  define(site, machine.make(64, arrived, true));
  return counters.withPartialCount(state, use.barrier, { ...before, arrived });
}

function wait(site: CallSite, state: State, use: ObjectUse): State {
  const { counters } = site.thread;
  const { given, barrier } = use;
  record(site, state, use, 'wait');
  unknown(site, state);
  const waited = given?.kind === 'int' ? given.term : null;
  if (waited === null || leansOnGuess(waited)) refuseAt(site, 'a wait for an unknown phase of a barrier object');
  if (waited === null) return state;
  return counters.withPartialCount(state, barrier, { ...counters.partialCount(state, barrier), waited });
}

function leansOnGuess(term: Int): boolean {
  return someAtom(
    [term],
    (atom) =>
      (atom.kind === 'symbol' || atom.kind === 'apply') && atom.origin !== 'input' && atom.origin !== 'iteration',
  );
}

const OPERATIONS = { init, arrive, wait } as const;

export const BARRIER_OBJECTS: Transfers<'barrier-object'> = {
  'barrier-object': (site, state, { operation }) => {
    const use = objectUse(site);
    return use ? OPERATIONS[operation](site, state, use) : unknown(site, state);
  },
};
