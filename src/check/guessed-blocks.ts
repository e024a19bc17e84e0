/**
 * Blocks whose size the host computes in a way that was not followed, or finds in memory that nobody knows. Such a size is no
 * choice of the model's; but a race that every usual block shows which the launch may have does not hang on it.
 */
import { type Evaluator, type Int, isConstant, single } from '../terms/index.ts';
import { type LaunchContext, type RaceCondition, SHOWN_BLOCKS } from './plausible-launch.ts';
import { isGuess, originsOf } from './symbols.ts';

/** The race in the first of these blocks. */
export interface RaceInUsualBlocks {
  readonly race: RaceCondition;
  readonly values: Evaluator;
  /** The sizes that were guessed, as symbols by id. */
  readonly sizes: ReadonlySet<number>;
}

/** @returns `not`: a usual block shows no race; null where no size was guessed */
export function inUsualBlocks(context: LaunchContext, race: RaceCondition): RaceInUsualBlocks | 'not' | null {
  const { terms, launch, facts, queries, launchKnownFrom } = context;
  const open = launch.blockDim.filter((size) => !isConstant(size));
  if (launchKnownFrom !== 'host' || !isGuess(originsOf(open))) return null;
  const atoms = open.flatMap((size) => single(size) ?? []);
  // A size that is computed of others is none that could be chosen.
  if (atoms.length < open.length) return null;
  const sizes = new Set(atoms.map(({ id }) => id));
  let first: RaceInUsualBlocks | null = null;
  for (const block of SHOWN_BLOCKS[open.length]!) {
    const fixed = open.map((size: Int, axis) => terms.eq(size, terms.constant(block[axis]!)));
    if (queries.solve([...facts, ...fixed], []).status === 'unsat') continue;
    const meeting = race.meetingIn(block);
    if (meeting === 'never') return 'not';
    const inBlock = { ...race, condition: terms.and(race.condition, ...fixed) };
    const ask = (example: readonly (typeof race.condition)[]) =>
      queries.solve([inBlock.condition, ...example], race.equalities);
    const shown = meeting === null ? null : ask(meeting);
    const answer = shown?.status === 'sat' ? shown : ask([]);
    if (answer.status !== 'sat') return 'not';
    first ??= { race: inBlock, values: answer.values, sizes };
  }
  return first ?? 'not';
}
