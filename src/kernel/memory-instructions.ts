/** Instructions that load, store and update memory, and fences. */
import { acquires, isWithinBlock, scopeNamed } from '../intrinsics/index.ts';
import { storeSizeOf } from '../ir/layout.ts';
import type { Instruction, Operand, Ordering } from '../ir/program.ts';
import { type Int, isConstant, single } from '../terms/index.ts';
import { type AccessScope, accessScope, isFollowed } from './access-scope.ts';
import { fetched, updateOf } from './atomic-update.ts';
import type { Frame } from './frame.ts';
import type { Update } from './kernel-model.ts';
import type { Target, Value } from './memory.ts';
import { afterFence, afterSynchronisation, type State } from './state.ts';
import type { Thread } from './thread.ts';

type Of<Op extends Instruction['op']> = Extract<Instruction, { readonly op: Op }>;

/** What comes of an instruction that accesses memory. */
export interface Accessed {
  readonly state: State;
  readonly value: Value;
}

export function load(thread: Thread, frame: Frame, state: State, instruction: Of<'load'>): Accessed {
  const value = loaded(thread, frame, state, instruction);
  if (acquires(instruction.ordering)) return { state: afterFence(state), value };
  return { state: instruction.volatile || instruction.ordering ? afterSynchronisation(state) : state, value };
}

function loaded(thread: Thread, frame: Frame, state: State, instruction: Of<'load'>): Value {
  const { memory, recorder, values } = thread;
  const { pointer, type, location } = instruction;
  const { scope, ordering, volatile } = strengthOf(thread, frame, instruction);
  const address = thread.evaluator.evaluate(frame, pointer);
  const place = thread.places.of(frame, location);
  if (address.kind !== 'pointer') {
    recorder.refuse('reads through a pointer that is not understood', place);
    return values.unknown(type, 'unknown', 'load');
  }
  const isAtomic = isOrdered(ordering);
  memory.accessing = place;
  let result: Value | null = null;
  for (const target of address.targets) {
    const isSettled = instruction.ordering === null && thread.input.settled.has(target.object.key);
    const isOfItsOwn = (instruction.volatile && !isSettled) || instruction.ordering !== null;
    const found = memory.load(state, target, type, isOfItsOwn);
    recorder.access(frame, state, {
      kind: isAtomic ? 'atomic' : 'read',
      target,
      size: storeSizeOf(type),
      alignment: instruction.align,
      pointer,
      location,
      volatile,
      ordering,
      scope,
      found: ((volatile && !isSettled) || (isAtomic && isFollowed(scope))) && found.kind === 'int' ? found.term : null,
      update: isAtomic && isFollowed(scope) ? { kind: 'keep' } : null,
      seedsExchange: !isAtomic && thread.seeds.has(frame.fn, instruction),
    });
    rememberPlace(thread, frame, found, instruction, address.targets.length === 1 ? target : null);
    result = result ? values.choose(target.guard, found, result) : found;
  }
  return result ?? values.unknown(type, 'unknown', 'null');
}

/** Where a value comes from that only the load itself stands for. */
function rememberPlace(
  { recorder, places }: Thread,
  frame: Frame,
  value: Value,
  { pointer, location, type, volatile, ordering }: Of<'load'>,
  target: Target | null,
): void {
  const atom = value.kind === 'int' || value.kind === 'opaque' ? single(value.term) : null;
  if (!atom || (atom.kind !== 'apply' && atom.kind !== 'symbol') || atom.origin !== 'unknown') return;
  const isPlain = value.kind === 'int' && target?.object.space === 'global' && !volatile && ordering === null;
  recorder.loadPlace(atom.id, {
    location: places.of(frame, location),
    addressLocation: places.ofAddress(frame, pointer, location),
    cell: isPlain ? { object: target.object, offset: target.offset, size: storeSizeOf(type), value: value.term } : null,
  });
}

export function store(thread: Thread, frame: Frame, state: State, instruction: Of<'store'>): State {
  const after = stored(thread, frame, state, instruction);
  // Stores that others may wait for synchronise.
  return instruction.volatile || instruction.ordering ? afterSynchronisation(after) : after;
}

function stored(thread: Thread, frame: Frame, before: State, instruction: Of<'store'>): State {
  const { memory, recorder } = thread;
  const { pointer, location } = instruction;
  const { type } = instruction.value;
  const value = thread.evaluator.evaluate(frame, instruction.value);
  const { scope, ordering, volatile } = strengthOf(thread, frame, instruction);
  const place = thread.places.of(frame, location);
  const found = thread.evaluator.evaluate(frame, pointer);
  const isForgotten = thread.input.host !== null && found.kind === 'opaque';
  const address = isForgotten ? thread.objects.pointerAt(found.term) : found;
  if (address.kind !== 'pointer') {
    recorder.refuse('writes through a pointer that is not understood', place);
    return before;
  }
  tellStored(thread, address.targets, value);
  const isAtomic = isOrdered(ordering);
  memory.accessing = place;
  let state = before;
  for (const target of address.targets) {
    const number =
      value.kind === 'int' || value.kind === 'bool' || value.kind === 'opaque' ? thread.values.identity(value) : null;
    recorder.access(frame, state, {
      kind: isAtomic ? 'atomic' : 'write',
      target,
      size: storeSizeOf(type),
      alignment: instruction.align,
      pointer,
      location,
      volatile,
      ordering,
      scope,
      value: number,
      update: isAtomic && isFollowed(scope) && number !== null ? { kind: 'replace', value: number } : null,
      valueBits: type.kind === 'int' && value.kind !== 'opaque' ? type.bits : null,
    });
    state = memory.store(state, target, value, type);
  }
  return state;
}

