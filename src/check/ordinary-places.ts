/**
 * Witnesses in which memory is read where arrays are: an index that is loaded may be any number to the solver, and in a program
 * it leads to an element. A replay sets up no memory before an array begins, and none that is far behind.
 */
import { Load } from '../kernel/index.ts';
import { type Atom, type Evaluator, type Int, visitAtoms } from '../terms/index.ts';
import type { LaunchContext, RaceCondition } from './plausible-launch.ts';

/** Elements of an array that is small, and of one that is not. */
const LENGTHS = [1n << 10n, 1n << 20n] as const;

/**
 * A model that reads only elements of arrays, by two calls of the solver at most, and the race with that asked of it; what was given
 * where it does so, or there is none.
 */
export function withOrdinaryPlaces(
  { terms, queries, onQuery }: Pick<LaunchContext, 'terms' | 'queries' | 'onQuery'>,
  race: RaceCondition,
  values: Evaluator,
): { readonly race: RaceCondition; readonly values: Evaluator } {
  const { condition, equalities } = race;
  const places = placesRead([condition, ...equalities]);
  const isWithin =
    (length: bigint) =>
    ({ offset, size }: Place) => {
      const at = values.int(offset);
      return at >= 0n && at < length * BigInt(size);
    };
  if (places.every(isWithin(LENGTHS[1]))) return { race, values };
  for (const length of LENGTHS) {
    onQuery?.({ threads: 'the same, with memory read where arrays are', parts: [] });
    const within = places.map(({ offset, size }) =>
      terms.and(terms.le(terms.zero, offset), terms.lt(offset, terms.constant(length * BigInt(size)))),
    );
    const narrowed = { ...race, condition: terms.and(condition, ...within) };
    const answer = queries.solveBriefly([narrowed.condition], equalities);
    if (answer.status === 'sat') return { race: narrowed, values: answer.values };
  }
  return { race, values };
}

interface Place {
  /** Bytes from the start of its object. */
  readonly offset: Int;
  /** Bytes of an element. */
  readonly size: number;
}

/** Where memory is read that the kernel does not write. */
function placesRead(roots: Parameters<typeof visitAtoms>[0]): Place[] {
  const places: Place[] = [];
  visitAtoms(roots, (atom: Atom) => {
    if (atom.kind !== 'apply' || atom.origin !== 'input-memory' || !(atom.of instanceof Load)) return;
    const offset = atom.args.at(-1);
    if (offset !== undefined) places.push({ offset, size: atom.of.size });
  });
  return places;
}
