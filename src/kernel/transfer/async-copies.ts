/**
 * Copies that a block makes together and on its own time (OpenCL's `async_work_group_copy`), and the waits for them.
 *
 * Which thread moves an element, and when, is open: the copy's accesses are those of any one thread of the block, and run
 * from the barrier interval of the call to that of the wait for it. Until a barrier behind the wait they are unordered with
 * every other thread's accesses; `check/races.ts` compares intervals instead of single barrier counts for them. A copy that
 * nobody waits for never ends. Where it cannot be told which copy a wait is for, the kernel is refused.
 */
import type { EffectOf } from '../../intrinsics/index.ts';
import { type Atom, type Cond, conjuncts, type Int, isConstant, single, visitAtoms } from '../../terms/index.ts';
import { allArguments, type CallSite, define, refuseAt } from '../call-site.ts';
import type { AsyncCopy, CopyCall, CopyWait, KernelAccess } from '../kernel-model.ts';
import { CopyEvent } from '../meanings.ts';
import type { Target } from '../memory.ts';
import type { Recorder } from '../recorder.ts';
import type { State } from '../state.ts';
import type { Transfers } from './transfer.ts';

/** `event_t` in memory (the IR reader reads it as an integer of 64 bits). */
const EVENT_BYTES = 8;
/** Events of one wait. */
const MAX_EVENTS = 64;

export const ASYNC_COPIES: Transfers<'async-copy' | 'wait-async-copies'> = {
  'async-copy': (site, state, effect) => {
    const event = eventOf(site, effect);
    define(site, site.thread.machine.make(64, event.term, true));
    const parts = partsOf(site, effect);
    if (parts === null) {
      refuseAt(site, 'an asynchronous copy of unknown place or length');
      return state;
    }
    return copied(site, state, parts, event);
  },
  'wait-async-copies': (site, state) => {
    waitForCopies(site, state);
    return state;
  },
};

// ---- copies ------------------------------------------------------------------------------------------------------------

interface Event {
  readonly term: Int;
  /** It was given one that copies before it have. */
  readonly isJoined: boolean;
}

function eventOf(site: CallSite, { strided }: EffectOf<'async-copy'>): Event {
  const given = allArguments(site)[strided ? 4 : 3];
  if (given?.kind === 'int' && !isZero(given.term)) return { term: given.term, isJoined: true };
  const range = { low: 1n, high: (1n << 62n) - 1n };
  return { term: site.thread.symbols.unknown('unknown', range, 'event', new CopyEvent()), isJoined: false };
}

/** What a call copies. */
interface Parts {
  readonly to: readonly Target[];
  readonly from: readonly Target[];
  /** Elements. */
  readonly count: Int;
  /** Elements from one to the next on the global side. */
  readonly stride: Int;
  readonly elementBytes: number;
  readonly toGlobal: boolean;
}

/** @returns null where it is not known. */
function partsOf(site: CallSite, { strided, elementBytes, toGlobal }: EffectOf<'async-copy'>): Parts | null {
  const { terms, machine } = site.thread;
  const [to, from, count, given] = allArguments(site);
  if (to?.kind !== 'pointer' || from?.kind !== 'pointer' || count?.kind !== 'int' || elementBytes === null) return null;
  const stride = strided && given?.kind === 'int' ? machine.signed(given) : terms.one;
  return { to: to.targets, from: from.targets, count: machine.signed(count), stride, elementBytes, toGlobal };
}

/** @returns the state behind the call. */
function copied(site: CallSite, before: State, parts: Parts, event: Event): State {
  const { thread, frame, call, place } = site;
  const { terms: t, symbols, recorder, memory } = thread;
  const { to, from, count, stride, elementBytes, toGlobal } = parts;
  const { location } = call;
  const targets = [...to, ...from];
  const roots = [event.isJoined ? event.term : t.zero, count, stride, ...targets.flatMap((x) => [x.offset, ...x.base])];
  if (!isUniform([...roots, ...targets.map((x) => x.guard)], symbols.iterations)) {
    refuseAt(site, 'an asynchronous copy whose arguments may differ between the threads of the block');
  }
  recorder.barrier(frame, before, { width: 'block', kind: 'group-call', isStatement: false, location });
  const copy = recorder.copyCall(before, event.term, place);
  const element = symbols.iteration();
  const inside = { ...before, path: t.and(before.path, t.lt(element, count)) };
  const record = (kind: KernelAccess['kind'], target: Target, argument: 0 | 1): void => {
    const isGlobal = (argument === 0) === toGlobal;
    const index = isGlobal ? t.mul(element, stride) : element;
    const moved = { ...target, offset: t.add(target.offset, t.scale(index, BigInt(elementBytes))) };
    const pointer = call.arguments[argument]!;
    recorder.access(frame, inside, { kind, target: moved, size: elementBytes, pointer, location, copy });
  };
  for (const target of from) record('read', target, 1);
  let state = before;
  for (const target of to) {
    record('write', target, 0);
    state = memory.store(state, target, { kind: 'undefined' }, { kind: 'void' });
  }
  return state;
}