/** Who gets at an address that host code stores there. */
function tellStored(thread: Thread, targets: readonly Target[], value: Value): void {
  const { host } = thread.input;
  if (host === null) return;
  if (!targets.every((target) => staysKnown(thread, target))) host.isPublished(value);
  else for (const target of targets) if (!isHeldAlone(thread, target)) host.isHeld(value, target.object);
}

/** A variable of the stack that holds a pointer and nothing else. */
function isHeldAlone({ objects }: Thread, { object }: Target): boolean {
  return object.origin.kind === 'stack' && objects.typeOf(object)?.kind === 'pointer';
}

/** Is it known of a pointer that is stored there where it leads, as long as nobody changes it? */
export function staysKnown({ objects }: Thread, { object, offset }: Target): boolean {
  return object.origin.kind === 'stack' && objects.typeOf(object) !== undefined && isConstant(offset);
}

export function atomic(
  thread: Thread,
  frame: Frame,
  before: State,
  instruction: Of<'atomicrmw'> | Of<'cmpxchg'>,
): Accessed {
  const { memory, recorder } = thread;
  const { pointer, location } = instruction;
  const type = instruction.op === 'atomicrmw' ? instruction.value.type : instruction.expected.type;
  const asked = instruction.op === 'atomicrmw' ? instruction.ordering : instruction.successOrdering;
  const address = thread.evaluator.evaluate(frame, pointer);
  const { scope, ordering, volatile } = strengthOf(thread, frame, { ...instruction, ordering: asked });
  const { value, found, update } = isFollowed(scope)
    ? updated(thread, frame, before, instruction, address)
    : { value: thread.values.unknown(instruction.type, 'unknown', 'atomic'), found: null, update: null };
  let state = before;
  if (address.kind !== 'pointer') {
    recorder.refuse('an atomic through a pointer that is not understood', thread.places.of(frame, location));
  } else {
    for (const target of address.targets) {
      const size = storeSizeOf(type);
      recorder.access(frame, state, {
        kind: scope === null ? 'write' : 'atomic',
        target,
        size,
        alignment: size,
        pointer,
        location,
        scope,
        ordering,
        volatile,
        found,
        update,
      });
      const isOwn = target.object.space === 'local';
      const anything: Value = isOwn ? thread.values.unknown(type, 'unknown', 'atomic') : { kind: 'undefined' };
      state = memory.store(state, target, anything, type);
    }
  }
  return { state: acquires(asked) ? afterFence(state) : afterSynchronisation(state), value };
}

/** What an atomic operation gives back, and what it does. */
function updated(
  thread: Thread,
  frame: Frame,
  state: State,
  instruction: Of<'atomicrmw'> | Of<'cmpxchg'>,
  address: Value,
): { value: Value; found: Int | null; update: Update | null } {
  const { terms: t, machine, values, symbols, evaluator } = thread;
  if (instruction.op === 'atomicrmw') {
    const update = updateOf(t, machine, instruction.operator, evaluator.evaluate(frame, instruction.value));
    const value = fetched(thread, state, address, { type: instruction.type, update, hint: 'atomic' });
    return { value, found: value.kind === 'int' ? value.term : null, update };
  }
  const number = (operand: Operand): Int | null => {
    const value = evaluator.evaluate(frame, operand);
    return value.kind === 'int' ? machine.signed(value) : null;
  };
  const [expected, replacement] = [number(instruction.expected), number(instruction.replacement)];
  const old = values.unknown(instruction.expected.type, 'unknown', 'atomic');
  if (old.kind !== 'int' || expected === null || replacement === null) {
    return { value: values.unknown(instruction.type, 'unknown', 'atomic'), found: null, update: null };
  }
  // One that is allowed to fail for no reason still tells the truth when it says that it did not.
  const succeeded = t.and(t.eq(old.term, expected), symbols.condition());
  const value: Value = { kind: 'aggregate', elements: [old, { kind: 'bool', cond: succeeded }] };
  return { value, found: old.term, update: { kind: 'compare-exchange', expected, value: replacement } };
}

export function fence({ recorder }: Thread, state: State, { syncScope, ordering }: Of<'fence'>): State {
  const scope = scopeNamed(syncScope);
  if (!isWithinBlock(scope)) recorder.fence(state, { scope, ordering, memory: 'all' });
  return afterFence(state);
}

function isOrdered(ordering: Ordering | null): boolean {
  return ordering !== null && ordering !== 'unordered';
}

/** For whom an access is atomic or volatile, and in which order: what is narrower than a block orders nothing. */
function strengthOf(
  { recorder, places }: Thread,
  frame: Frame,
  { ordering, syncScope, volatile, location }: Pick<Of<'load'>, 'ordering' | 'syncScope' | 'volatile' | 'location'>,
): { readonly scope: AccessScope | null; readonly ordering: Ordering | null; readonly volatile: boolean } {
  if (ordering === null) return { scope: null, ordering, volatile };
  const scope = accessScope(recorder, scopeNamed(syncScope), places.of(frame, location));
  if (isFollowed(scope)) return { scope, ordering, volatile };
  return { scope, ordering: scope === null ? null : 'monotonic', volatile: false };
}
