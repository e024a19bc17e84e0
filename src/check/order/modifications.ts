/** What may change memory. */
import type { KernelAccess } from '../../kernel/index.ts';
import { groupBy } from '../group-by.ts';

/** The modifications of each object, by the object's key. */
export function modificationsByObject(accesses: readonly KernelAccess[]): Map<string, KernelAccess[]> {
  return groupBy(accesses.filter(modifies), ({ object }) => object.key);
}

/** A write, or an atomic operation that is more than a load. */
export function modifies({ kind, update }: KernelAccess): boolean {
  return kind !== 'read' && update?.kind !== 'keep';
}
