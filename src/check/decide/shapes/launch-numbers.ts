/**
 * Numbers of the launch that have few values, as the length of an array that is a power of two and fits into shared memory: how far
 * loops go and where accesses lie hangs on them, and each of their values can be gone through.
 */
import type { KernelAccess } from '../../../kernel/index.ts';
import { type Atom, type Cond, single, visitAtoms } from '../../../terms/index.ts';
import type { LaunchTerms } from '../../thread-pair.ts';
import type { LaunchNumber } from './block-shapes.ts';
import { BlockValues, type Interval, type Known, Levels } from './block-values.ts';
import { iterationsOf } from './iteration-bounds.ts';

/** Values of all together. */
const MOST_VALUES = 64;
/** Values of one number of which there are more: the least, to find an example among them. */
const SOME_VALUES = 32;
/** The largest value that is looked at. */
const MOST_LOOKED_AT = 4096;

export interface LaunchNumbers {
  /** Those that are gone through. */
  readonly numbers: readonly LaunchNumber[];
  /** Others, by the ids of their atoms: only how large they may be is known. */
  readonly ranges: ReadonlyMap<number, Interval>;
  /** The numbers have no other values: where none shows a meeting there is none. */
  readonly areAll: boolean;
}

/**
 * @param facts what holds of the launch
 * @param blockDim sizes that are gone through as such
 * @returns by all values of those that have few, and then by some values of those that have more; nothing where no access hangs on
 * a number of which the facts say how large it is
 */
export function launchNumbers(
  accesses: readonly KernelAccess[],
  facts: readonly Cond[],
  { blockDim }: Pick<LaunchTerms, 'blockDim'>,
): LaunchNumbers[] {
  const sizes = new Set(blockDim.map((size) => single(size)));
  const asked = new Set<Atom>();
  const roots = accesses.flatMap(({ path, facts: known, offset, interval }) => [path, known, offset, interval.block]);
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol' && atom.sharing === 'launch' && !sizes.has(atom)) asked.add(atom);
  });
  const known = [...asked]
    .flatMap((atom) => {
      const values = valuesOf(atom, facts);
      return values.length === 0 ? [] : [{ atom, values }];
    })
    .sort((a, b) => a.values.length - b.values.length);
  if (known.length === 0) return [];
  const few = known.filter(({ values }) => values.length <= MOST_VALUES);
  const all = { ...withinLimit(known, few), areAll: true };
  if (few.length === known.length) return [all];
  const some = known.map(({ atom, values }) => ({
    atom,
    values: values.length > MOST_VALUES ? values.slice(0, SOME_VALUES) : values,
  }));
  return [all, { ...withinLimit(known, some), areAll: false }];
}

/** The first of the numbers, as long as there are not too many values of them together. */
function withinLimit(
  known: readonly LaunchNumber[],
  wanted: readonly LaunchNumber[],
): Pick<LaunchNumbers, 'numbers' | 'ranges'> {
  let left = MOST_VALUES;
  const numbers = wanted.filter(({ values }) => {
    const isWithin = values.length <= left;
    if (isWithin) left = Math.floor(left / values.length);
    return isWithin;
  });
  const chosen = new Set(numbers.map(({ atom }) => atom));
  const others = known.filter(({ atom }) => !chosen.has(atom));
  const ranges = new Map(others.map(({ atom, values }) => [atom.id, [values[0]!, values.at(-1)!] as const]));
  return { numbers, ranges };
}

/** @returns from the least on; none where there is no end to them */
function valuesOf(atom: Atom, facts: readonly Cond[]): readonly number[] {
  const { low, high } = atom.range;
  if (low === null || low < 0n) return [];
  const unknown = new BlockValues(blockOf(new Map()), new Levels(new Map([[atom.id, 0]])));
  const isShort = high !== null && high <= MOST_LOOKED_AT;
  const within = isShort ? numbersUpTo(Number(high)) : (iterationsOf(unknown, atom, facts) ?? []);
  return within.filter((value) => {
    const chosen = new BlockValues(blockOf(new Map([[atom.id, value]])), new Levels(new Map()));
    return value >= low && facts.every((fact) => chosen.mayHold(fact) !== 0);
  });
}

function numbersUpTo(high: number): number[] {
  return Array.from({ length: high + 1 }, (_, i) => i);
}

/** One thread, of which nothing but these numbers is known. */
function blockOf(sizes: ReadonlyMap<number, number>): Known {
  return { threads: 1, indices: new Map(), sizes, ranges: new Map() };
}
