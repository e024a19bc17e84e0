/** Atomic operations that are spelt as calls. */
import type { EffectOf } from '../../intrinsics/index.ts';
import { sizeOf } from '../../ir/layout.ts';
import type { Type } from '../../ir/program.ts';
import { accessScope, isFollowed } from '../access-scope.ts';
import { fetched, updateOf } from '../atomic-update.ts';
import { argument, type Call, type CallSite, define, refuseAt } from '../call-site.ts';
import type { Update } from '../kernel-model.ts';
import type { State } from '../state.ts';
import { orderOf, scopeOf } from './order-arguments.ts';
import type { Transfers } from './transfer.ts';

type AtomicKind = 'atomic' | 'atomic-compare-exchange' | 'atomic-load' | 'atomic-store';

function atomic(site: CallSite, before: State, effect: EffectOf<AtomicKind>): State {
  const { thread, frame, call, name } = site;
  const { memory, recorder } = thread;
  const pointer = argument(site, 0);
  const scope = accessScope(recorder, scopeOf(site, effect), site.place);
  const update = isFollowed(scope) ? updateBy(site, effect) : null;
  const value = fetched(thread, before, pointer, { type: call.type, update, hint: name });
  define(site, value);
  const ordering = isFollowed(scope) ? orderOf(site, effect) : scope === null ? null : 'monotonic';
  if (pointer.kind !== 'pointer') {
    refuseAt(site, 'an atomic through a pointer that is not understood');
    return before;
  }
  const size = sizeOf(accessedType(call));
  let state = before;
  for (const target of pointer.targets) {
    recorder.access(frame, state, {
      kind: scope === null ? (effect.kind === 'atomic-load' ? 'read' : 'write') : 'atomic',
      target,
      size,
      pointer: call.arguments[0]!,
      location: call.location,
      scope,
      ordering,
      found: isFollowed(scope) && value.kind === 'int' ? value.term : null,
      update,
    });
    state = memory.overwrite(state, target, size);
  }
  return state;
}

function accessedType({ type, arguments: [, operand] }: Call): Type {
  const isNumber = (x: Type | undefined) => x?.kind === 'int' || x?.kind === 'float';
  const isFlag = type.kind === 'int' && type.bits === 1;
  if (operand && isFlag) return operand.type;
  if (isNumber(type)) return type;
  return operand && isNumber(operand.type) ? operand.type : { kind: 'int', bits: 32 };
}

/** What the operation does. */
function updateBy(site: CallSite, effect: EffectOf<AtomicKind>): Update | null {
  const { terms, machine } = site.thread;
  const number = (i: number) => {
    const value = argument(site, i);
    return value.kind === 'int' ? machine.signed(value) : null;
  };
  const [first, second] = [number(1), number(2)];
  switch (effect.kind) {
    case 'atomic-load':
      return { kind: 'keep' };
    case 'atomic-store':
      return effect.operand === 0 || first === null ? null : { kind: 'replace', value: first };
    case 'atomic-compare-exchange':
      // Where the old value comes back through memory, nothing says what was found.
      if (effect.expectedIsPointer || !first || !second) return null;
      return { kind: 'compare-exchange', expected: first, value: second };
    case 'atomic': {
      const operand = effect.operand === 1 ? machine.make(32, terms.one, true) : argument(site, 1);
      return updateOf(terms, machine, effect.operator, operand);
    }
  }
}

export const ATOMICS: Transfers<AtomicKind> = {
  atomic,
  'atomic-compare-exchange': atomic,
  'atomic-load': atomic,
  'atomic-store': atomic,
};
