/**
 * The barrier of a cluster of blocks, or of one block, which threads arrive at and wait for apart. It is relied upon when all
 * these threads come to it equally often, and none arrives twice without having waited in between: then the n-th phase is over
 * exactly when all of them have arrived n times.
 */
import type { PartialBarrierUse } from '../../kernel/index.ts';
import { anyThread, ofOneCluster } from '../thread-pair.ts';
import { type BarrierContext, comeEquallyOften, type Joined } from './joined-threads.ts';

/** @returns null after a refusal */
export function joinedBySplit(
  context: BarrierContext,
  barrier: number,
  of: 'cluster' | 'block',
  refuse: (text: string, location: PartialBarrierUse['location']) => void,
): Joined | null {
  const { terms: t, launch, execution, facts, queries, blocks } = context;
  const uses = execution.partialBarrierUses.filter((use) => use.barrier === barrier);
  const joined: Joined = (pair) => {
    if (pair.isOfOneBlock) return t.true;
    return of === 'cluster' ? ofOneCluster(t, launch, pair) : t.false;
  };
  for (const { kind, before, path, facts: known, location } of uses) {
    const { arrived, waited } = before.get(barrier) ?? { arrived: t.zero, waited: t.zero };
    const isPending = t.ne(arrived, waited);
    const isWrong = kind === 'arrive' ? isPending : t.not(isPending);
    if (isWrong.kind === 'false') continue;
    const { conditions } = anyThread(t, launch, '');
    if (queries.solve([...conditions, ...facts, path, known, isWrong], []).status === 'unsat') continue;
    refuse(`a ${of} barrier at which threads do not arrive and wait in turn`, location);
    return null;
  }
  const between = { ...context, threads: blocks };
  const isWithin = comeEquallyOften(context, barrier, joined);
  if (isWithin && (of === 'block' || comeEquallyOften(between, barrier, joined))) return joined;
  const [first] = uses;
  if (first) refuse(`cannot show that all threads of a ${of} reach its barrier equally often`, first.location);
  return null;
}
