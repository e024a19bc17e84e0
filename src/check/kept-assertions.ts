/**
 * Races of launches that work: what the kernel asserts of a place may come behind the two accesses, as where each view is asked for its
 * bounds when its turn comes. A run of a launch that breaks it ends there, and shows no race.
 */
import { type Atom, type Cond, Evaluator, visitAtoms } from '../terms/index.ts';
import type { RaceCondition } from './plausible-launch.ts';
import type { RaceContext } from './race-context.ts';
import type { ThreadPair } from './thread-pair.ts';

type Context = Pick<RaceContext, 'terms' | 'queries' | 'onQuery' | 'asserted' | 'assertedOfLaunch'>;

interface Shown {
  readonly race: RaceCondition;
  readonly values: Evaluator;
}

/**
 * A model in which both threads keep all assertions of the kernel, and the launch those that hang on nothing else, by four calls of the solver
 * at most, and the race with that asked of it; what was given where it does so, or there is none. Which iteration a loop is left in the
 * model is free to choose, and what is asserted behind it need not come to its turn then: so it is asked of the launch as it stands.
 */
export function withAssertionsKept(
  context: Context,
  { first, second }: Pick<ThreadPair, 'first' | 'second'>,
  race: RaceCondition,
  values: Evaluator,
): Shown {
  const { terms, asserted, assertedOfLaunch } = context;
  const both = (condition: Cond) => [first.cond(condition), second.cond(condition)];
  const kept = terms.and(...asserted.flatMap(both));
  const always = terms.and(kept, ...assertedOfLaunch.flatMap(both));
  if (values.cond(always)) return { race, values };
  context.onQuery?.({ threads: 'the same, with what the kernel asserts', parts: [] });
  const shown = keeping(context, race, values, always);
  if (shown !== null || values.cond(kept)) return shown ?? { race, values };
  return keeping(context, race, values, kept) ?? { race, values };
}

function keeping(context: Context, race: RaceCondition, values: Evaluator, kept: Cond): Shown | null {
  const { terms, queries } = context;
  const narrowed = { ...race, condition: terms.and(race.condition, kept) };
  if (narrowed.condition.kind === 'false') return null;
  const rest = withOtherNumbers(context, race, values, kept);
  if (rest !== null) return { race: narrowed, values: rest };
  const answer = queries.solveBriefly([narrowed.condition], race.equalities);
  return answer.status === 'sat' ? { race: narrowed, values: answer.values } : null;
}

/** The model with other values of what the race does not hang on: sizes of another view, say. */
function withOtherNumbers(
  { terms, queries }: Context,
  { condition, equalities }: RaceCondition,
  values: Evaluator,
  kept: Cond,
): Evaluator | null {
  const decided = new Set<Atom>();
  visitAtoms([condition, ...equalities], (atom) => decided.add(atom));
  const isDecided = (atom: Atom) => atom.kind === 'apply' || decided.has(atom);
  const left = terms
    .substitution((atom) => (isDecided(atom) ? terms.constant(values.atom(atom)) : undefined))
    .cond(kept);
  if (left.kind === 'false') return null;
  const answer = queries.solveBriefly([left], []);
  if (answer.status !== 'sat') return null;
  const found = new Evaluator({
    symbol: (atom) => (decided.has(atom) ? values.atom(atom) : answer.values.atom(atom)),
    apply: (atom, args) => values.apply(atom, args),
  });
  return found.cond(condition) && found.cond(kept) ? found : null;
}
