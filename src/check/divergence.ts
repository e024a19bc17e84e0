/** Barriers that not all threads of a block reach together. */
import type { KernelBarrier } from '../kernel/kernel-model.ts';
import { type Cond, conjuncts, type Evaluator, type SymbolOrigin, single, type Terms } from '../kernel/terms.ts';
import type { Language } from '../model/result.ts';
import type { Queries } from './query.ts';
import { type LaunchTerms, type ThreadPair, threadPair } from './thread-pair.ts';

export interface Divergence {
  readonly barrier: KernelBarrier;
  readonly pair: ThreadPair;
  readonly values: Evaluator;
  readonly leansOn: ReadonlySet<SymbolOrigin>;
}

export type DivergenceAnswer =
  | { readonly status: 'uniform' }
  | { readonly status: 'divergent'; readonly divergence: Divergence }
  | { readonly status: 'open'; readonly reason: string };

/**
 * Is there a block in which one thread gets to the barrier and another, in the same round of the loops around it, does
 * not? In CUDA threads that have left the kernel are not waited for; OpenCL wants every work-item.
 */
export function decideBarrier(
  terms: Terms,
  launch: LaunchTerms,
  facts: readonly Cond[],
  barrier: KernelBarrier,
  language: Language,
  queries: Queries,
): DivergenceAnswer {
  if (barrier.width === 'warp') return { status: 'uniform' };
  const path = reachable(terms, barrier);
  if (path.kind === 'true') return { status: 'uniform' };
  const shared = new Set(barrier.iterations.map((k) => single(k)?.id ?? -1));
  const pair = threadPair(terms, launch, barrier.width === 'grid' ? 'inter-block' : 'same-block', shared);
  const answers = [ask(pair)];
  if (barrier.width === 'grid') answers.push(ask(threadPair(terms, launch, 'same-block', shared)));
  return answers.find((a) => a.status === 'divergent') ?? answers.find((a) => a.status === 'open') ?? answers[0]!;

  function ask(threads: ThreadPair): DivergenceAnswer {
    const here = threads.first.cond(path);
    const there = terms.not(threads.second.cond(path));
    const alive = language === 'opencl' ? terms.true : terms.not(threads.second.cond(barrier.exited));
    const conditions = [...threads.conditions, here, there, alive, threads.first.cond(barrier.facts)];
    for (const fact of facts) conditions.push(threads.first.cond(fact), threads.second.cond(fact));
    const answer = queries.solve(conditions, []);
    if (answer.status === 'unsat') return { status: 'uniform' };
    if (answer.status === 'open') return answer;
    const leansOn = new Set<SymbolOrigin>();
    terms.visit([here, there, alive], (atom) => {
      if (atom.kind === 'symbol' || atom.kind === 'apply') leansOn.add(atom.origin);
    });
    leansOn.delete('input');
    leansOn.delete('iteration');
    return { status: 'divergent', divergence: { barrier, pair: threads, values: answer.values, leansOn } };
  }
}

/** The branches that lead to the barrier, less what only says how earlier loops ended (every thread's own ends). */
function reachable(terms: Terms, barrier: KernelBarrier): Cond {
  const around = new Set(barrier.iterations.map((k) => single(k)?.id ?? -1));
  const parts = conjuncts(barrier.path).filter((part) => {
    let foreign = false;
    terms.visit([part], (atom) => {
      if (atom.kind === 'symbol' && atom.origin === 'iteration' && !around.has(atom.id)) foreign = true;
    });
    return !foreign;
  });
  return terms.and(...parts);
}
