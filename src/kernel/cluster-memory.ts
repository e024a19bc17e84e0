/** Whose shared memory an access touches, in kernels that touch that of other blocks of their cluster. */
import type { Int, Terms } from '../terms/index.ts';
import type { LaunchTerms } from './execution.ts';
import type { KernelAccess } from './kernel-model.ts';
import type { Thread } from './thread.ts';

/** The rank of a block in its cluster. */
export function rankInCluster(
  t: Terms,
  { clusterDim: [x, y, z] }: Pick<LaunchTerms, 'clusterDim'>,
  block: readonly [Int, Int, Int],
): Int {
  const planes = t.add(t.mod(block[1], y), t.mul(y, t.mod(block[2], z)));
  return t.add(t.mod(block[0], x), t.mul(x, planes));
}

/** Says of each access of shared memory which block's it is, where that may be another one's. */
export function withOwners({ terms, input }: Thread, accesses: readonly KernelAccess[]): readonly KernelAccess[] {
  const isShared = ({ object }: KernelAccess) => object.space === 'shared';
  if (!accesses.some((access) => isShared(access) && access.base.length > 0)) return accesses;
  const own = [rankInCluster(terms, input.launch, input.blockIdx)];
  return accesses.map((access) => (isShared(access) && access.base.length === 0 ? { ...access, base: own } : access));
}