// ---- waits -------------------------------------------------------------------------------------------------------------

function waitForCopies(site: CallSite, state: State): void {
  const { thread, frame, call, place } = site;
  const { terms: t, recorder, memory } = thread;
  const { location } = call;
  recorder.barrier(frame, state, { width: 'block', kind: 'group-call', isStatement: false, location });
  const [count, list] = allArguments(site);
  const target = list?.kind === 'pointer' && list.targets.length === 1 ? list.targets[0]! : null;
  const length = count?.kind === 'int' && isConstant(count.term) ? Number(count.term.constant) : null;
  if (target === null || length === null || length > MAX_EVENTS) {
    refuseAt(site, 'a wait for asynchronous copies that cannot be told apart');
    return;
  }
  for (let i = 0; i < length; i++) {
    const slot = { ...target, offset: t.add(target.offset, t.constant(EVENT_BYTES * i)) };
    const event = memory.load(state, slot, { kind: 'int', bits: 64 });
    if (event.kind === 'int') recorder.copyWait(state, event.term, place);
    else if (event.kind !== 'undefined') refuseAt(site, 'a wait for asynchronous copies that cannot be told apart');
  }
}

/** The accesses of an execution with the ends of their copies, once all waits are known. */
export function resolveCopies(recorder: Recorder): readonly KernelAccess[] {
  const { accesses } = recorder.log;
  const { copyCalls } = recorder;
  if (copyCalls.length === 0) return accesses;
  const ends = endsOf(recorder);
  for (const { event, location } of copyCalls) {
    // A copy may add itself to the event of another; what that event is has to be known.
    const origin = single(event);
    if (origin === null || !isEvent(origin))
      recorder.refuse('an asynchronous copy that joins an unknown event', location);
  }
  return accesses.map((access): KernelAccess => {
    if (access.copy?.end.kind !== 'event') return access;
    const wait = ends.get(access.copy.id);
    const until = wait ? wait.intervals[access.object.space === 'shared' ? 'shared' : 'global'] : null;
    return { ...access, copy: { ...access.copy, end: { kind: 'event', until } } };
  });
}

/** The first wait for each copy, by its number. */
function endsOf(recorder: Recorder): ReadonlyMap<AsyncCopy['id'], CopyWait> {
  const ends = new Map<number, CopyWait>();
  for (const wait of recorder.copyWaits) {
    const copies = recorder.copyCalls.filter((call) => call.event === wait.event);
    if (copies.length === 0 && !isZero(wait.event)) {
      recorder.refuse('a wait for asynchronous copies that cannot be told apart', wait.location);
    }
    for (const call of copies) {
      if (ends.has(call.copy.id)) continue;
      if (isAlwaysFor(wait, call)) ends.set(call.copy.id, wait);
      else {
        const text = 'an asynchronous copy that is waited for on some paths only, or in another iteration';
        recorder.refuse(text, call.location);
      }
    }
  }
  return ends;
}

/** Is the wait come to wherever the copy was made, in the same iterations? */
function isAlwaysFor(wait: CopyWait, { path, copy }: CopyCall): boolean {
  const [a, b] = [wait.iterations, copy.iterations];
  if (a.length !== b.length || !a.every((x, i) => x === b[i])) return false;
  return conjuncts(wait.path).every((part) => conjuncts(path).includes(part));
}

/** True when all threads of a block that are in the same iterations of the loops around have the same values. */
function isUniform(roots: readonly (Int | Cond)[], iterations: readonly Int[]): boolean {
  const shared = new Set(iterations.map((iteration) => single(iteration)?.id));
  let uniform = true;
  visitAtoms(roots, (atom) => {
    if (atom.kind !== 'symbol' && atom.kind !== 'apply') return;
    if (atom.sharing === 'thread' && !shared.has(atom.id) && !isEvent(atom)) uniform = false;
  });
  return uniform;
}

/** True for the event of a copy that the block makes together: each thread has its own symbol for it. */
function isEvent(atom: Atom): boolean {
  return atom.kind === 'symbol' && atom.of instanceof CopyEvent;
}

function isZero(term: Int): boolean {
  return isConstant(term) && term.constant === 0n;
}
