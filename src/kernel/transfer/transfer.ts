/** What a call of the effects table does to the thread that is executed: a function for each kind of effect. */
import type { EffectKind, EffectOf } from '../../intrinsics/index.ts';
import type { Type } from '../../ir/program.ts';
import type { Int } from '../../terms/index.ts';
import { allArguments, type CallSite, define } from '../call-site.ts';
import type { State } from '../state.ts';

/** @returns the state after the call, or null when it does not return. */
export type Transfer<Kind extends EffectKind> = (site: CallSite, state: State, effect: EffectOf<Kind>) => State | null;

export type Transfers<Kinds extends EffectKind> = { readonly [Kind in Kinds]: Transfer<Kind> };

/** The call returns a number. */
export function number(site: CallSite, state: State, term: Int): State {
  const { type } = site.call;
  define(site, site.thread.machine.make(type.kind === 'int' ? type.bits : 32, term, true));
  return state;
}

/** Nothing is known of what the call returns. */
export function unknown(site: CallSite, state: State): State {
  define(site, site.thread.values.unknown(site.call.type, 'unknown', site.name));
  return state;
}

/** What the call returns depends on its arguments, and on nothing else. */
export function pure(site: CallSite, state: State): State {
  define(site, site.thread.values.pure(site.name, allArguments(site), site.call.type));
  return state;
}

export function nothing(site: CallSite, state: State): State {
  return site.call.type.kind === 'void' ? state : unknown(site, state);
}

export function elementOf(type: Type): Type {
  return type.kind === 'vector' ? type.element : type;
}
