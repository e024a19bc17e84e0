/** A launch in other terms. */
import { conjuncts, type Substitution } from '../terms/index.ts';
import { type Argument, withNumbers } from './launch-arguments.ts';
import type { HostLaunch } from './launch-collector.ts';
import type { HostLaunches } from './launches.ts';

/** What the way there said of a term it then says of what stands in its place, and so from the same place in the source. */
export function launchUnder(
  { terms, provenance }: Pick<HostLaunches, 'terms' | 'provenance'>,
  launch: HostLaunch,
  under: Substitution,
): HostLaunch {
  const way = conjuncts(launch.path).map((part) => {
    const now = under.cond(part);
    if (now !== part) provenance.copy(part, now);
    return now;
  });
  return { ...numbersUnder(launch, under), path: terms.and(...way) };
}

/** The launch with its sizes and arguments in other terms; what the way there said stays as it is. */
export function numbersUnder<L extends HostLaunch>(launch: L, under: Substitution): L {
  const sizes = ([x, y, z]: HostLaunch['gridDim']): HostLaunch['gridDim'] => [under.int(x), under.int(y), under.int(z)];
  return {
    ...launch,
    gridDim: sizes(launch.gridDim),
    blockDim: sizes(launch.blockDim),
    args: launch.args.map((argument) => argumentUnder(argument, under)),
  };
}

function argumentUnder(argument: Argument, { int, cond }: Substitution): Argument {
  const now = withNumbers(argument, int);
  if (now.kind !== 'pointers') return now;
  const pointers = now.pointers.map(({ at, targets }) => ({
    at,
    targets: targets.map(({ guard, memory, offset }) => ({ guard: cond(guard), memory, offset: int(offset) })),
  }));
  return { ...now, pointers };
}
