/** Calls: of functions with a body, which is executed; of those that the tables know; and of those that nobody knows. */
import { effectOf, mayOrder } from '../intrinsics/index.ts';
import { assemblyReason } from '../ir/operands.ts';
import type { ProgramFunction, Type } from '../ir/program.ts';
import { allArguments, type Call, type CallHandler, type CallSite, define, refuseAt } from './call-site.ts';
import { computedCall } from './computed-calls.ts';
import type { Frame } from './frame.ts';
import { LayeredMap } from './layered-map.ts';
import type { MemoryObject, Target, Value } from './memory.ts';
import { anyPointed } from './pointed-functions.ts';
import type { Regions, Return } from './regions.ts';
import { isOfArguments } from './remembered-calls.ts';
import { afterSynchronisation, contentOf, type State, selectorOf } from './state.ts';
import { applyEffect } from './transfer/index.ts';

const CALL_DEPTH_LIMIT = 48;

interface Caller extends Regions {
  readonly handler: CallHandler | null;
}

/** @returns the state after the call, or null when it does not return. */
export function call(caller: Caller, frame: Frame, state: State, instruction: Call): State | null {
  const { thread } = caller;
  const callee = thread.evaluator.evaluate(frame, instruction.callee);
  const place = thread.places.of(frame, instruction.location);
  // Arguments that are structs are read where the call stands.
  thread.memory.accessing = place;
  return callTo(caller, { thread, frame, call: instruction, name: null, place }, state, callee);
}

function callTo(caller: Caller, unnamed: CallSite<null>, state: State, callee: Value): State | null {
  const { input, values, recorder } = unnamed.thread;
  if (callee.kind === 'choice' && !input.host) return callEither(caller, unnamed, state, callee);
  const name = callee.kind === 'function' ? callee.name : null;
  const handled = caller.handler?.({ ...unnamed, name }, state);
  if (handled !== undefined) return handled;
  if (callee.kind === 'choice') return callEither(caller, unnamed, state, callee);
  if (name === null) {
    const { callee: operand, type } = unnamed.call;
    const pointed = input.host ? null : anyPointed(unnamed);
    if (pointed !== null) return callTo(caller, unnamed, state, pointed);
    refuseAt(unnamed, operand.kind === 'asm' ? assemblyReason(operand) : 'a call through a function pointer');
    define(unnamed, values.unknown(type, 'unknown', 'call'));
    return afterSynchronisation(state);
  }
  const site = { ...unnamed, name };
  const fn = input.program.functions.get(name);
  if (fn?.isDefinition) return callBody(caller, site, state, fn);
  const effect = effectOf(name);
  if (effect) {
    if (!isOfArguments(effect)) recorder.journal.touch();
    return applyEffect(site, mayOrder(effect) ? afterSynchronisation(state) : state, effect);
  }
  return callOutside(site, state, fn?.sourceName ?? name);
}

/** A call of one function where the condition holds, and of the other elsewhere. */
function callEither(
  caller: Caller,
  site: CallSite<null>,
  state: State,
  callee: Value & { kind: 'choice' },
): State | null {
  const { terms: t, values } = site.thread;
  const { registers } = site.frame;
  const { result } = site.call;
  const reached = [
    { path: t.and(state.path, callee.condition), to: callee.ifTrue },
    { path: t.and(state.path, t.not(callee.condition)), to: callee.ifFalse },
  ].flatMap(({ path, to }) => {
    if (path.kind === 'false') return [];
    const after = callTo(caller, site, { ...state, path }, to);
    const value = result === null ? undefined : registers[result];
    return after ? [{ after, value }] : [];
  });
  const [a, b] = reached;
  if (!a || !b) {
    if (a?.value) define(site, a.value);
    return a?.after ?? null;
  }
  if (a.value && b.value) {
    define(site, values.choose(selectorOf(t, a.after.path, b.after.path), a.value, b.value));
  }
  return values.join(a.after, b.after);
}

