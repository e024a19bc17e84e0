/**
 * Which iterations of loops a model may pick. A loop is executed for one arbitrary iteration, of which the terms say only
 * that the iteration before it did not leave the loop. A model may therefore pick an iteration that the loop does not reach
 * (`i != n` behind `i == n`, a wrapped counter, an earlier `break`); such a model is refuted with what the loop does in
 * earlier iterations.
 */

import type { KernelLoop } from '../kernel/index.ts';
import {
  type Cond,
  type Evaluator,
  type Int,
  type Substitution,
  single,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';

/** Iterations of a loop that are looked at one by one. */
const ITERATION_LIMIT = 64n;

/** The loops on whose iteration the roots depend. */
export function loopsIn(loops: readonly KernelLoop[], roots: readonly (Cond | Int)[]): KernelLoop[] {
  if (loops.length === 0) return [];
  const symbols = new Set<number>();
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol' && atom.origin === 'iteration') symbols.add(atom.id);
  });
  return loops.filter((loop) => symbols.has(single(loop.iteration)?.id ?? -1));
}

/**
 * Refinements that a model violates: `iteration > j ⇒ the loop goes on after iteration j`, for the first such `j` of each
 * loop.
 */
export function iterationRefinements(
  terms: Terms,
  loops: readonly KernelLoop[],
  thread: Substitution,
  values: Evaluator,
): Cond[] {
  const refinements: Cond[] = [];
  for (const loop of loops) {
    const iteration = thread.int(loop.iteration);
    const reached = values.int(iteration);
    const atom = single(loop.iteration);
    for (let j = 0n; j < reached && j < ITERATION_LIMIT; j++) {
      const at = terms.constant(j);
      const goesOn = thread.cond(terms.substitution((a) => (a === atom ? at : undefined)).cond(loop.goesOn));
      if (values.cond(goesOn)) continue;
      refinements.push(terms.or(terms.le(iteration, at), goesOn));
      break;
    }
  }
  return refinements;
}

/** The iterations that a model picked although it is not known that the loop gets there. */
export function doubtfulIterations(loops: readonly KernelLoop[], thread: Substitution, values: Evaluator): Int[] {
  const doubtful: Int[] = [];
  for (const loop of loops) {
    const iteration = thread.int(loop.iteration);
    const reached = values.int(iteration);
    if (reached > ITERATION_LIMIT || (loop.isPartial && reached > 0n)) doubtful.push(iteration);
  }
  return doubtful;
}
