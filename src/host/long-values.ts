/**
 * What host code computes in many steps (a length that is rounded up to a power of two, a number of blocks out of logarithms) gets
 * a name where it is a size or an argument of a launch: questions about a kernel are then about a number, and what the number is
 * stands beside them. What it finds in memory of which nothing is known (`info().devices[id].warp_size`) gets a name alone: it is any
 * number, wherever it was found.
 */
import { type Atom, type Cond, type Int, partsOf, someAtom, type Terms } from '../terms/index.ts';
import { isGuessed } from './guesses.ts';
import { numbersOf } from './launch-arguments.ts';
import type { HostLaunch } from './launch-collector.ts';
import { launchUnder } from './launch-under.ts';
import type { HostLaunches } from './launches.ts';

/** Of more atoms than this a value is long. */
const LONG = 24;

/** The launch with names for its long values. */
export function withNamedValues(
  { terms, provenance }: Pick<HostLaunches, 'terms' | 'provenance'>,
  launch: HostLaunch,
): HostLaunch {
  const named = new Map<number, { readonly atom: Atom; readonly name: Int; readonly isFound: boolean }>();
  const lengths = new Map<number, boolean>();
  const look = (part: Int | Cond): void => {
    for (const atom of atomsIn(part)) {
      const isFound = atom.kind === 'apply';
      if (named.has(atom.id) || !(isFound || isLong(atom, lengths))) continue;
      if (atom.kind === 'ite' || atom.kind === 'bits' || isFound)
        named.set(atom.id, { atom, name: nameFor(terms, atom, launch), isFound });
      else partsOf(atom).forEach(look);
    }
  };
  [...launch.gridDim, ...launch.blockDim, ...numbersOf(launch)].forEach(look);
  if (named.size === 0) return launch;
  const under = terms.substitution((atom) => named.get(atom.id)?.name);
  return {
    ...launchUnder({ terms, provenance }, launch, under),
    named: [
      ...launch.named,
      ...[...named.values()].flatMap(({ atom, name, isFound }) => (isFound ? [] : terms.eq(name, terms.ofAtom(atom)))),
    ],
  };
}

function nameFor(terms: Terms, atom: Atom, { iterations }: HostLaunch): Int {
  let first: string | null = null;
  const isGuess = someAtom([terms.ofAtom(atom)], (one) => {
    if (one.kind === 'symbol') first ??= one.name;
    return isGuessed(one) || (one.kind === 'symbol' && one.origin === 'iteration' && !iterations.has(one.id));
  });
  const origin = isGuess ? 'approximate' : 'input';
  return terms.symbol(`value of ${first ?? 'host'}#${atom.id}`, 'launch', origin, atom.range);
}

/** The atoms directly in a term or a condition. */
function atomsIn(part: Int | Cond): Atom[] {
  if ('monomials' in part) return part.monomials.flatMap(({ atoms }) => atoms);
  if ('term' in part) return atomsIn(part.term);
  return 'parts' in part ? part.parts.flatMap(atomsIn) : [];
}

/** @param known what was found out of other atoms */
function isLong(atom: Atom, known: Map<number, boolean>): boolean {
  const before = known.get(atom.id);
  if (before !== undefined) return before;
  const seen = new Set<number>();
  const count = (one: Atom): void => {
    if (seen.size > LONG || seen.has(one.id)) return;
    seen.add(one.id);
    for (const part of partsOf(one)) atomsIn(part).forEach(count);
  };
  count(atom);
  known.set(atom.id, seen.size > LONG);
  return seen.size > LONG;
}
