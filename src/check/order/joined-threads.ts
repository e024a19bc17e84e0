/** Which two threads of a block a barrier joins, and whether threads that it joins come to it equally often. */
import type { Execution } from '../../kernel/index.ts';
import type { Cond, Terms } from '../../terms/index.ts';
import type { Queries } from '../smt/query.ts';
import { anyThread, type LaunchTerms, type ThreadPair } from '../thread-pair.ts';

export interface BarrierContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  /** Facts of the launch. */
  readonly facts: readonly Cond[];
  readonly execution: Execution;
  readonly queries: Queries;
  /** Any two threads of one block. */
  readonly threads: () => ThreadPair;
  /** Any two threads of different blocks. */
  readonly blocks: () => ThreadPair;
}

/** That two threads of one block are both joined by the barrier. */
export type Joined = (pair: ThreadPair) => Cond;

/**
 * True when two threads that the barrier joins always leave the kernel after coming to it equally often.
 * @param barrier the id of the barrier
 */
export function comeEquallyOften(context: BarrierContext, barrier: number, joined: Joined): boolean {
  const { terms, execution, facts, queries } = context;
  const { end } = execution;
  if (end === null || execution.isCutShort) return false;
  // Where no thread can leave the kernel, the conditions at its end prove nothing.
  const one = anyThread(terms, context.launch, '');
  if (queries.solve([...one.conditions, ...facts, end.path, end.facts], []).status === 'unsat') return false;
  const arrived = end.partialBarriers.get(barrier)?.arrived ?? terms.zero;
  const pair = context.threads();
  const conditions = [...pair.conditions, joined(pair)];
  for (const side of [pair.first, pair.second]) {
    for (const fact of [...facts, end.path, end.facts]) conditions.push(side.cond(fact));
  }
  conditions.push(terms.ne(pair.first.int(arrived), pair.second.int(arrived)));
  return queries.solve(conditions, []).status === 'unsat';
}
