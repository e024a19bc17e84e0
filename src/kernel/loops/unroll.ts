/** Loops of few iterations, run one by one. */
import type { Edge, Passed, Regions, Return } from '../regions.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import type { Iterate } from './iteration.ts';
import { leave } from './leave.ts';
import type { LoopRounds } from './rounds.ts';

/** Iterations that may be run one by one. */
export const UNROLL_LIMIT = 40;
/** Symbolic steps that one unrolling may cost before it is given up. */
const UNROLL_STEPS = 40_000;
/** The same for host code, where launches in many iterations of a loop become one launch in the end. */
const HOST_UNROLL_STEPS = 600;

/** Steps that one unrolling may cost. */
function limitOf({ input }: Thread): number {
  return input.host ? HOST_UNROLL_STEPS : UNROLL_STEPS;
}

/** Iterations of which the variables are known take fewer steps than one for all of them: so many times fewer at most. */
const FEWER = 4;

/** May an iteration leave steps for a second one, where one for any takes so many? */
export function mayBeUnrolled(thread: Thread, steps: number): boolean {
  return steps <= FEWER * limitOf(thread);
}

/**
 * Runs a loop iteration by iteration while its exits are decided.
 * @param most so many iterations there are at most, of which some threads may have fewer; null: nobody knows
 * @returns null when they are not
 */
export function unroll(
  regions: Regions,
  { frame, roundOf }: LoopRounds,
  entry: State,
  iterate: Iterate,
  most: number | null = null,
): Passed | null {
  const { thread, steps: before } = regions;
  const limit = limitOf(thread);
  return thread.recorder.journal.attempt(() => {
    const returns: Return[] = [];
    const exits: Edge[] = [];
    let state = entry;
    for (let i = 0; i < UNROLL_LIMIT; i++) {
      const start = state;
      const round = roundOf(thread.terms.constant(i), start);
      const pass = thread.symbols.inPass(i, round, () => iterate(start));
      returns.push(...pass.returns);
      exits.push(...pass.exits);
      if (pass.next === null) return leave(thread, frame, entry, { exits, returns });
      const isOver = most === null ? exits.length > 0 : i >= most;
      // Behind the only pass there is no more than the question whether there is another one.
      if (isOver || (regions.steps - before > limit && most !== 1)) break;
      state = pass.next;
    }
    return null;
  });
}
