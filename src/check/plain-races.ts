/**
 * Pairs of accesses that race as they stand: whatever thread gets there goes to one place, and nothing but the block decides who gets
 * there. They are asked about before anything is proved of the others, for who has many of those may never come to them.
 */
import { isOfBlock, type KernelAccess } from '../kernel/index.ts';
import { isOfCluster } from './candidate-pairs.ts';
import { groupBy } from './group-by.ts';
import { isOfLaunch } from './symbols.ts';

/** The first plain write of each place with each other access to it that no barrier parts from it. */
export function* plainRaces(accesses: readonly KernelAccess[]): Iterable<readonly [KernelAccess, KernelAccess]> {
  for (const group of groupBy(accesses.filter(isByEveryone), placeOf).values()) {
    const write = group.find(({ kind }) => kind === 'write');
    if (write === undefined) continue;
    // Writes may all store the same.
    const others = [...group.filter(({ kind }) => kind === 'read'), ...group.filter(({ kind }) => kind === 'write')];
    for (const other of others) yield write.index <= other.index ? [write, other] : [other, write];
  }
}

function placeOf({ object, offset, size, interval }: KernelAccess): string {
  const time = object.space === 'shared' ? interval.block : interval.grid;
  return `${object.key} ${offset.id} ${size} ${time.id}`;
}

/** Does it go to the same place for all threads that may share the memory, and do all of them get there or none? */
function isByEveryone(access: KernelAccess): boolean {
  const { kind, object, base, offset, path, interval, copy, together } = access;
  if (kind === 'atomic' || base.length > 0 || copy !== null || together !== null || isOfCluster(access)) return false;
  if (object.space === 'shared') return isOfBlock([offset, path, interval.block]);
  return object.space === 'global' && isOfLaunch([offset, path, interval.grid]);
}
