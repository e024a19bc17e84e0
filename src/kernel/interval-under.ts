import type { Substitution } from '../terms/index.ts';
import type { BarrierInterval } from './kernel-model.ts';

/** The barrier counts with other terms. */
export function intervalUnder(
  { block, warp, grid, partialBarriers }: BarrierInterval,
  s: Pick<Substitution, 'int'>,
): BarrierInterval {
  const counts = [...partialBarriers].map(
    ([id, { arrived, waited }]) => [id, { arrived: s.int(arrived), waited: s.int(waited) }] as const,
  );
  return { block: s.int(block), warp: s.int(warp), grid: s.int(grid), partialBarriers: new Map(counts) };
}
