/**
 * A launch whose size is one of a few numbers, as from a table of block sizes to try, is several launches: with a number in
 * its place most questions about a kernel are easier, and each of them is a size that the program has.
 */
import { type ChoiceAtom, type Cond, type Int, isConstant, single, type Terms, visitAtoms } from '../terms/index.ts';
import type { HostLaunch } from './launch-collector.ts';
import { launchUnder } from './launch-under.ts';
import type { HostLaunches } from './launches.ts';

/** A choice among more numbers stays one. */
export const SIZE_CASE_LIMIT = 8;

/** Where launches come from: the arena of their terms, and the places of their facts. */
type Found = Pick<HostLaunches, 'terms' | 'provenance'>;

interface ChoiceOfNumbers {
  readonly choice: ChoiceAtom;
  /** When it is which. */
  readonly numbers: ReadonlyMap<bigint, Cond>;
}

/** The launch for each number that one of its sizes may be; the launch itself when no size is such a choice. */
export function sizeCasesOf(found: Found, launch: HostLaunch): readonly HostLaunch[] {
  const { terms } = found;
  const widest = widestChoice(terms, [...launch.blockDim, ...launch.gridDim]);
  if (widest === null) return [launch];
  const cases = [...widest.numbers].flatMap(([number, condition]) => {
    const path = terms.and(launch.path, condition);
    return path.kind === 'false' ? [] : [withNumber(found, launch, widest.choice, { number, condition })];
  });
  // A launch of less than one block fails, and says nothing of the other cases.
  const made = cases.filter((one) => !isOfNothing(terms, one));
  return made.length === 0 ? cases : made;
}

function isOfNothing(terms: Terms, { path, gridDim, blockDim }: HostLaunch): boolean {
  return [...gridDim, ...blockDim].some((size) => terms.and(path, terms.le(terms.one, size)).kind === 'false');
}

/** The choice among the most numbers: within one there are others, among fewer. */
function widestChoice(terms: Terms, sizes: readonly Int[]): ChoiceOfNumbers | null {
  let widest: ChoiceOfNumbers | null = null;
  visitAtoms(sizes, (choice) => {
    const numbers = choice.kind === 'ite' ? numbersOf(terms, choice) : null;
    if (choice.kind === 'ite' && numbers !== null && numbers.size > (widest?.numbers.size ?? 1))
      widest = { choice, numbers };
  });
  return widest;
}

/** When a choice is which number; null when it is anything but a few numbers. */
function numbersOf(terms: Terms, choice: ChoiceAtom): ReadonlyMap<bigint, Cond> | null {
  const numbers = new Map<bigint, Cond>();
  const isFollowed = (term: Int, when: Cond): boolean => {
    if (isConstant(term)) {
      numbers.set(term.constant, terms.or(numbers.get(term.constant) ?? terms.false, when));
      return numbers.size <= SIZE_CASE_LIMIT;
    }
    const inner = single(term);
    if (inner?.kind !== 'ite') return false;
    const { condition, then, otherwise } = inner;
    return isFollowed(then, terms.and(when, condition)) && isFollowed(otherwise, terms.and(when, terms.not(condition)));
  };
  const { condition, then, otherwise } = choice;
  return isFollowed(then, condition) && isFollowed(otherwise, terms.not(condition)) ? numbers : null;
}

function withNumber(
  found: Found,
  launch: HostLaunch,
  choice: ChoiceAtom,
  { number, condition }: { readonly number: bigint; readonly condition: Cond },
): HostLaunch {
  const { terms } = found;
  const chosen = terms.constant(number);
  const chosenLaunch = launchUnder(
    found,
    launch,
    terms.substitution((atom) => (atom === choice ? chosen : undefined)),
  );
  return { ...chosenLaunch, path: terms.and(chosenLaunch.path, condition) };
}
