/**
 * Numbers of elements of which the host code leaves nothing known, as how many a file has. They are no choice of the model's; but where
 * all that such a number does to a race is to let threads come to it, more elements show it too. What two elements show does not hang on
 * how many there are.
 */
import { type Atom, type Cond, type Int, isConnective, isConstant, partsOf, single, someAtom } from '../terms/index.ts';
import type { LaunchContext } from './plausible-launch.ts';
import { isGuess, symbolsOf } from './symbols.ts';

const FEWEST = 2n;

/** What a race takes of a launch. */
export interface RaceParts {
  /** The race, with all that is known. */
  readonly condition: Cond;
  readonly equalities: readonly Int[];
  /** What lets the two threads come to it: of these, and of nothing else, such a number may be part. */
  readonly ways: readonly Cond[];
  readonly others: readonly Int[];
  readonly isBetweenBlocks: boolean;
}

/** @returns guessed numbers that do not matter, as symbols by id */
export function countsThatOnlyGrow(context: LaunchContext, race: RaceParts): ReadonlySet<number> {
  const { terms, parameters, facts, queries, launchKnownFrom } = context;
  const found = new Set<number>();
  const most = mostElements(context, race);
  if (launchKnownFrom !== 'host' || most === null) return found;
  for (const parameter of parameters) {
    const atom = single(parameter);
    if (atom?.kind !== 'symbol' || !isGuess(new Set([atom.origin])) || found.has(atom.id)) continue;
    const isPart = ({ id }: Atom) => id === atom.id;
    if (!someAtom(race.ways, isPart) || someAtom(race.others, isPart)) continue;
    if (!race.ways.every((way) => growsWith(way, isPart))) continue;
    const tied = tiedTo(atom.id, facts);
    if (someAtom([...race.ways, ...race.others], ({ id }) => tied.has(id))) continue;
    const few = terms.le(parameter, terms.constant(most));
    if (queries.solve([race.condition, few], race.equalities).status === 'sat') found.add(atom.id);
  }
  return found;
}

/** As few as are of use: two, or one more than the threads of the first block have; null where that is not known. */
function mostElements({ launch }: LaunchContext, { isBetweenBlocks }: RaceParts): bigint | null {
  if (!isBetweenBlocks) return FEWEST;
  if (!launch.blockDim.every(isConstant)) return null;
  return launch.blockDim.reduce((threads, size) => threads * size.constant, 1n) + 1n;
}

/** Does the condition still hold with a larger number? */
function growsWith(condition: Cond, isNumber: (atom: Atom) => boolean): boolean {
  if (isConnective(condition)) return condition.parts.every((part) => growsWith(part, isNumber));
  if (condition.kind === 'true' || condition.kind === 'false' || !someAtom([condition], isNumber)) return true;
  return (
    condition.kind === 'le' &&
    condition.term.monomials.every(({ coefficient, atoms }) => {
      const isAlone = atoms.length === 1 && isNumber(atoms[0]!) && coefficient < 0n;
      return isAlone || !atoms.some((atom) => isNumber(atom) || someAtom(partsOf(atom), isNumber));
    })
  );
}

/** The symbols that facts tie to a number, in any number of steps. */
function tiedTo(id: number, facts: readonly Cond[]): ReadonlySet<number> {
  const ofFacts = facts.map((fact) => symbolsOf([fact]));
  const tied = new Set([id]);
  for (let before = 0; before < tied.size; ) {
    before = tied.size;
    for (const symbols of ofFacts)
      if ([...symbols].some((one) => tied.has(one))) for (const one of symbols) tied.add(one);
  }
  tied.delete(id);
  return tied;
}
