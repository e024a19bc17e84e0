/**
 * Rounds of loops in models. A loop is executed for one arbitrary round, of which the terms say only that the round
 * before it went on. A model may therefore pick a round that the loop does not reach (`i != n` behind `i == n`, a wrapped
 * counter, a `break` earlier on); here it is sent back with what that loop does in the rounds before.
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

/** Rounds of a loop that are looked at one by one. */
const ROUND_LIMIT = 64n;

/** The loops whose round the roots depend on. */
export function loopsIn(loops: readonly KernelLoop[], roots: readonly (Cond | Int)[]): KernelLoop[] {
  if (loops.length === 0) return [];
  const symbols = new Set<number>();
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol' && atom.origin === 'iteration') symbols.add(atom.id);
  });
  return loops.filter((loop) => symbols.has(single(loop.round)?.id ?? -1));
}

/** What a model overlooks: `round > j ⇒ the loop goes on after round j`, for the first `j` at which it does not. */
export function brokenRounds(
  terms: Terms,
  loops: readonly KernelLoop[],
  thread: Substitution,
  values: Evaluator,
): Cond[] {
  const broken: Cond[] = [];
  for (const loop of loops) {
    const round = thread.int(loop.round);
    const reached = values.int(round);
    const atom = single(loop.round);
    for (let j = 0n; j < reached && j < ROUND_LIMIT; j++) {
      const at = terms.constant(j);
      const goesOn = thread.cond(terms.substitution((a) => (a === atom ? at : undefined)).cond(loop.goesOn));
      if (values.cond(goesOn)) continue;
      broken.push(terms.or(terms.le(round, at), goesOn));
      break;
    }
  }
  return broken;
}

/** The rounds that a model picked without it being known that the loop gets there. */
export function doubtfulRounds(loops: readonly KernelLoop[], thread: Substitution, values: Evaluator): Int[] {
  const doubtful: Int[] = [];
  for (const loop of loops) {
    const round = thread.int(loop.round);
    const reached = values.int(round);
    if (reached > ROUND_LIMIT || (loop.isPartial && reached > 0n)) doubtful.push(round);
  }
  return doubtful;
}
