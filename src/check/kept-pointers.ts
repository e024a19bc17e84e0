/** Pointers that a kernel finds in memory: where they stand, and what becomes of it where all of them lead to one place. */
import {
  type Execution,
  type KernelAccess,
  type KernelLaunch,
  type MemoryObject,
  pointerKey,
  type StatedFact,
} from '../kernel/index.ts';
import type { Terms } from '../terms/index.ts';

/**
 * The pointer that the launch hands over, or the variable, in whose memory the pointer to an object stands, or the first of several that
 * lead there; null where it does not stand in memory, or nobody knows in which.
 */
export function keeperOf({ origin }: MemoryObject): string | null {
  if (origin.kind !== 'loaded' || origin.from === null) return null;
  const { from } = origin;
  if (from.origin.kind === 'parameter') return pointerKey(from.origin.index, from.origin.offset);
  return from.origin.kind === 'variable' ? from.name : keeperOf(from);
}

/** Is it stated that what the pointers there lead to is memory of its own? */
export function keepsOwnMemory(stated: readonly StatedFact[], object: MemoryObject): boolean {
  const keeper = keeperOf(object);
  return stated.some(({ contents }) => contents?.kind === 'own' && contents.keeper === keeper);
}

/** The same execution, where pointers in memory lead to the memory that the launch says, if it says so. */
export function withPointersMadeOne(terms: Terms, { madeOne }: KernelLaunch, execution: Execution): Execution {
  const objects = new Map(execution.accesses.map(({ object }) => [object.key, object]));
  const [first, second] = madeOne?.objects.map((key) => objects.get(key)) ?? [];
  if (madeOne === undefined || first === undefined || second === undefined) return execution;
  const moved = (access: KernelAccess): KernelAccess => {
    if (access.object === second) return { ...access, base: [] };
    return access.object === first
      ? { ...access, object: second, base: [], offset: terms.add(access.offset, madeOne.distance) }
      : access;
  };
  return { ...execution, accesses: execution.accesses.map(moved) };
}
