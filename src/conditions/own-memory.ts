/** Pointers that a kernel finds in memory, and nobody says that each of them leads to memory of its own. */
import type { Overlap } from '../check/index.ts';
import { type Candidate, own } from './candidates.ts';

/** That what the pointers in one place lead to is memory of its own, and the objects that may be one where it is not. */
export interface OwnMemory {
  readonly fact: Candidate;
  /** By their keys. */
  readonly objects: readonly (readonly [string, string])[];
}

/**
 * As few facts as settle all.
 * @param nameOf what the source calls the pointer or the variable by which a kernel comes to such pointers
 * @returns null where the source has no name for one of them
 */
export function ownMemory(
  overlaps: readonly Overlap[],
  nameOf: (keeper: string) => string | null,
): readonly OwnMemory[] | null {
  const found = new Map<string, { readonly fact: Candidate; readonly objects: (readonly [string, string])[] }>();
  const kept = overlaps.flatMap((one) => (one.kind === 'kept' ? one : []));
  // Those that leave no choice come first.
  for (const { keepers, objects } of [...kept].sort((a, b) => a.keepers.length - b.keepers.length)) {
    const keeper = keepers.find((one) => found.has(one)) ?? keepers[0]!;
    const name = nameOf(keeper);
    if (name === null) return null;
    const one = found.get(keeper) ?? { fact: own(name), objects: [] };
    one.objects.push(objects);
    found.set(keeper, one);
  }
  return [...found.values()];
}
