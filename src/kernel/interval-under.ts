import { type Cond, conjuncts, type Substitution, type Terms } from '../terms/index.ts';
import type { BarrierInterval } from './kernel-model.ts';

/** The barrier counts with other terms. */
export function intervalUnder(
  { block, warp, grid, exchanges, partialBarriers }: BarrierInterval,
  s: Pick<Substitution, 'int'>,
): BarrierInterval {
  const counts = [...partialBarriers].map(
    ([id, { arrived, waited }]) => [id, { arrived: s.int(arrived), waited: s.int(waited) }] as const,
  );
  return {
    block: s.int(block),
    warp: s.int(warp),
    grid: s.int(grid),
    exchanges: s.int(exchanges),
    partialBarriers: new Map(counts),
  };
}

/** Terms where the path is taken: of what depends on its branches only that is left which they say. */
export function onPath(terms: Terms, path: Cond): Pick<Substitution, 'int'> {
  const known = new Set(conjuncts(path));
  const holds = (condition: Cond) => known.has(condition) || conjuncts(condition).every((part) => known.has(part));
  const chosen: Substitution = terms.substitution((atom) => {
    if (atom.kind !== 'ite') return undefined;
    if (holds(atom.condition)) return chosen.int(atom.then);
    return holds(terms.not(atom.condition)) ? chosen.int(atom.otherwise) : undefined;
  });
  return chosen;
}