/** A function of another translation unit: it can touch what it is handed, and is assumed to touch no more. */
function callOutside(site: CallSite, before: State, name: string): State {
  const { memory, recorder, values } = site.thread;
  define(site, values.unknown(site.call.type, 'unknown', 'call'));
  let state = afterSynchronisation(before);
  const args = allArguments(site);
  let isKnown = false;
  for (const object of within(before, args)) {
    if (object.space === 'global' || object.space === 'shared') {
      refuseAt(site, `calls ${name}, which has no body here and is handed ${object.name}`);
      isKnown = true;
    } else state = memory.local.havoc(state, object);
  }
  const mayHand = site.call.arguments.some(({ type }, i) => {
    const struct = site.call.byValue[i] ?? null;
    return struct === null ? args[i]!.kind !== 'pointer' && holdsPointer(type) : holdsPointer(struct);
  });
  if (mayHand && !isKnown) refuseAt(site, `calls ${name}, which has no body here and is handed an unknown pointer`);
  const text = `${name}, which has no body here, touches no shared or global memory and has no barrier`;
  recorder.assume('callee', text, site.place);
  return state;
}

/** The objects that somebody can get at who has the values: pointers in structs and in the thread's own memory lead further. */
function within(state: State, values: readonly Value[]): ReadonlySet<MemoryObject> {
  const reached = new Set<MemoryObject>();
  const add = (value: Value): void => {
    if (value.kind === 'aggregate') value.elements.forEach(add);
    if (value.kind === 'pointer') for (const { object } of value.targets) reached.add(object);
  };
  values.forEach(add);
  for (const object of reached) for (const { value } of contentOf(state, object.id).slots.values()) add(value);
  return reached;
}

function holdsPointer(type: Type): boolean {
  switch (type.kind) {
    case 'pointer':
      return true;
    case 'array':
    case 'vector':
      return holdsPointer(type.element);
    case 'struct':
      return type.fields.some(holdsPointer);
    default:
      return false;
  }
}

function callBody(caller: Caller, site: CallSite, before: State, fn: ProgramFunction): State | null {
  const { values } = site.thread;
  const { callSites } = site.frame;
  if (callSites.length >= CALL_DEPTH_LIMIT) {
    refuseAt(site, `recursion or calls deeper than ${CALL_DEPTH_LIMIT} in ${fn.sourceName}`);
    define(site, values.unknown(site.call.type, 'unknown', 'call'));
    return before;
  }
  if (computedCall(site, before, fn)) return before;
  const { remembered, input, recorder, symbols } = site.thread;
  const args = allArguments(site);
  const asked = input.host ? null : remembered.ask(fn, args, before, symbols.iterations);
  if (asked?.known) {
    const { state, value } = remembered.answer(asked, asked.known, before);
    if (value) define(site, value);
    return state;
  }
  const [told, made, steps] = [recorder.journal.told + recorder.accessesMet, symbols.made, caller.steps];
  const inner = caller.activate(fn, site.frame, site.call.location);
  const { returns } = caller.runBody(inner, withArguments(site, args, before, inner));
  const [first, ...others] = returns;
  if (!first) return null;
  const { state, value } = others.reduce((joined, next) => joinReturns(site, joined, next), first);
  if (value) define(site, value);
  const own = inner.stackObjects;
  const after = own.length === 0 ? state : { ...state, memory: LayeredMap.without(state.memory, own) };
  if (asked !== null) {
    remembered.remember(
      asked,
      before,
      { state: after, value },
      {
        told: recorder.journal.told + recorder.accessesMet - told,
        made: symbols.made - made,
        steps: caller.steps - steps,
      },
    );
  }
  return after;
}

/** The state in which the callee has its arguments. */
function withArguments(site: CallSite, args: readonly Value[], before: State, inner: Frame): State {
  const { terms, objects, memory } = site.thread;
  let state = before;
  for (const [i, value] of args.entries()) {
    const byValue = site.call.byValue[i];
    inner.registers[i] = value;
    if (!byValue || value.kind !== 'pointer') continue;
    // The callee owns a copy.
    const copy = objects.onStack(inner, inner.fn.parameters[i]?.name ?? 'argument', byValue);
    const target: Target = { guard: terms.true, object: copy, base: [], offset: terms.zero };
    const [source] = value.targets;
    if (source) state = memory.store(state, target, memory.load(state, source, byValue), byValue);
    inner.registers[i] = { kind: 'pointer', targets: [target] };
  }
  return state;
}

function joinReturns({ thread }: CallSite, a: Return, b: Return): Return {
  const { terms, values } = thread;
  const value =
    a.value && b.value ? values.choose(selectorOf(terms, a.state.path, b.state.path), a.value, b.value) : null;
  return { state: values.join(a.state, b.state), value };
}
