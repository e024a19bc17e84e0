/** Where a barrier of the block would keep two accesses of one barrier interval apart. */
import type { SourceLocation } from '../ir/program.ts';
import type { KernelAccess, KernelBarrier, Round, Way } from '../kernel/index.ts';
import type { BarrierGap } from '../model/result.ts';
import type { RacePair } from './races.ts';

type LineOf = (location: SourceLocation) => { readonly file: string; readonly line: number };

/**
 * @param barriers of the same execution
 * @returns null where no barrier of the block helps: the threads are of different blocks, or at the same place at the same
 *   time; and where nobody knows which access comes first
 */
export function barrierGap(race: RacePair, barriers: readonly KernelBarrier[], lineOf: LineOf): BarrierGap | null {
  const { distance, narrowScope, missing, values, pair, first, second } = race;
  if (distance === 'inter-block' || narrowScope !== null || missing !== null) return null;
  if (first.copy !== null || second.copy !== null) return null;
  const apart = whereApart(first.way, second.way, (a, b) => {
    const [x, y] = [values.int(pair.first.int(a.iteration)), values.int(pair.second.int(b.iteration))];
    return x - y;
  });
  const order = apart.order === 0 ? Math.sign(first.index - second.index) : apart.order;
  if (order === 0) return null;
  const [earlier, later] = order < 0 ? [first, second] : [second, first];
  const [from, to] = [stepOf(earlier, apart.depth), stepOf(later, apart.depth)];
  if (from === null || to === null) return null;
  const before = barriers.findLast(({ index, width }) => width !== 'warp' && index < earlier.index);
  const isBetween = apart.round !== null && before !== undefined && later.index < before.index;
  return {
    from: lineOf(from),
    to: lineOf(to),
    later: order < 0 ? 1 : 0,
    ...roundOf(apart, lineOf),
    since: before?.location ? lineOf(before.location) : null,
    ...(isBetween && before.location ? { sinceIsBetween: true } : {}),
  };
}

function roundOf({ round, passes }: Apart, lineOf: LineOf): Pick<BarrierGap, 'round' | 'passes'> {
  if (round === null) return { round: null, passes: null };
  const count = Number(passes < 0n ? -passes : passes);
  return { round: lineOf(round), passes: Math.min(count, Number.MAX_SAFE_INTEGER) };
}

interface Apart {
  /** How many calls the two have in common where they part. */
  readonly depth: number;
  /** Who is behind, where the two are in different passes of a loop: negative for the first. */
  readonly order: number;
  readonly round: SourceLocation | null;
  /** By how many passes of it they are apart. */
  readonly passes: bigint;
}

/** Where the ways of the two threads part: in different passes of a loop, at different calls, or only at their ends. */
function whereApart(a: Way, b: Way, distance: (a: Round, b: Round) => bigint): Apart {
  for (let depth = 0; ; depth++) {
    const [mine, theirs] = [a, b].map(({ rounds }) => rounds.filter((round) => round.depth === depth)) as [
      Round[],
      Round[],
    ];
    for (let i = 0; i < Math.min(mine.length, theirs.length); i++) {
      const [x, y] = [mine[i]!, theirs[i]!];
      if (!isSame(x.loop, y.loop)) break;
      const passes = distance(x, y);
      if (passes !== 0n) return { depth, order: passes < 0n ? -1 : 1, round: x.loop, passes };
    }
    const [x, y] = [a.calls[depth], b.calls[depth]];
    if (x === undefined || y === undefined || !isSame(x.location, y.location))
      return { depth, order: 0, round: null, passes: 0n };
  }
}

/** Where the access stands in the function that so many calls lead to: itself, or the call on the way to it. */
function stepOf({ way, location }: KernelAccess, depth: number): SourceLocation | null {
  const call = way.calls[depth];
  return call === undefined ? location : call.location;
}

function isSame(a: SourceLocation | null, b: SourceLocation | null): boolean {
  return a !== null && b !== null && a.file === b.file && a.line === b.line && a.column === b.column;
}
