/** Barriers that not all threads of a block reach together. */

import type { KernelBarrier, KernelLoop } from '../kernel/index.ts';
import { type Cond, type Evaluator, type SymbolOrigin, single, type Terms, visitAtoms } from '../terms/index.ts';
import type { Queries } from './query.ts';
import { brokenRounds, doubtfulRounds, loopsIn } from './rounds.ts';
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

/** How often a model that picks a round that does not come is sent back. */
const CORRECTIONS = 8;

/**
 * Is there a block in which one thread gets to the barrier and another, in the same round of the loops around it, does
 * not? A thread that has left the kernel counts: CUDA and OpenCL both ask for every thread of the block, although GPUs
 * since Volta let the others go.
 */
export function decideBarrier(
  terms: Terms,
  launch: LaunchTerms,
  facts: readonly Cond[],
  loops: readonly KernelLoop[],
  barrier: KernelBarrier,
  queries: Queries,
): DivergenceAnswer {
  if (barrier.width === 'warp') return { status: 'uniform' };
  const { path } = barrier;
  if (path.kind === 'true') return { status: 'uniform' };
  const shared = new Set(barrier.iterations.map((k) => single(k)?.id ?? -1));
  const relevant = loopsIn(loops, [path, barrier.facts]);
  // Loops that both threads have behind them, as far as they came by; the rounds of those around it are the same.
  const behind = relevant.filter((loop) => !shared.has(single(loop.round)?.id ?? -1));
  const pair = threadPair(terms, launch, barrier.width === 'grid' ? 'inter-block' : 'same-block', shared);
  const answers = [ask(pair)];
  if (barrier.width === 'grid') answers.push(ask(threadPair(terms, launch, 'same-block', shared)));
  return answers.find((a) => a.status === 'divergent') ?? answers.find((a) => a.status === 'open') ?? answers[0]!;

  function ask(threads: ThreadPair): DivergenceAnswer {
    const here = threads.first.cond(path);
    const there = terms.not(threads.second.cond(path));
    const conditions = [...threads.conditions, here, there, threads.first.cond(barrier.facts)];
    for (const fact of facts) conditions.push(threads.first.cond(fact), threads.second.cond(fact));
    for (const loop of behind) {
      const end = terms.or(terms.not(loop.entered), loop.left);
      conditions.push(threads.first.cond(end), threads.second.cond(end));
    }
    let answer = queries.solve(conditions, []);
    for (let round = 0; answer.status === 'sat' && round < CORRECTIONS; round++) {
      const broken = [
        ...brokenRounds(terms, relevant, threads.first, answer.values),
        ...brokenRounds(terms, behind, threads.second, answer.values),
      ];
      if (broken.length === 0) break;
      conditions.push(...broken);
      answer = queries.solve(conditions, []);
    }
    if (answer.status === 'unsat') return { status: 'uniform' };
    if (answer.status === 'open') return answer;
    const isDoubtful =
      doubtfulRounds(relevant, threads.first, answer.values).length > 0 ||
      doubtfulRounds(behind, threads.second, answer.values).length > 0;
    const leansOn = new Set<SymbolOrigin>(isDoubtful ? ['approximate'] : []);
    visitAtoms([here, there], (atom) => {
      if (atom.kind === 'symbol' || atom.kind === 'apply') leansOn.add(atom.origin);
    });
    leansOn.delete('input');
    leansOn.delete('iteration');
    return { status: 'divergent', divergence: { barrier, pair: threads, values: answer.values, leansOn } };
  }
}
