import type { Substitution } from '../terms/index.ts';
import type { Phase } from './kernel-model.ts';

/** The barrier counts with other terms. */
export function phaseUnder({ block, warp, grid, groups }: Phase, s: Pick<Substitution, 'int'>): Phase {
  const counts = [...groups].map(
    ([id, { arrived, waited }]) => [id, { arrived: s.int(arrived), waited: s.int(waited) }] as const,
  );
  return { block: s.int(block), warp: s.int(warp), grid: s.int(grid), groups: new Map(counts) };
}
