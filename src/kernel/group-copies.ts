/**
 * Copies that a block makes together and on its own time (OpenCL's `async_work_group_copy`), and the waits for them.
 *
 * Which thread moves an element, and when, is open: the copy's accesses are those of any one thread of the block, and run
 * from the barrier interval of the call to that of the wait for it. Until a barrier behind the wait they are unordered with
 * every other thread's accesses; `check/races.ts` compares intervals instead of single barrier counts for them. A copy that
 * nobody waits for never ends. Where it cannot be told which copy a wait is for, the kernel is refused.
 */
import type { EffectOf } from '../intrinsics/index.ts';
import type { Instruction, SourceLocation } from '../ir/program.ts';
import { type Atom, type Cond, conjuncts, type Int, isConstant, single, visitAtoms } from '../terms/index.ts';
import type { Executor } from './execute.ts';
import type { Frame } from './execution.ts';
import type { GroupCopy, KernelAccess, Phase } from './kernel-model.ts';
import { CopyEvent } from './meanings.ts';
import type { Target, Value } from './memory.ts';
import type { State } from './state.ts';

type Call = Instruction & { op: 'call' };

/** A call of a group copy, as recorded. */
export interface CopyCall {
  readonly copy: GroupCopy;
  readonly event: Int;
  readonly path: Cond;
  readonly location: SourceLocation | null;
}

/** A wait for one event, as recorded. */
export interface CopyWait {
  readonly event: Int;
  readonly path: Cond;
  readonly iterations: readonly Int[];
  readonly phases: { readonly global: Phase; readonly shared: Phase };
  readonly location: SourceLocation | null;
}

/** `event_t` in memory (the IR reader reads it as an integer of 64 bits). */
const EVENT_BYTES = 8;
/** Events of one wait. */
const MAX_EVENTS = 64;

/** @returns the state behind the call; the event goes to `define`. */
export function groupCopy(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  effect: EffectOf<'async-copy'>,
  define: (value: Value) => void,
): State {
  const { terms: t, machine } = executor;
  const place = executor.place(frame, call.location);
  const refuse = (reason: string) => executor.refuse(reason, place);
  const args = call.arguments.map((operand) => executor.evaluate(frame, state, operand));
  const [to, from, countOf] = args;
  const { strided, elementBytes, toGlobal } = effect;
  const strideOf = strided ? args[3] : undefined;
  const given = args[strided ? 4 : 3];
  const joined = given?.kind === 'int' && !(isConstant(given.term) && given.term.constant === 0n) ? given.term : null;
  const event = joined ?? executor.unknown('unknown', { low: 1n, high: (1n << 62n) - 1n }, 'event', new CopyEvent());
  define(machine.make(64, event, true));
  if (to?.kind !== 'pointer' || from?.kind !== 'pointer' || countOf?.kind !== 'int' || elementBytes === null) {
    refuse('a group copy of unknown place or length');
    return state;
  }
  const count = machine.signed(countOf);
  const stride = strideOf?.kind === 'int' ? machine.signed(strideOf) : t.one;
  const targets = [...to.targets, ...from.targets];
  const roots = [event === joined ? joined : t.zero, count, stride, ...targets.flatMap((x) => [x.offset, ...x.base])];
  if (!isUniform([...roots, ...targets.map((x) => x.guard)], executor.iterations)) {
    refuse('a group copy whose arguments may differ between the threads of the block');
  }
  executor.recordBarrier(frame, state, 'block', call.location, 'group-call');
  const copy = executor.recordCopy(state, event, place);
  const element = executor.iterationSymbol();
  const inside = { ...state, path: t.and(state.path, t.lt(element, count)) };
  const bytes = BigInt(elementBytes);
  const at = (target: Target, isGlobal: boolean): Target => {
    const index = isGlobal ? t.mul(element, stride) : element;
    return { ...target, offset: t.add(target.offset, t.scale(index, bytes)) };
  };
  const record = (kind: KernelAccess['kind'], target: Target, argument: 0 | 1) => {
    const moved = at(target, (argument === 0) === toGlobal);
    executor.record(frame, inside, kind, moved, elementBytes, call, call.arguments[argument]!, { copy });
  };
  for (const target of from.targets) record('read', target, 1);
  for (const target of to.targets) {
    record('write', target, 0);
    state = executor.storeTo(state, target, { kind: 'undefined' }, { kind: 'void' });
  }
  return state;
}

export function waitForCopies(executor: Executor, frame: Frame, state: State, call: Call): void {
  const { terms: t } = executor;
  const place = executor.place(frame, call.location);
  const refuse = (reason: string) => executor.refuse(reason, place);
  executor.recordBarrier(frame, state, 'block', call.location, 'group-call');
  const [count, list] = call.arguments.map((operand) => executor.evaluate(frame, state, operand));
  const target = list?.kind === 'pointer' && list.targets.length === 1 ? list.targets[0]! : null;
  const length = count?.kind === 'int' && isConstant(count.term) ? Number(count.term.constant) : null;
  if (target === null || length === null || length > MAX_EVENTS) {
    refuse('a wait for group copies that cannot be told apart');
    return;
  }
  for (let i = 0; i < length; i++) {
    const slot = { ...target, offset: t.add(target.offset, t.constant(EVENT_BYTES * i)) };
    const event = executor.loadFrom(state, slot, { kind: 'int', bits: 64 }, false);
    if (event.kind === 'int') executor.recordWait(state, event.term, place);
    else if (event.kind !== 'undefined') refuse('a wait for group copies that cannot be told apart');
  }
}

/** The accesses with the ends of their copies, once all waits are known. */
export function settleCopies(
  accesses: readonly KernelAccess[],
  calls: readonly CopyCall[],
  waits: readonly CopyWait[],
  refuse: (reason: string, location: SourceLocation | null) => void,
): readonly KernelAccess[] {
  if (calls.length === 0) return accesses;
  const ends = new Map<number, CopyWait>();
  for (const wait of waits) {
    const copies = calls.filter((call) => call.event === wait.event);
    if (copies.length === 0 && !(isConstant(wait.event) && wait.event.constant === 0n)) {
      refuse('a wait for group copies that cannot be told apart', wait.location);
    }
    for (const { copy, path, location } of copies) {
      if (ends.has(copy.id)) continue;
      const whenever = conjuncts(wait.path).every((part) => conjuncts(path).includes(part));
      if (whenever && sameRounds(wait.iterations, copy.iterations)) ends.set(copy.id, wait);
      else refuse('a group copy that is waited for on some ways only, or in another round', location);
    }
  }
  for (const { event, location } of calls) {
    // A copy may add itself to the event of another; what that event is has to be known.
    const origin = single(event);
    if (origin === null || !isEvent(origin)) {
      refuse('a group copy that joins an unknown event', location);
    }
  }
  return accesses.map((access) => {
    if (access.copy === null) return access;
    const wait = ends.get(access.copy.id);
    const until = wait ? wait.phases[access.object.space === 'shared' ? 'shared' : 'global'] : null;
    return { ...access, copy: { ...access.copy, until } };
  });
}

function sameRounds(a: readonly Int[], b: readonly Int[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

/** True when all threads of a block that are in the same rounds of the loops around have the same values. */
function isUniform(roots: readonly (Int | Cond)[], rounds: readonly Int[]): boolean {
  const shared = new Set(rounds.map((round) => single(round)?.id));
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
