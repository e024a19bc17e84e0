/**
 * Barriers that need not join all threads of a block: tiles of it, some lanes of a warp, named barriers, barrier objects.
 * Here the thread that is executed counts how often it came to each of them and what it waited for; who takes part, and
 * what that orders, is decided over two threads (`check/order/`).
 */

import type { Instruction } from '../ir/program.ts';
import { type Int, isConstant, someAtom } from '../terms/index.ts';
import type { Executor } from './execute.ts';
import type { Frame } from './execution.ts';
import type { BarrierGroup } from './kernel-model.ts';
import type { Value } from './memory.ts';
import type { State } from './state.ts';

type Call = Instruction & { op: 'call' };

/** The barrier of the caller's aligned tile of `size` threads. */
export function tileBarrier(executor: Executor, state: State, size: bigint): State {
  const group = executor.groupOf(`tile:${size}`, { kind: 'tile', size });
  // Where there are too many to keep apart, it is taken to order nothing.
  return group ? passed(executor, state, group) : state;
}

/** The barrier of the lanes in the mask, an unsigned number. */
export function lanesBarrier(executor: Executor, state: State, mask: Int): State {
  const group = executor.groupOf(`lanes:${mask.id}`, { kind: 'lanes', mask });
  return group ? passed(executor, state, group) : state;
}

/** One of the block's numbered barriers. @param waits false where the thread only says that it has come. */
export function namedBarrier(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  number: Value,
  count: Value | null,
  waits: boolean,
): State {
  const group =
    number.kind === 'int' && (count === null || count.kind === 'int')
      ? executor.groupOf(`named:${number.term.id}`, { kind: 'named', number: executor.machine.unsigned(number) })
      : null;
  if (group === null) {
    executor.refuse('a named barrier of unknown number or count', executor.place(frame, call.location));
    return state;
  }
  const threads = count?.kind === 'int' ? executor.machine.unsigned(count) : null;
  executor.recordGroupUse(frame, state, group, { kind: waits ? 'sync' : 'arrive', count: threads }, call.location);
  return passed(executor, state, group, waits);
}

/** An operation on a barrier object; `given` is the count of `init`, the phase of `wait`. */
export function barrierObject(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  operation: 'init' | 'arrive' | 'wait',
  pointer: Value,
  given: Value | null,
): { state: State; value: Value | null } {
  const refused = (what: string) => {
    executor.refuse(what, executor.place(frame, call.location));
    return { state, value: null };
  };
  const target = pointer.kind === 'pointer' && pointer.targets.length === 1 ? pointer.targets[0]! : null;
  if (target === null || target.object.space !== 'shared' || !isConstant(target.offset)) {
    return refused('a barrier object that is not a variable in shared memory');
  }
  const { object, offset } = target;
  const name = offset.constant === 0n ? object.name : `${object.name}+${offset.constant}`;
  const group = executor.groupOf(`object:${object.key}:${offset.constant}`, { kind: 'object', name });
  if (group === null) return refused('too many barriers of parts of a block');
  const pointerOperand = call.arguments[0]!;
  if (operation === 'init') {
    if (given?.kind !== 'int') return refused('a barrier object of unknown count');
    executor.record(frame, state, 'write', target, 8, call, pointerOperand, {});
    const count = executor.machine.signed(given);
    executor.recordGroupUse(frame, state, group, { kind: 'init', count }, call.location);
    return { state, value: null };
  }
  executor.record(frame, state, 'atomic', target, 8, call, pointerOperand, { scope: 'block' });
  const before = executor.groupCount(state, group);
  executor.recordGroupUse(frame, state, group, { kind: operation, count: null }, call.location);
  if (operation === 'arrive') {
    const arrived = executor.terms.add(before.arrived, executor.terms.one);
    const value = executor.machine.make(64, arrived, true);
    return { state: executor.withGroupCount(state, group, { ...before, arrived }), value };
  }
  const isUnknown = given?.kind !== 'int' || leansOnGuess(given.term);
  if (isUnknown) refused('a wait for an unknown phase of a barrier object');
  if (given?.kind !== 'int') return { state, value: null };
  return { state: executor.withGroupCount(state, group, { ...before, waited: given.term }), value: null };
}

function leansOnGuess(term: Int): boolean {
  return someAtom(
    [term],
    (atom) =>
      (atom.kind === 'symbol' || atom.kind === 'apply') && atom.origin !== 'input' && atom.origin !== 'iteration',
  );
}

function passed(executor: Executor, state: State, group: BarrierGroup, waits = true): State {
  const before = executor.groupCount(state, group);
  const arrived = executor.terms.add(before.arrived, executor.terms.one);
  return executor.withGroupCount(state, group, { arrived, waited: waits ? arrived : before.waited });
}
