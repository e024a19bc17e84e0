import type { KernelAccess } from '../../kernel/index.ts';

/** What may change each object, by the object's key: writes, and atomic operations that are more than loads. */
export function modificationsByObject(accesses: readonly KernelAccess[]): Map<string, KernelAccess[]> {
  const writers = new Map<string, KernelAccess[]>();
  for (const access of accesses) {
    if (!modifies(access)) continue;
    const list = writers.get(access.object.key);
    if (list) list.push(access);
    else writers.set(access.object.key, [access]);
  }
  return writers;
}

export function modifies({ kind, update }: KernelAccess): boolean {
  return kind !== 'read' && update?.kind !== 'keep';
}
