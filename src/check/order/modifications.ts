/** What may change memory. */
import type { KernelAccess } from '../../kernel/index.ts';
import type { Cond, Int, Terms } from '../../terms/index.ts';
import { groupBy } from '../group-by.ts';
import { isOfLaunch } from '../symbols.ts';

/** The modifications of each object, by the object's key. */
export function modificationsByObject(accesses: readonly KernelAccess[]): Map<string, KernelAccess[]> {
  return groupBy(accesses.filter(modifies), ({ object }) => object.key);
}

/** A write, or an atomic operation that is more than a load. */
export function modifies({ kind, update }: KernelAccess): boolean {
  return kind !== 'read' && update?.kind !== 'keep';
}

/** A place that is the same for all threads. */
interface Place {
  readonly offset: Int;
  readonly base: readonly Int[];
  /** Bytes. */
  readonly size: number;
}

/**
 * What has to hold for an access to touch a place of its object: a counter behind the data that it counts for, `left[2 * n]`.
 * @returns null where threads go to several places, or the memory is that of a block
 */
export function touching(terms: Terms, access: KernelAccess, { offset, base, size }: Place): Cond[] | null {
  if (access.base.length > 0 || base.length > 0 || !isOfLaunch([offset])) return null;
  return [
    access.path,
    access.facts,
    terms.lt(access.offset, terms.add(offset, terms.constant(size))),
    terms.lt(offset, terms.add(access.offset, terms.constant(access.size))),
  ];
}
