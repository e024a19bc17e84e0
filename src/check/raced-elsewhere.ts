/**
 * Launches in which another instance of the same template was seen to race: with numbers for arguments and the block the question of a
 * pair is a small one, and whether people launch the kernel so was asked there.
 */
import { type Cond, type Int, single } from '../terms/index.ts';
import type { LaunchSizes } from './kernel-check.ts';
import type { RaceContext } from './race-context.ts';

/** Strides are one in a model where nothing hangs on them; whoever reads several elements at once needs rows that begin at multiples. */
const ROW = 64;

/**
 * Contexts in which a pair is decided for such a launch alone.
 * @param parameters scalars by their names in the source
 * @param isOfBlock the two share memory of their block: one block is enough, where the launch may have no more, and the launch counts as one that
 * somebody gave. Between blocks a stride that the other instance has no use for may lay rows over each other: whether that is usual is asked.
 */
export function* inLaunchesOf(
  context: RaceContext,
  parameters: ReadonlyMap<string, Int>,
  sizes: LaunchSizes,
  isOfBlock: boolean,
): Iterable<RaceContext> {
  const { terms, launch } = context;
  const launchKnownFrom = isOfBlock ? 'user' : context.launchKnownFrom;
  const oneBlock = launch.gridDim.map((size) => terms.eq(size, terms.one));
  const ofBlock = new Set(launch.blockDim.flatMap((size) => symbolOf(size)?.id ?? []));
  const settled = isOfBlock ? ofBlock : context.settled;
  for (const args of [sizes.arguments, inRows(sizes.arguments)]) {
    if (args === null) continue;
    const conditions = sameSizes(context, parameters, { ...sizes, arguments: args });
    for (const blocks of isOfBlock ? [oneBlock, []] : [[]]) {
      yield { ...context, facts: [...context.facts, ...conditions, ...blocks], launchKnownFrom, settled };
    }
  }
}

/** The same with rows that are longer than one element; null where all are. */
function inRows(args: LaunchSizes['arguments']): LaunchSizes['arguments'] | null {
  const longer = Object.entries(args).map(([name, value]) => [name, value === 1 ? ROW : value] as const);
  return longer.some(([name, value]) => value !== args[name]) ? Object.fromEntries(longer) : null;
}

/** What is computed of other numbers is what comes of these, as the grid mostly is. */
function sameSizes(
  { terms, launch }: RaceContext,
  parameters: ReadonlyMap<string, Int>,
  { blockDim, arguments: args }: LaunchSizes,
): Cond[] {
  const same = (term: Int, value: number) =>
    symbolOf(term) === null ? [] : [terms.eq(term, terms.constant(BigInt(value)))];
  return [
    ...launch.blockDim.flatMap((size, axis) => same(size, blockDim[axis]!)),
    ...[...parameters].flatMap(([name, term]) => {
      const value = args[name];
      return typeof value === 'number' && Number.isInteger(value) ? same(term, value) : [];
    }),
  ];
}

function symbolOf(term: Int) {
  const atom = single(term);
  return atom?.kind === 'symbol' ? atom : null;
}
