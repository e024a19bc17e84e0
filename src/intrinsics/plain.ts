/** Effects that many names share, and how tables of names are written. */
import type { Effect, EffectOf, Ordered, ValueOperation } from './effect.ts';
import { mathFunction } from './libm.ts';
import type { MemoryScope } from './scopes.ts';

export const NONE: Effect = { kind: 'none' };
export const PURE: Effect = { kind: 'pure' };
export const UNKNOWN: Effect = { kind: 'unknown' };
export const EXCHANGE: Effect = { kind: 'exchange' };
export const ABORT: Effect = { kind: 'abort' };
export const CLOCK: Effect = { kind: 'clock' };
/** The whole block meets, and all memory is ordered. */
export const BLOCK_BARRIER: EffectOf<'block-barrier'> = {
  kind: 'block-barrier',
  idArgument: null,
  fencesArgument: null,
  scopeArgument: null,
};

/** Of the lanes in `maskArgument`, all memory; null: of the whole warp. */
export function warpBarrier(maskArgument: number | null): Effect {
  return { kind: 'warp-barrier', maskArgument, fencesArgument: null, scopeArgument: null };
}

export function value(operation: ValueOperation): Effect {
  return { kind: 'value', operation };
}

/** The function of mathematics called `name`, or one that nobody computes. */
export function math(name: string): Effect {
  const known = mathFunction(name);
  return known === null ? PURE : { kind: 'math', function: known };
}

export function fence(
  scope: MemoryScope,
  order: Ordered['order'] = 'seq_cst',
  {
    orderArgument = null,
    fencesArgument = null,
  }: { orderArgument?: number | null; fencesArgument?: number | null } = {},
): Effect {
  return { kind: 'fence', scope, scopeArgument: null, order, orderArgument, fencesArgument };
}

export function relaxed(scope: MemoryScope): Ordered {
  return { scope, scopeArgument: null, order: 'monotonic', orderArgument: null };
}

/** The words of a text, in any layout. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
