/**
 * Races of launches that work: what the kernel asserts of a place may come behind the two accesses, as where each view is asked for its
 * bounds when its turn comes. A run of a launch that breaks it ends there, and shows no race.
 */

import type { Evaluator } from '../terms/index.ts';
import type { RaceCondition } from './plausible-launch.ts';
import type { RaceContext } from './race-context.ts';
import type { ThreadPair } from './thread-pair.ts';

/**
 * A model in which both threads keep all assertions of the kernel, by one call of the solver at most, and the race with that asked of it;
 * what was given where it does so, or there is none.
 */
export function withAssertionsKept(
  { terms, queries, onQuery, asserted }: Pick<RaceContext, 'terms' | 'queries' | 'onQuery' | 'asserted'>,
  { first, second }: Pick<ThreadPair, 'first' | 'second'>,
  race: RaceCondition,
  values: Evaluator,
): { readonly race: RaceCondition; readonly values: Evaluator } {
  const kept = terms.and(...asserted.flatMap((condition) => [first.cond(condition), second.cond(condition)]));
  if (values.cond(kept)) return { race, values };
  onQuery?.({ threads: 'the same, with what the kernel asserts', parts: [] });
  const narrowed = { ...race, condition: terms.and(race.condition, kept) };
  const answer = queries.solveBriefly([narrowed.condition], race.equalities);
  return answer.status === 'sat' ? { race: narrowed, values: answer.values } : { race, values };
}
