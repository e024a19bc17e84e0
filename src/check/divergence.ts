/** Barrier divergence: barriers that not all threads of a block reach together. */
import type { KernelBarrier, KernelLoop } from '../kernel/index.ts';
import { type Cond, type Evaluator, type SymbolOrigin, single, type Terms, visitAtoms } from '../terms/index.ts';
import { doubtfulIterations, iterationRefinements, loopsIn } from './feasible-iterations.ts';
import type { Open, Queries } from './smt/query.ts';
import { isGuess, originsOf } from './symbols.ts';
import { type LaunchTerms, type ThreadPair, threadPair } from './thread-pair.ts';

export interface Divergence {
  readonly barrier: KernelBarrier;
  readonly pair: ThreadPair;
  readonly values: Evaluator;
  readonly leansOn: ReadonlySet<SymbolOrigin>;
  /** What is guessed are numbers that the host passes, and no more: with some of them it happens. */
  readonly isForSomeNumbers: boolean;
  /** That it happens. */
  readonly condition: Cond;
}

type DivergenceAnswer =
  | { readonly status: 'uniform' }
  | { readonly status: 'divergent'; readonly divergence: Divergence }
  | Open;

interface DivergenceContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  /** Facts of the launch. */
  readonly facts: readonly Cond[];
  /** What the kernel states of each thread. */
  readonly stated: readonly Cond[];
  readonly loops: readonly KernelLoop[];
  readonly queries: Queries;
}

/** How often a model that picks an iteration which the loop does not reach is refined away. */
const REFINEMENTS = 8;

/**
 * Is there a block in which one thread gets to the barrier and another, in the same iteration of the loops around it, does
 * not? A thread that has left the kernel counts: CUDA and OpenCL both ask for every thread of the block, although GPUs
 * since Volta let the others go on.
 */
export function decideBarrier(context: DivergenceContext, barrier: KernelBarrier): DivergenceAnswer {
  const { terms, launch } = context;
  if (barrier.width === 'warp' || barrier.path.kind === 'true') return { status: 'uniform' };
  const shared = new Set(barrier.iterations.map((iteration) => single(iteration)?.id ?? -1));
  const isGrid = barrier.width === 'grid';
  const pair = threadPair(terms, launch, isGrid ? 'inter-block' : 'same-block', shared);
  const answers = [decideFor(context, barrier, pair, shared)];
  if (isGrid) answers.push(decideFor(context, barrier, threadPair(terms, launch, 'same-block', shared), shared));
  return answers.find((a) => a.status === 'divergent') ?? answers.find((a) => a.status === 'open') ?? answers[0]!;
}

/** @param shared the iterations of the loops around the barrier, which both threads are in */
function decideFor(
  { terms, facts, stated, loops, queries }: DivergenceContext,
  barrier: KernelBarrier,
  pair: ThreadPair,
  shared: ReadonlySet<number>,
): DivergenceAnswer {
  const { first, second } = pair;
  const relevant = loopsIn(loops, [barrier.path, barrier.facts]);
  // Loops that lie behind both threads, if they came to them at all.
  const finished = relevant.filter((loop) => !shared.has(single(loop.iteration)?.id ?? -1));
  const here = first.cond(barrier.path);
  const elsewhere = terms.not(second.cond(barrier.path));
  const conditions = [...pair.conditions, here, elsewhere, first.cond(barrier.facts)];
  for (const fact of facts) conditions.push(first.cond(fact), second.cond(fact));
  for (const loop of finished) {
    const end = terms.or(terms.not(loop.entered), loop.left);
    conditions.push(first.cond(end), second.cond(end));
  }
  let answer = queries.solve(conditions, []);
  if (answer.status !== 'unsat' && stated.length > 0) {
    // Where a thread breaks an assertion, the kernel ends, and nobody waits for it.
    for (const one of stated) conditions.push(first.cond(one), second.cond(one));
    answer = queries.solve(conditions, []);
  }
  for (let refinements = 0; answer.status === 'sat' && refinements < REFINEMENTS; refinements++) {
    const violated = [
      ...iterationRefinements(terms, relevant, first, answer.values),
      ...iterationRefinements(terms, finished, second, answer.values),
    ];
    if (violated.length === 0) break;
    conditions.push(...violated);
    answer = queries.solve(conditions, []);
  }
  if (answer.status === 'unsat') return { status: 'uniform' };
  if (answer.status === 'open') return answer;
  const { values } = answer;
  // Where the way does not hang on a loop, it makes no difference in which iteration that has ended.
  const onTheWay = loopsIn(loops, [barrier.path]);
  const isDoubtful =
    doubtfulIterations(onTheWay, first, values).length > 0 ||
    doubtfulIterations(
      onTheWay.filter((loop) => finished.includes(loop)),
      second,
      values,
    ).length > 0;
  const leansOn = originsOf([here, elsewhere]);
  const isForSomeNumbers = !isDoubtful && !isGuess(originsOf([here, elsewhere], numbersOfHost([here, elsewhere])));
  if (isDoubtful) leansOn.add('approximate');
  const condition = terms.and(...conditions);
  return { status: 'divergent', divergence: { barrier, pair, values, leansOn, isForSomeNumbers, condition } };
}

function numbersOfHost(roots: readonly Cond[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol' && atom.sharing === 'launch') numbers.add(atom.id);
  });
  return numbers;
}
