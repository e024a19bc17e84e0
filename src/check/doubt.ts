/** Why a race is only possible, in one clause: what the code leaves open, or what of it was approximated. */
import { type Cond, type Int, visitAtoms } from '../terms/index.ts';
import type { RacePair } from './races.ts';

/** The doubt of a race that a fact about two arguments settles. */
export const LONG_ROWS = 'it takes rows that are longer than their stride, which the code does not rule out';

/** Why nobody knows that a program has such a launch, or minds. */
const UNUSUAL: Readonly<Record<Exclude<NonNullable<RacePair['unusual']>, 'contents'>, string>> = {
  launch: 'no launch is in sight, and not every usual one shows it',
  block: 'the host code leaves the size of the block open, and not every usual one shows it',
  arguments: 'it takes unusual values of arguments that the host code leaves open',
  rows: LONG_ROWS,
  seed: 'the plain read only says what a compare-and-swap expects',
  exchange: 'all lanes exchange values between the read and the write',
};

/** Names in one clause. */
const MOST_NAMES = 3;

/** What a race leans on beside its launch. */
interface Leaning {
  /** Loads whose value is not known, as the source writes them: `order[i] (line 8)`. */
  readonly loads: readonly string[];
  /** What memory holds in the model, by the name of the memory. */
  readonly contents: readonly string[];
  /** What of the kernel was not understood; null: all of it was. */
  readonly refusal: string | null;
  /** The launch was made up. */
  readonly isGuess: boolean;
}

/** @returns null where that is not known */
export function doubtOf(race: RacePair, { loads, contents, refusal, isGuess }: Leaning): string | null {
  if (race.sameValue) return 'both threads write the same value';
  if (race.unusual === 'contents') {
    return contents.length === 0
      ? null
      : `it depends on what ${listed(contents)} ${contents.length > 1 ? 'hold' : 'holds'}`;
  }
  if (race.unusual !== null) return UNUSUAL[race.unusual];
  if (race.missing === 'reader-fence') return 'all that is missing is a fence of the reader';
  if (loads.length > 0) return `it depends on what is loaded at ${listed(loads)}`;
  const memory = race.leansOn.has('unknown') ? unknownMemory(race) : [];
  if (memory.length > 0) return `it depends on what ${listed(memory)} ${memory.length > 1 ? 'hold' : 'holds'}`;
  if (refusal !== null) return `not all of the kernel was understood (${refusal})`;
  if (isGuess) return 'the launch was guessed';
  if (race.leansOn.has('approximate') && !race.leansOn.has('unknown')) return approximated(race);
  return null;
}

/** What a loop does to a value, or how often it runs. */
function approximated(race: RacePair): string | null {
  let isCarried = false;
  visitAtoms(rootsOf(race), (atom) => {
    if (atom.kind !== 'symbol' && atom.kind !== 'apply') return;
    if (atom.origin === 'approximate' && atom.name.startsWith('carried#')) isCarried = true;
  });
  return isCarried ? 'a value that a loop changes from one iteration to the next was over-approximated' : null;
}

/** Memory of which a value is not known that the race depends on. */
function unknownMemory(race: RacePair): string[] {
  const names = new Set<string>();
  visitAtoms(rootsOf(race), (atom) => {
    if ((atom.kind !== 'symbol' && atom.kind !== 'apply') || atom.origin !== 'unknown') return;
    const [, name] = /^([A-Za-z_]\w*)\[\]/.exec(atom.name) ?? [];
    if (name !== undefined) names.add(name);
  });
  return [...names].sort();
}

/** What it hangs on whether, and where, the accesses of a race take place. */
export function rootsOf({ first, second }: RacePair): (Cond | Int)[] {
  return [first, second].flatMap(({ path, offset, base }) => [path, offset, ...base]);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  return names.length > shown.length ? `${shown.join(', ')} and more` : shown.join(' and ');
}
