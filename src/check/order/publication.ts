/** Which accesses a signal publishes: those of its own thread before it, and those of its block before a barrier. */
import { releases } from '../../intrinsics/index.ts';
import type { KernelAccess } from '../../kernel/index.ts';
import type { Cond, Int } from '../../terms/index.ts';
import type { OtherThread } from '../thread-pair.ts';
import type { IdiomContext } from './context.ts';
import { type Demands, isWideEnough } from './fences.ts';
import type { Side } from './sides.ts';

/** That `signal`, made by `thread`, publishes what `earlier` did. */
export function isPublished(
  { terms: t, fences }: IdiomContext,
  earlier: Side,
  signal: KernelAccess,
  thread: OtherThread,
  demands: Demands,
): Cond {
  const { access, terms: mine, indices } = earlier;
  const sameBlock = t.and(...indices.blockIdx.map((x, i) => t.eq(x, thread.indices.blockIdx[i]!)));
  const sameThread = t.and(sameBlock, ...indices.threadIdx.map((x, i) => t.eq(x, thread.indices.threadIdx[i]!)));
  const ways: Cond[] = [];
  if (access.index < signal.index && fences.publishes(access, signal, demands)) {
    // In the same iteration of the loops around both, or in a later one.
    const common = access.iterations.filter((iteration) => signal.iterations.includes(iteration));
    let notBefore = t.true;
    for (const iteration of [...common].reverse()) {
      const [here, there] = [mine.int(iteration), thread.terms.int(iteration)];
      notBefore = t.or(t.lt(here, there), t.and(t.eq(here, there), notBefore));
    }
    ways.push(t.and(sameThread, notBefore));
  }
  if (isWideEnough(signal, demands) && access.object.space === signal.object.space) {
    const isBehindBarrier = (count: Int) => t.lt(mine.int(access.interval.block), thread.terms.int(count));
    const fenced: Cond[] = [];
    if (!demands.releases || releases(signal.ordering)) fenced.push(t.true);
    for (const fence of fences.between(-1, signal.index, [signal], demands)) {
      if (releases(fence.ordering)) fenced.push(isBehindBarrier(fence.interval.block));
    }
    const own = fences.between(access.index, Number.POSITIVE_INFINITY, [access], demands);
    if (fences.isSequential && own.some((f) => f.interval.block === access.interval.block)) fenced.push(t.true);
    ways.push(t.and(sameBlock, isBehindBarrier(signal.interval.block), t.or(...fenced)));
  }
  return t.or(...ways);
}
